import {AssayError} from '#error/assay-error'
import type {OpenKeyring} from '#keyring/keyring'
import {isAccountName, isTokenWord} from './account-name.ts'
import {accountOrigin, isClosedWay} from './account-place.ts'
import {type GitCredential, gitAnswer, ownerOfPath, parseGitCredential} from './git-credential.ts'
import {type Accounts, openAccounts} from './open-accounts.ts'

const OPERATIONS = ['get', 'store', 'erase'] as const
type Operation = (typeof OPERATIONS)[number]

/** What git asks: its word and what it wrote. */
export interface CredentialCall {
  readonly operation: string | undefined
  readonly input: Uint8Array
}

/**
 * What a credential helper answers, for standard output; empty where it has nothing to say. The keyring is opened only where there may be
 * something to say. Throws `invalid_input` for what is not git's protocol, `package_missing`, `keyring_unavailable`.
 *
 * Source: gitcredentials(7), "CUSTOM HELPERS".
 */
export async function serveCredential({operation, input}: CredentialCall, open: OpenKeyring): Promise<string> {
  const known = OPERATIONS.find((one) => one === operation)
  if (known === undefined) return ''
  const said = parseGitCredential(input)
  if (said === undefined) throw new AssayError('invalid_input', 'standard input is not what git writes to a helper')
  const origin = accountOrigin(said.protocol ?? '', said.host ?? '')
  if (origin === undefined || !isNamed(said) || !(known === 'erase' || isClosedWay(origin))) return ''
  if (known !== 'get' && said.password === undefined) return ''
  return await SERVED[known](said, origin, openAccounts(await open()))
}

const isNamed = ({username}: GitCredential) => username === undefined || isAccountName(username)

type Serve = (said: GitCredential, origin: string, accounts: Accounts) => Promise<string>

const SERVED: Readonly<Record<Operation, Serve>> = {
  get: async (said, origin, accounts) => {
    const account = await accountOf(said, origin, accounts)
    const token = account === undefined ? undefined : await accounts.token(origin, account)
    if (account === undefined || token === undefined || !isAccountName(account) || !isTokenWord(token)) return ''
    return gitAnswer(account, token)
  },
  store: async ({username, password = ''}, origin, accounts) => {
    if (username !== undefined && isTokenWord(password)) await accounts.keep(origin, username, password)
    return ''
  },
  /** Git tells every helper what was refused, also what another one had given. */
  erase: async (said, origin, accounts) => {
    const account = await accountOf(said, origin, accounts)
    if (account !== undefined && (await accounts.token(origin, account)) === said.password)
      await accounts.forget(origin, account)
    return ''
  },
}

async function accountOf(
  {username, path}: GitCredential,
  origin: string,
  accounts: Accounts,
): Promise<string | undefined> {
  return username ?? (await accounts.choose(origin, ownerOfPath(path)))
}
