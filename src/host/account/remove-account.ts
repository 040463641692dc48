import type {OpenKeyring} from '#keyring/keyring'
import {removeOutcome} from './account-report.ts'
import {openAccounts} from './open-accounts.ts'
import {namedOrigin, type PlaceOrder} from './place-order.ts'

/** Removes an account and its token. Throws `usage`, `account_unknown`, `package_missing`, `keyring_unavailable`. */
export async function removeAccount(
  {url, account}: PlaceOrder,
  {keyring}: {readonly keyring: OpenKeyring},
): Promise<ReturnType<typeof removeOutcome>> {
  const origin = namedOrigin(url)
  return removeOutcome(origin, account, await openAccounts(await keyring()).remove(origin, account))
}
