import {randomBytes} from 'node:crypto'
import {globSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {gunzipSync} from 'node:zlib'
import {secretForms} from '#drill/model/secret-forms'

/** How every throwaway credential of a drill begins; what follows is drawn anew each time. */
const THROWAWAY = 'drill-canary-'
/** Tokens of hosting nodes: the drill has them made, and nobody may be told one. */
const TOKEN = /hn_[0-9A-Za-z]{36}/

/** Secrets that whoever types the command has in their environment. */
export interface PlantedCanaries {
  readonly env: Readonly<Record<string, string>>
}

export function plantedCanaries(): PlantedCanaries {
  const names = ['AWS_SECRET_ACCESS_KEY', 'HOST_TOKEN', 'COSMOS_API_KEY', 'NPM_TOKEN']
  return {env: Object.fromEntries(names.map((name) => [name, `planted-${randomBytes(16).toString('hex')}`]))}
}

/** Looks through everything that a run of drills wrote or printed, its bundle unpacked, for what was planted and for what drills planted themselves, in each of nine forms. */
export function searchLeaks(workspace: string, printed: readonly string[], {env}: PlantedCanaries) {
  const forms = [...Object.values(env), THROWAWAY].flatMap(secretForms)
  const isLeaking = (content: Buffer) =>
    forms.some((form) => content.includes(form)) || TOKEN.test(content.toString('latin1'))
  const blind = [...forms, `hn_${'a'.repeat(36)}`].filter((form) => !isLeaking(Buffer.from(`<${form}>`)))
  if (blind.length > 0) throw new Error('the search does not find what it looks for')
  const paths = globSync(join(workspace, '**/*')).filter((path) => statSync(path).isFile())
  const hits = paths.filter((path) => {
    const raw = readFileSync(path)
    return isLeaking(Buffer.from(path)) || isLeaking(raw) || (path.endsWith('.gz') && isLeaking(gunzipSync(raw)))
  })
  const told = printed.flatMap((text, at) => (isLeaking(Buffer.from(text)) ? [['stdout', 'stderr'][at] ?? ''] : []))
  return {files: paths.length + printed.length, hits: [...hits, ...told]}
}
