import {AssayError} from '#error/assay-error'
import type {Keyring, OpenKeyring} from './keyring.ts'

const PACKAGE = '@napi-rs/keyring'

/** The keyring of this system. It comes with an optional package with compiled parts: missing, or not for this machine, is one thing to do. */
export const openKeyring: OpenKeyring = () =>
  loadKeyring(async () => (await import('./system-keyring.ts')).systemKeyring)

/** Throws `package_missing` where `load` cannot load. */
export async function loadKeyring(load: () => Promise<Keyring>): Promise<Keyring> {
  try {
    return await load()
  } catch (error) {
    throw new AssayError('package_missing', `the system keyring needs the package ${PACKAGE}, which cannot be loaded`, {
      hint: `npm install ${PACKAGE}`,
      cause: error,
    })
  }
}
