import {isRecord} from '#contract/is-record'
import {asCount, asId, asList, asText, asTruth, type Field, readField} from './field.ts'

/** Block height: `block_height`, `finalized_height` or `height`; a whole number or no value. */
export const heightIn = (document: unknown): Field<number> | undefined =>
  readField(document, ['block_height', 'finalized_height', 'height'], asCount)

/** Whether a node says that it is in step with the others. */
export function syncedIn(document: unknown): Field<boolean> | undefined {
  const said = readField(document, ['synced'], asTruth)
  if (said) return said
  const word = readField(document, ['sync_status', 'status'], asText)
  if (word?.value === 'synced') return {...word, value: true}
  const state = readField(document, ['state'], asText)
  return state && {...state, value: state.value === 'active' || state.value === 'following'}
}

export const blockIn = (document: unknown): Field<string> | undefined =>
  readField(document, ['block_id', 'block_hash', 'hash'], asText)

export const versionIn = (document: unknown): Field<string> | undefined =>
  readField(document, ['version', 'node_version'], asText)

export const instanceIn = (document: unknown): Field<string> | undefined =>
  readField(document, ['instance_id', 'boot_id'], asId)

/** Blocks by height that a status or a list of blocks tells beside the newest one. */
export function blocksIn(document: unknown): ReadonlyMap<number, string> {
  const list = asList(document) ?? readField(document, ['items', 'recent', 'blocks'], asList)?.value ?? []
  const found = [document, ...list].flatMap((entry): [number, string][] => {
    const [height, block] = [heightIn(entry), blockIn(entry)]
    return height && block ? [[height.value, block.value]] : []
  })
  return new Map(found)
}

/** What makes a validator the same one on every node: its key, else its name. */
export function validatorsIn(document: unknown): Field<readonly Validator[]> | undefined {
  const bare = asList(document)
  const list = bare ? {value: bare, path: ''} : readField(document, ['validators', 'items'], asList)
  if (!list) return undefined
  // A service without weights gives each validator the same one; where some have one, it is missing from the others.
  const isWeighed = list.value.some((entry) => isRecord(entry) && WEIGHTS.some((key) => Object.hasOwn(entry, key)))
  const found = list.value.map((entry): Validator | undefined => {
    const id = readField(entry, ['pubkey', 'public_key', 'name', 'id'], asId)?.value
    const weight = isWeighed ? readField(entry, WEIGHTS, asCount)?.value : 1
    const name = readField(entry, ['name'], asText)?.value
    const connected = readField(entry, ['connected', 'is_connected'], asTruth)?.value
    return id === undefined || weight === undefined ? undefined : {id, name, weight, connected}
  })
  return found.every((one) => one !== undefined) ? {value: found, path: list.path} : undefined
}

/** What a status of a node may hold that anybody here reads. */
const OF_NODE = [
  ...['version', 'node_version', 'instance_id', 'boot_id', 'node_id', 'started_at', 'uptime_seconds'],
  ...['schema_version', 'migrations', 'pending_migrations', 'storage', 'config_sha256', 'config_keys', 'repositories'],
  ...['block_height', 'finalized_height', 'height', 'synced', 'sync_status', 'status', 'state'],
] as const

/** Whether a document speaks of a node at all, be it that it has no value for anything. */
export const tellsNode = (document: Readonly<Record<string, unknown>>): boolean =>
  OF_NODE.some((name) => Object.hasOwn(document, name))

const WEIGHTS = ['weight', 'voting_power'] as const

export interface Validator {
  readonly id: string
  readonly name: string | undefined
  readonly weight: number
  readonly connected: boolean | undefined
}

const nameOf = (part: unknown, at: number) => readField(part, ['name', 'id'], asText)?.value ?? `part ${at + 1}`

/** Parts of a health reply that are not well, by name; a part without a status counts. */
export function illParts(document: unknown, ok: readonly string[]): string[] {
  const parts = isRecord(document) ? (document['checks'] ?? document['components']) : undefined
  if (parts === undefined || parts === null) return []
  const named = isRecord(parts)
    ? Object.entries(parts)
    : asList(parts)?.map((part, at) => [nameOf(part, at), part] as const)
  // What stands there and can be read as no parts may be the worst of news.
  if (named === undefined) return ['checks']
  return named
    .filter(([, part]) => {
      const word = typeof part === 'string' ? part : readField(part, ['status', 'state'], asText)?.value
      return word === undefined || !(ok.includes(word) || word === 'unknown')
    })
    .map(([name]) => name)
}
