import type {AssayError} from '#error/assay-error'
import {OWN_PAGE, tokenRefusal} from '#host/client/token-refusal'
import type {UpgradeWork} from './upgrade-work.ts'

const UNAUTHORIZED = /\b401\b/

/** The nodes whose data were put back, and with them every token as it was at the time of the backup. */
export function restoredNodes({plan, ledger}: Pick<UpgradeWork, 'plan' | 'ledger'>): string[] {
  const {back} = ledger.progress().done
  return plan.nodes.map(({name}) => name).filter((name) => back.has(`restore_data:${name}`))
}

/** What whoever reads of a rollback must know of data that were put back; nothing where none were. */
export function toldOfRestored(nodes: readonly string[]): string[] {
  if (nodes.length === 0) return []
  const what =
    'what was written since is lost, and tokens that were revoked since are good again: revoke them once more'
  return [`${nodes.join(', ')} ${nodes.length === 1 ? 'has' : 'have'} the data of the backup: ${what}`]
}

/** Why a token may be refused that nothing says is wrong with the node. */
export function explainRefusal(
  work: Pick<UpgradeWork, 'plan' | 'ledger' | 'unproven'>,
  node: string,
  detail: string,
): string {
  if (!UNAUTHORIZED.test(detail)) return detail
  if (restoredNodes(work).includes(node))
    return `${detail}; ${node} has the tokens of its backup again: give one that was good then, and the same line`
  return work.unproven?.has(node) ? `${detail}; give a token that ${node} takes, and the same line` : detail
}

type Asked = Pick<UpgradeWork, 'sight' | 'setting'>

/** That a node answers a token with 401 now; undefined, too, where it does not answer. */
export async function refusalOf(asked: Asked, name: string, signal: AbortSignal): Promise<AssayError | undefined> {
  return (await answerToToken(asked, name, signal)) === 401
    ? tokenRefusal(asked.setting.target.profile, name)
    : undefined
}

/** Asks each node of the upgrade for the token, before anything is done or undone. Those that do not answer may be down, and are brought up by what follows: their names. Throws `unauthorized`. */
export async function demandTokens(
  work: Asked & Pick<UpgradeWork, 'plan'>,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const unproven = new Set<string>()
  for (const {name} of work.plan.nodes) {
    const status = await answerToToken(work, name, signal)
    if (status === 401) throw tokenRefusal(work.setting.target.profile, name)
    if (status === undefined) unproven.add(name)
  }
  return unproven
}

/** The status of the page that everybody has who is somebody; undefined where the node does not answer, 200 where there is no token to be refused. */
async function answerToToken({sight, setting}: Asked, name: string, signal: AbortSignal): Promise<number | undefined> {
  const {token, nodeTokens} = setting
  if (token === undefined && !nodeTokens.has(name)) return 200
  return (await sight.tell(name, {method: 'GET', path: OWN_PAGE}, signal))?.status
}
