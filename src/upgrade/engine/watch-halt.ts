import {AssayError} from '#error/assay-error'
import {fencedNodes, toldOfFence} from '../model/fenced-nodes.ts'
import {nextCommand} from '../model/next-command.ts'
import {standingStill} from '../model/standing-still.ts'
import {hasChanged, isUnderWay} from '../model/upgrade-progress.ts'
import type {UpgradeWork} from './upgrade-work.ts'

/** What a driver cannot go on with, such as a disk that is full, must not hide that it ended in the middle. Throws `upgrade_halted` then, with what stands still, the state and the command that goes on. */
export async function watchHalt(work: UpgradeWork, part: () => Promise<void>): Promise<void> {
  try {
    await part()
  } catch (error) {
    const {plan, ledger} = work
    const progress = ledger.progress()
    const isBack = progress.state === 'rolling_back'
    const isInTheMiddle = isBack || (isUnderWay(progress.state) && hasChanged(plan, progress))
    if (!(error instanceof AssayError) || error.code === 'bug' || !isInTheMiddle) throw error
    throw haltedBy(error, work)
  }
}

function haltedBy(error: AssayError, {plan, ledger, id, setting}: UpgradeWork): AssayError {
  const progress = ledger.progress()
  const {state} = progress
  const still = standingStill(plan, progress)
  const stopped = still.length === 0 ? [] : [`${still.join(', ')} may stand still`]
  const what = state === 'rolling_back' ? ['the way back is not over'] : stopped
  const told = [...what, ...toldOfFence(fencedNodes(plan, progress))]
  const open = told.length === 0 ? 'the upgrade is not over' : told.join(', ')
  const next = nextCommand({state, id, plan}, setting.argv)
  return new AssayError('upgrade_halted', `${open}, and the driver cannot go on: ${error.message}`, {
    cause: error,
    hint: `Mend that, then go on. State ${state}, next: ${next}`,
  })
}
