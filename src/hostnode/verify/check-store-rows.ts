import {sha256} from '#digest/sha256'
import type {SecretBox} from '../model/hook-desk.ts'
import {isObjectName, nameKey} from '../model/object-names.ts'
import {isScope} from '../model/scopes.ts'
import {parseSshKey} from '../model/ssh-keys.ts'
import type {NodeStore, StoreRow} from '../store/node-store.ts'
import {type DataFinding, storeFinding} from './findings.ts'

/** A hook whose secret was given up with the key of a lost node: it sends nothing. */
export const SECRET_LOST = 'secret_lost'
const DIGEST_BYTES = 32

const RULES: readonly {readonly sql: string; readonly what: string; readonly holds: (row: StoreRow) => boolean}[] = [
  {
    sql: 'SELECT id, username AS name, username_key AS name_key FROM users',
    what: 'the name of a user does not fit its key',
    holds: isNamed,
  },
  {
    sql: 'SELECT id, name, name_key FROM repositories',
    what: 'the name of a repository does not fit its key',
    holds: isNamed,
  },
  {
    sql: 'SELECT id, key, fingerprint FROM ssh_keys',
    what: 'a key does not have its fingerprint',
    holds: ({key, fingerprint}) => {
      const parsed = parseSshKey(String(key))
      return !('wrong' in parsed) && parsed.fingerprint === fingerprint
    },
  },
  {
    sql: 'SELECT id, digest, scopes FROM tokens',
    what: 'a token has no digest of 32 bytes, or scopes that are none',
    holds: ({digest, scopes}) =>
      digest instanceof Uint8Array && digest.length === DIGEST_BYTES && scopesOf(String(scopes)).every(isScope),
  },
]

/** What rows tell twice must agree: a changed byte that no index covers is seen by that alone. */
export function checkStoreRows(store: NodeStore): DataFinding[] {
  return RULES.flatMap(({sql, what, holds}) =>
    store
      .all(sql)
      .filter((row) => !holds(row))
      .map(({id}) => storeFinding('row_wrong', what, String(id))),
  )
}

/** Whether each body that is sent again is the one that was signed. */
export function checkBodies(store: NodeStore): DataFinding[] {
  const ids = store.all('SELECT id FROM deliveries ORDER BY id').map(({id}) => String(id))
  return ids.flatMap((id) => {
    const row = store.one('SELECT body, body_sha256 FROM deliveries WHERE id = ?', id)
    const body = row?.['body']
    const isSame = body instanceof Uint8Array && sha256(body) === row?.['body_sha256']
    return isSame ? [] : [storeFinding('body_damaged', 'the body of a delivery does not have its digest', id)]
  })
}

/** Whether each secret opens with the key of the node; without a key none does. */
export function checkSecrets(store: NodeStore, box: SecretBox | undefined): DataFinding[] {
  return store
    .all('SELECT id, secret FROM hooks WHERE disabled_reason IS NOT ?', SECRET_LOST)
    .filter(({id, secret}) => !(secret instanceof Uint8Array) || box?.open(String(id), secret) === undefined)
    .map(({id}) => storeFinding('secret_lost', 'the secret of a hook does not open with keys/secrets.key', String(id)))
}

function isNamed({name, name_key}: StoreRow): boolean {
  return isObjectName(String(name)) && nameKey(String(name)) === name_key
}

function scopesOf(text: string): string[] {
  return text.split(' ').filter(Boolean)
}
