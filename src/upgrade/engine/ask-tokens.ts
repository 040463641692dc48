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

/** Why a token that was good a moment ago may be refused. */
export function explainRefusal(work: Pick<UpgradeWork, 'plan' | 'ledger'>, node: string, detail: string): string {
  if (!UNAUTHORIZED.test(detail) || !restoredNodes(work).includes(node)) return detail
  return `${detail}; ${node} has the tokens of its backup again: give one that was good then, and the same line`
}

/** That a node of the upgrade answers a token with 401 now. Those that do not answer may be down, and are brought up by what follows. */
export async function findRefusal(
  {plan, sight, setting}: Pick<UpgradeWork, 'plan' | 'sight' | 'setting'>,
  signal: AbortSignal,
): Promise<AssayError | undefined> {
  for (const {name} of plan.nodes) {
    const reply = await sight.tell(name, {method: 'GET', path: OWN_PAGE}, signal)
    if (reply?.status === 401) return tokenRefusal(setting.target.profile, name)
  }
  return undefined
}
