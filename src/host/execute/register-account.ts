import {AssayError} from '#error/assay-error'
import type {OpenKeyring} from '#keyring/keyring'
import {readAddressPolicy} from '#net/address-policy'
import type {Time} from '#random/timers'
import {isAccountName, isTokenWord} from '../account/account-name.ts'
import {accountRow, addOutcome} from '../account/account-report.ts'
import {openAccounts} from '../account/open-accounts.ts'
import {namedOrigin} from '../account/place-order.ts'
import {type AuthScheme, authorizationOf} from '../client/authorization.ts'
import {isOk} from '../client/host-client.ts'
import {openHostClient} from '../client/open-host-client.ts'
import {asText, readField} from '../model/field.ts'
import {openNetwork} from './open-network.ts'

/** An account that somebody wants to be kept. `url`: the base URL of the service; `account`: whose the token must be, if anybody said. */
interface AccountOrder {
  readonly url: string
  readonly account: string | undefined
  readonly scheme: AuthScheme
}

interface AccountPorts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly keyring: OpenKeyring
  readonly clock: Time
  /** Asks for the token, and registers it as a secret. */
  readonly askSecret: (prompt: string) => Promise<string>
}

/**
 * Asks the service whose token it is, and keeps it under that name. Nothing is kept of a token that is refused or of somebody else. Throws
 * `usage`, `unauthorized`, `wrong_service`, `unreachable`, `timeout`, `address_refused`, `cleartext_credentials`, `package_missing`,
 * `keyring_unavailable`.
 */
export async function registerAccount(
  order: AccountOrder,
  ports: AccountPorts,
  signal: AbortSignal,
): Promise<ReturnType<typeof addOutcome>> {
  const origin = namedOrigin(order.url)
  // Whoever has no keyring hears it before the token is typed and goes anywhere.
  const accounts = openAccounts(await ports.keyring())
  await accounts.book(origin)
  const token = await ports.askSecret(`Token for ${origin}: `)
  if (!isTokenWord(token)) {
    throw new AssayError('usage', 'what was given is no token: one word of 1 to 1024 printable characters', {
      hint: 'Type it when you are asked, or hand it over on standard input.',
    })
  }
  const account = await askWhose({...order, token}, ports, signal)
  if (order.account !== undefined && order.account !== account) {
    throw new AssayError('usage', `the token is of ${account}, and not of ${order.account}`, {
      hint: `Give a token of ${order.account}, or leave --account out to keep this one.`,
    })
  }
  const isNew = await accounts.keep(origin, account, token)
  return addOutcome(accountRow(origin, account, await accounts.book(origin)), isNew)
}

async function askWhose(
  {url, scheme, token}: AccountOrder & {readonly token: string},
  ports: AccountPorts,
  signal: AbortSignal,
): Promise<string> {
  const {http} = openNetwork(readAddressPolicy(ports.env), true, ports.clock)
  try {
    const client = openHostClient({baseUrl: url, authorization: authorizationOf(scheme, token)}, http, ports.clock)
    const reply = await client.ask({path: '/api/user'}, signal)
    if (reply.status === 401 || reply.status === 403) {
      throw new AssayError('unauthorized', 'the host refuses the token', {hint: 'Make a new one there and add that.'})
    }
    const name = isOk(reply) ? readField(reply.json, ['username', 'login', 'name'], asText)?.value : undefined
    if (name !== undefined && isAccountName(name)) return name
    throw new AssayError('wrong_service', 'the host does not say whose token it is', {
      hint: 'Check that /api/user of this URL is that of a hosting service.',
    })
  } finally {
    await http.close()
  }
}
