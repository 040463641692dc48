import {demandTokens} from '../engine/ask-tokens.ts'
import {demandUnchangedNodes} from '../engine/check-again.ts'
import {demandWayBack, isRestoring} from '../engine/revert-upgrade.ts'
import type {UpgradeWork} from '../engine/upgrade-work.ts'
import {standingStill} from '../model/standing-still.ts'
import {keptBefore} from '../site/keep-before.ts'
import type {PlannedUpgrade} from './plan-driver.ts'

/** What keeps a driver from being let at an upgrade that was begun, before it does or undoes anything. What is still to be asked: the token of nodes that did not answer, and nodes that were done, where another one must be brought up first. */
export async function demandDeed(
  {deed}: Pick<PlannedUpgrade, 'deed'>,
  work: UpgradeWork,
): Promise<Pick<UpgradeWork, 'unproven' | 'owesLook'>> {
  const unheard = new AbortController().signal
  const isBack = deed === 'revert' || work.ledger.progress().state === 'rolling_back'
  // Who begins was asked with the plan.
  const isAsked = deed !== 'begin' && !(isBack && isRestoring(work))
  const unproven = isAsked ? await demandTokens(work, unheard) : new Set<string>()
  if (deed === 'revert') await demandWayBack(work, unheard)
  if (deed === 'resume' && !isBack) demandBefore(work)
  const goesOn = deed === 'finalise' || (deed === 'resume' && !isBack)
  const owesLook = goesOn && standingStill(work.plan, work.ledger.progress()).length > 0
  if (goesOn && !owesLook) await demandUnchangedNodes(work)
  return {unproven, owesLook}
}

/** What was taken down of a node that is still to be checked: without it a good release would be put back. Throws `upgrade_unreadable`. */
function demandBefore({plan, ledger, folder, ports}: UpgradeWork): void {
  const {done} = ledger.progress()
  const awaited = plan.nodes.filter(({name}) => done.forth.has(`baseline:${name}`) && !done.forth.has(`check:${name}`))
  for (const {name} of awaited) keptBefore(folder, name, ports)
}
