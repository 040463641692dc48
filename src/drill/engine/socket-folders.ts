import {basename, dirname, join} from 'node:path'
import {isRecord} from '#contract/is-record'
import type {Files} from '#path/files'
import {textAt} from '#upgrade/adapter/embedded-places'
import {homeIn, nodesIn} from '../model/site-layout.ts'

/** Folder name that a node gives to a socket whose path would be too long inside its data, see `open-faults.ts`. */
const FOLDER = /^hostnode-[0-9a-f]{16}$/
const SOCKET = 'control.sock'

/**
 * Folders of sockets that the nodes of a drill say they have outside of it; whoever is killed leaves them. What a node says is looked at: nothing is given that has another name or
 * holds anything else.
 */
export function socketFolders(site: string, {reader}: Pick<Files, 'reader'>): string[] {
  const nodes = nodesIn(homeIn(site))
  if (reader.facts(nodes)?.kind !== 'directory') return []
  return reader.list(nodes).flatMap(({name}) => {
    const path = toldSocket(join(nodes, name, 'data', 'serving.json'), reader)
    if (path === undefined || basename(path) !== SOCKET || !FOLDER.test(basename(dirname(path)))) return []
    const folder = dirname(path)
    if (reader.facts(folder)?.kind !== 'directory') return []
    return reader.list(folder).every((entry) => entry.name === SOCKET) ? [folder] : []
  })
}

function toldSocket(file: string, reader: Files['reader']): string | undefined {
  try {
    const said: unknown = JSON.parse(textAt(file, reader) ?? 'null')
    const control = isRecord(said) ? said['control'] : undefined
    return typeof control === 'string' ? control : undefined
  } catch {
    // Half a file of a node that was killed tells nothing.
    return undefined
  }
}
