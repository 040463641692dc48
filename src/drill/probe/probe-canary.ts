import {join} from 'node:path'
import type {FileReader} from '#path/files'
import {secretForms} from '../model/secret-forms.ts'
import type {ProbeWay} from './probe-context.ts'

const MOST_BYTES = 64 * 1024 * 1024

/** Looks for the credentials of the drill, in every form, in every file that the application and its commands wrote. */
export const probeCanary: ProbeWay = async (_, {site, ports}) => {
  const forms = [...site.secrets.values()].flatMap(secretForms)
  const paths = filesBelow(site.home, ports.files.reader)
  const hits = paths.filter((path) => {
    const content = Buffer.from(ports.files.reader.read(path, MOST_BYTES))
    return forms.some((form) => path.includes(form) || content.includes(form))
  })
  return {hits: hits.length, files: paths.length, canaries: site.secrets.size}
}

function filesBelow(folder: string, reader: FileReader): string[] {
  return reader.list(folder).flatMap(({name, kind}) => {
    const path = join(folder, name)
    if (kind === 'directory') return filesBelow(path, reader)
    return kind === 'file' ? [path] : []
  })
}
