import {AssayError} from '#error/assay-error'
import {fencedNodes, toldOfFence} from '../model/fenced-nodes.ts'
import {nextCommand} from '../model/next-command.ts'
import {standingStill} from '../model/standing-still.ts'
import {hasChanged, isUnderWay} from '../model/upgrade-progress.ts'
import type {UpgradeWork} from './upgrade-work.ts'

/** What a driver cannot go on with, such as a disk that is full, must not hide that it ended in the middle. Throws `upgrade_halted` then, with what stands still; each error of an upgrade that is not over has the state and the command that goes on. */
export async function watchHalt(work: UpgradeWork, part: () => Promise<void>): Promise<void> {
  try {
    await part()
  } catch (error) {
    const {plan, ledger} = work
    const progress = ledger.progress()
    const {state} = progress
    if (!(error instanceof AssayError) || error.code === 'bug' || !isUnderWay(state)) throw error
    const isInTheMiddle = state === 'rolling_back' || hasChanged(plan, progress)
    throw isInTheMiddle ? haltedBy(error, work) : withNext(error, work)
  }
}

function haltedBy(error: AssayError, work: UpgradeWork): AssayError {
  const {plan, ledger} = work
  const progress = ledger.progress()
  const still = standingStill(plan, progress)
  const stopped = still.length === 0 ? [] : [`${still.join(', ')} may stand still`]
  const what = progress.state === 'rolling_back' ? ['the way back is not over'] : stopped
  const told = [...what, ...toldOfFence(fencedNodes(plan, progress))]
  const open = told.length === 0 ? 'the upgrade is not over' : told.join(', ')
  return new AssayError('upgrade_halted', `${open}, and the driver cannot go on: ${error.message}`, {
    cause: error,
    hint: `Mend that, then go on. ${nextOf(work)}`,
  })
}

/** Nothing was changed: it is no worse than the error says, and yet the line that began it would be refused. */
function withNext(error: AssayError, work: UpgradeWork): AssayError {
  const {code, message, hint, detail} = error
  return new AssayError(code, message, {cause: error, detail, hint: `${hint} ${nextOf(work)}`})
}

function nextOf({plan, ledger, id, setting}: UpgradeWork): string {
  const {state} = ledger.progress()
  return `State ${state}, next: ${nextCommand({state, id, plan}, setting.argv)}`
}
