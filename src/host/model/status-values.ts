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
  const found = list.value.map((entry): Validator | undefined => {
    const id = readField(entry, ['pubkey', 'public_key', 'name', 'id'], asId)?.value
    const weight = readField(entry, ['weight', 'voting_power'], asCount)?.value ?? 1
    const connected = readField(entry, ['connected', 'is_connected'], asTruth)?.value
    return id === undefined ? undefined : {id, weight, connected}
  })
  return found.every((one) => one !== undefined) ? {value: found, path: list.path} : undefined
}

export interface Validator {
  readonly id: string
  readonly weight: number
  readonly connected: boolean | undefined
}

/** Parts of a health reply that are not well, by name; a part without a status counts. */
export function illParts(document: unknown, ok: readonly string[]): string[] {
  const parts = isRecord(document) ? (document['checks'] ?? document['components']) : undefined
  if (!isRecord(parts)) return []
  return Object.entries(parts)
    .filter(([, part]) => {
      const word = typeof part === 'string' ? part : readField(part, ['status', 'state'], asText)?.value
      return word === undefined || !(ok.includes(word) || word === 'unknown')
    })
    .map(([name]) => name)
}
