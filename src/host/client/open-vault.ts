import {AssayError} from '#error/assay-error'
import type {Keyring, OpenKeyring} from '#keyring/keyring'
import type {Vault} from './vault.ts'

const ABSENT = new Set(['keyring_unavailable', 'package_missing'])

/** A vault of one target, by its alias, apart from the accounts of people: what checks leave there is nobody's to use. A machine without a keyring keeps nothing. */
export function openVault(alias: string, open: OpenKeyring): Vault {
  const service = `assay-sentinel:${alias}`
  const ask = async <Value>(work: (keyring: Keyring) => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await work(await open())
    } catch (error) {
      if (error instanceof AssayError && ABSENT.has(error.code)) return undefined
      throw error
    }
  }
  return {
    find: (name) => ask((keyring) => keyring.find(service, name)),
    keep: async (name, secret) => {
      const kept = await ask(async (keyring) => {
        await keyring.keep(service, name, secret)
        return true
      })
      return kept ?? false
    },
  }
}
