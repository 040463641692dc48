import type {NodeAccount} from '#contract/generated/types'
import type {OpenKeyring} from '#keyring/keyring'
import {accountListOutcome, accountRow} from './account-report.ts'
import {type Accounts, openAccounts} from './open-accounts.ts'
import {namedOrigin} from './place-order.ts'

/** Every account of one place, or of all. Throws `usage`, `package_missing`, `keyring_unavailable`. */
export async function showAccounts(
  url: string | undefined,
  {keyring}: {readonly keyring: OpenKeyring},
): Promise<ReturnType<typeof accountListOutcome>> {
  const only = url === undefined ? undefined : namedOrigin(url)
  const accounts = openAccounts(await keyring())
  const rows: NodeAccount[] = []
  for (const place of only === undefined ? await accounts.places() : [only]) {
    rows.push(...(await readRows(place, accounts)))
  }
  return accountListOutcome(rows)
}

async function readRows(place: string, accounts: Accounts): Promise<NodeAccount[]> {
  const book = await accounts.book(place)
  const rows: NodeAccount[] = []
  for (const account of book.accounts) {
    const kept = (await accounts.token(place, account)) !== undefined
    rows.push({...accountRow(place, account, book), kept})
  }
  return rows
}
