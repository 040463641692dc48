import type {OpenKeyring} from '#keyring/keyring'
import {accountRow, useOutcome} from './account-report.ts'
import {openAccounts} from './open-accounts.ts'
import {namedOrigin, type PlaceOrder} from './place-order.ts'

/** Takes an account for owners, or by default. Throws `usage`, `account_unknown`, `package_missing`, `keyring_unavailable`. */
export async function chooseAccount(
  {url, account, owners}: PlaceOrder & {readonly owners: readonly string[]},
  {keyring}: {readonly keyring: OpenKeyring},
): Promise<ReturnType<typeof useOutcome>> {
  const origin = namedOrigin(url)
  const book = await openAccounts(await keyring()).use(origin, account, owners)
  return useOutcome(accountRow(origin, account, book))
}
