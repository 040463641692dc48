import {sha256} from '#digest/sha256'
import type {NodeStore} from '../store/node-store.ts'

const IDS = /^(?:usr|tok|key|repo|hook|dlv|evt)_[0-9a-z]{26}$/
/** Whole numbers below it are exact in every JSON reader. */
const ALL_NUMBERS = 2n ** 48n

/** Paths that name an object by its id, and the table that holds it. */
const PLACES = [
  [/^(\/api\/(?:user\/)?tokens\/)(\d{1,15})(?=[/?]|$)/, 'tokens'],
  [/^(\/api\/user\/keys\/)(\d{1,15})(?=[/?]|$)/, 'ssh_keys'],
  [/^(\/api\/repos\/[^/]+\/[^/]+\/hooks\/)(\d{1,15})(?=[/?]|$)/, 'hooks'],
  [/^(\/api\/repos\/[^/]+\/[^/]+\/hooks\/[^/]+\/deliveries\/)(\d{1,15})(?=[/?]|$)/, 'deliveries'],
] as const

/** An id of ours as a whole number, derived from its text: it stays the same over restarts and is stored nowhere. */
export function idNumber(id: string): number {
  return Number(BigInt(sha256(id).replace('sha256:', '0x')) % ALL_NUMBERS)
}

/** Whether a value is one of our ids that callers see. */
export function isObjectId(value: unknown): value is string {
  return typeof value === 'string' && IDS.test(value)
}

/** A path whose numeric ids are replaced with our own; a number that no object has stays. */
export function pathWithIds(path: string, store: Pick<NodeStore, 'all'>): string {
  let own = path
  for (const [form, table] of PLACES)
    own = own.replace(form, (whole, before: string, digits: string) => {
      const found = store.all(`SELECT id FROM ${table}`).find(({id}) => idNumber(String(id)) === Number(digits))
      return found === undefined ? whole : before + String(found['id'])
    })
  return own
}
