import type {NodeUpgradeStep} from '#contract/generated/types'
import {seeUnchanged} from './check-again.ts'
import {conductNodes} from './conduct-nodes.ts'
import {runSteps} from './run-steps.ts'
import type {UpgradeWork} from './upgrade-work.ts'

/**
 * Drives an upgrade from where its ledger says that it is: each step is written down, on the disk, before it is done. A step that fails leads back if
 * anything was changed, and ends it if nothing was; one that stays open pauses. An interrupt pauses too, once no node stands still.
 */
export async function conductUpgrade(work: UpgradeWork, signal: AbortSignal): Promise<void> {
  const {plan, ledger} = work
  const phase = (wanted: NodeUpgradeStep['phase']) => plan.steps.filter((step) => step.phase === wanted)
  await ledger.append({kind: 'state', state: 'preparing', reason: ''})
  if (!(await runSteps(work, phase('prepare'), signal))) return
  await ledger.append({kind: 'state', state: 'stepping', reason: ''})
  if (!(await conductNodes(work, signal))) return
  await ledger.append({kind: 'state', state: 'closing', reason: ''})
  if (!(await runSteps(work, phase('close'), signal))) return
  if (!(await seeUnchanged(work, 'still'))) return
  await ledger.append({kind: 'state', state: 'rolled', reason: 'every node runs the new release, and was checked'})
}
