import type {EnvPresence} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {Order, SharedRequest} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import {type AddressPolicy, readAddressPolicy} from '#net/address-policy'
import {absolutePath} from '#path/safe-relative-path'
import {originOfUrl} from '../account/account-place.ts'
import {openAccounts} from '../account/open-accounts.ts'
import {CHECK_IDS} from '../check/checks.ts'
import {loadTarget} from '../client/load-target.ts'
import type {Target} from '../model/target.ts'

/** What both kinds of run about nodes need to know before they begin. */
export interface HostSetting {
  readonly target: Target
  readonly token: string | undefined
  /** Tokens of nodes with accounts of their own, by name of the node. */
  readonly nodeTokens: ReadonlyMap<string, string>
  readonly policy: AddressPolicy
  /** Absolute. */
  readonly workspace: string
  readonly argv: readonly string[]
  readonly envSummary: readonly EnvPresence[]
}

type TargetOrder = Order<SharedRequest & {readonly target?: string | undefined}>

/**
 * Reads the target and its token, which is a secret of the run from then on. Throws `usage` without a target, `target_invalid`,
 * `config_invalid` for a variable that is named and not set
 * and an account without a token, `package_missing`, `keyring_unavailable`, and as reading a document does.
 */
export async function loadSetting(order: TargetOrder, ports: MeasurementPorts): Promise<HostSetting> {
  return await settingOf(order, ports, 'needed')
}

/** Without the tokens that are not there, for who only looks. Throws as `loadSetting` does, but for those. */
export async function loadSettingToLook(order: TargetOrder, ports: MeasurementPorts): Promise<HostSetting> {
  return await settingOf(order, ports, 'welcome')
}

type TokenNeed = 'needed' | 'welcome'

async function settingOf(order: TargetOrder, ports: MeasurementPorts, need: TokenNeed): Promise<HostSetting> {
  const {request, workingDirectory, workspace} = order
  if (request.target === undefined) {
    throw new AssayError('usage', 'no target was named', {hint: 'Say which nodes with --target FILE.'})
  }
  const documents = {reader: ports.files.reader, redactor: ports.redactor}
  const target = await loadTarget(absolutePath(workingDirectory, request.target), CHECK_IDS, documents)
  const name = target.auth.token_env
  const isIn = (one: string | undefined) => one === undefined || need === 'needed' || Boolean(ports.env[one]?.trim())
  const token = isIn(name) ? await readToken(target, ports, need) : undefined
  const nodeTokens = readNodeTokens(target, isIn, ports)
  for (const one of [...(token === undefined ? [] : [token]), ...nodeTokens.values()]) ports.redactor.register(one)
  const named = [name, ...target.profile.nodes.map(({token_env}) => token_env)]
  const names = named.filter((one) => one !== undefined).filter(isIn)
  return {
    target,
    token,
    nodeTokens,
    policy: readAddressPolicy(ports.env),
    workspace: absolutePath(workingDirectory, workspace ?? '.'),
    argv: order.commandArgv,
    envSummary: [...new Set(names)].map((one) => ({name: one, present: true, source: 'environment', secret: true})),
  }
}

/** Reads the token from the variable or account that the target names. */
async function readToken(
  {auth, publicUrl}: Target,
  ports: MeasurementPorts,
  need: TokenNeed,
): Promise<string | undefined> {
  const {token_env: name, account} = auth
  if (account !== undefined) {
    const asked = readAccount(account, publicUrl, ports)
    return await (need === 'needed' ? asked : asked.catch(() => undefined))
  }
  return name === undefined ? undefined : tokenIn(name, ports)
}

function readNodeTokens(
  {profile}: Target,
  isIn: (variable: string) => boolean,
  ports: MeasurementPorts,
): ReadonlyMap<string, string> {
  return new Map(
    profile.nodes.flatMap(({name, token_env}) =>
      token_env === undefined || !isIn(token_env) ? [] : [[name, tokenIn(token_env, ports)]],
    ),
  )
}

/** What may follow `Bearer` in a header. */
const OF_A_HEADER = /^[\x21-\x7e]+$/

function tokenIn(name: string, {env}: MeasurementPorts): string {
  const token = env[name]?.trim()
  if (token && !OF_A_HEADER.test(token)) {
    throw new AssayError(
      'config_invalid',
      `the variable ${name} holds no token: it has signs that no request can carry`,
      {
        hint: 'Give the token alone, without quotes, line breaks or letters beyond ASCII.',
      },
    )
  }
  if (token) return token
  throw new AssayError('config_invalid', `the variable ${name} that the target names for its token is not set`)
}

async function readAccount(account: string, publicUrl: string, {keyring}: MeasurementPorts): Promise<string> {
  const origin = originOfUrl(publicUrl)
  const token = origin && (await openAccounts(await keyring()).token(origin, account))
  if (token) return token
  throw new AssayError('config_invalid', 'the keyring has no token of the account that the target names', {
    given: account,
    hint: `assay node account add --host ${origin ?? 'URL'}`,
  })
}
