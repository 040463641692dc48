import {AsyncEntry} from '@napi-rs/keyring'
import {AssayError} from '#error/assay-error'
import type {Keyring} from './keyring.ts'

/**
 * Without it the package falls back to the keyring of the Linux kernel, which forgets at the next start, and says nothing. Elsewhere it
 * means nothing.
 */
const PINNED = {linux: {store: 'secret-service'}} as const

/** Keychain on macOS, Credential Manager on Windows, the Secret Service of the desktop on Linux. */
export const systemKeyring: Keyring = {
  find: (service, account) => asked(async (entry) => (await entry.getPassword()) ?? undefined, service, account),
  keep: (service, account, secret) => asked((entry) => entry.setPassword(secret), service, account),
  remove: (service, account) => asked((entry) => entry.deleteCredential(), service, account),
}

async function asked<Value>(
  ask: (entry: AsyncEntry) => Promise<Value>,
  service: string,
  account: string,
): Promise<Value> {
  try {
    return await ask(new AsyncEntry(service, account, PINNED))
  } catch (error) {
    throw new AssayError('keyring_unavailable', 'no keyring of this system answers, or it is locked', {cause: error})
  }
}
