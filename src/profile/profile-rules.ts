import {profile} from '#contract/generated/profile'
import {isRecord} from '#contract/is-record'
import type {CallerDocument} from '#document/document'
import {type DraftIssue, schemaIssues} from '#document/document-issues'
import type {SecretFinder} from '#document/document-ports'
import {partsOf, pointerOf} from '#document/pointer'
import {mustBeOneOf, withNearest} from '#error/nearest'
import {unsafePath} from '#path/safe-relative-path'

/** What the command that reads the profile can do. */
export interface ProfileReader {
  readonly providers: readonly string[]
  readonly operations: readonly string[]
  readonly formats: readonly string[]
}

/** Everything wrong with a profile that can be told without the disk. */
export function profileIssues(document: CallerDocument, known: ProfileReader, redactor: SecretFinder): DraftIssue[] {
  return [
    ...schemaIssues(profile, document.value),
    ...nameIssues(document.value, known),
    ...pathsOf(document.value).flatMap(({pointer, path}) => {
      const fault = unsafePath(path)
      return fault ? [{pointer, ...fault}] : []
    }),
    ...secretIssues(document.value, redactor),
  ]
}

/** Every directory that a profile names, whether the profile is valid or not. */
export function pathsOf(value: unknown): {pointer: string; path: string}[] {
  if (!isRecord(value)) return []
  const roots = value['runtime_cache_roots']
  const named = [
    ...['run_workspace', 'state_dir'].map((key) => ({pointer: pointerOf([key]), path: value[key]})),
    ...Object.entries(isRecord(roots) ? roots : {}).map(([family, path]) => ({
      pointer: pointerOf(['runtime_cache_roots', family]),
      path,
    })),
  ]
  return named.flatMap(({pointer, path}) => (typeof path === 'string' ? [{pointer, path}] : []))
}

function nameIssues(value: unknown, known: ProfileReader): DraftIssue[] {
  if (!isRecord(value)) return []
  const format = value['output_format']
  return [
    ...unknownNames('providers', 'provider', value['providers'], known.providers),
    ...unknownNames('operations', 'operation', value['operations'], known.operations),
    ...(typeof format === 'string' && !known.formats.includes(format)
      ? [{pointer: '/output_format', rule: 'unknown_format', message: mustBeOneOf(known.formats, format)}]
      : []),
  ]
}

function unknownNames(field: string, what: string, names: unknown, known: readonly string[]): DraftIssue[] {
  if (!Array.isArray(names)) return []
  return names.flatMap((name: unknown, at): DraftIssue[] => {
    if (typeof name !== 'string' || known.includes(name)) return []
    const message = withNearest(`is no ${what} of this command`, name, known)
    return [{pointer: pointerOf([field, String(at)]), rule: `unknown_${what}`, message}]
  })
}

const SECRET_WORDS: Readonly<Record<string, Omit<DraftIssue, 'pointer'>>> = {
  'secret-key': {rule: 'secret_key', message: 'has the name of a secret; a file holds none', onKey: true},
  'signed-url': {rule: 'signed_url', message: 'looks like a signed URL'},
  'home-path': {rule: 'host_path', message: 'looks like a path of one host'},
  'host-path': {rule: 'host_path', message: 'looks like a path of one host'},
}
const SECRET_VALUE = {rule: 'secret_value', message: 'looks like a secret; a file holds none'}

/** What in a caller's document looks like a secret, a signed URL or a path of one host. */
export function secretIssues(value: unknown, redactor: SecretFinder): DraftIssue[] {
  return redactor.find(value).map(({pointer, rule}) => {
    const words = Object.hasOwn(SECRET_WORDS, rule) ? SECRET_WORDS[rule] : undefined
    return {...keyPlace(value, pointer), ...(words ?? SECRET_VALUE)}
  })
}

/** The redactor names an unclean key by its position, as `[key 2]`; only its real name leads to its line. */
function keyPlace(value: unknown, pointer: string): Pick<DraftIssue, 'pointer' | 'onKey'> {
  let node = value
  let onKey = false
  const real: string[] = []
  for (const part of partsOf(pointer)) {
    const position = /^\[key (\d+)\]$/.exec(part)?.[1]
    onKey = position !== undefined
    const keys = Object.keys(isRecord(node) ? node : {})
    const name = position === undefined ? part : (keys[Number(position) - 1] ?? part)
    node = isRecord(node) ? node[name] : undefined
    real.push(name)
  }
  return {pointer: pointerOf(real), onKey}
}
