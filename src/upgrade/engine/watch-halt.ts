import {AssayError} from '#error/assay-error'
import {nextCommand} from '../model/next-command.ts'
import {standingStill} from '../model/standing-still.ts'
import type {UpgradeWork} from './upgrade-work.ts'

/** What a driver cannot go on with, such as a disk that is full, must not hide that a node stands still or is half put back. Throws `upgrade_halted` then. */
export async function watchHalt(work: UpgradeWork, part: () => Promise<void>): Promise<void> {
  try {
    await part()
  } catch (error) {
    const {plan, ledger, id, setting} = work
    const progress = ledger.progress()
    const still = standingStill(plan, progress)
    const isBack = progress.state === 'rolling_back'
    if (!(error instanceof AssayError) || error.code === 'bug' || (still.length === 0 && !isBack)) throw error
    const what = isBack ? 'the way back is not over' : `${still.join(', ')} may stand still`
    const state = isBack ? 'rolling_back' : 'paused'
    const next = nextCommand({state, id, plan}, setting.argv)
    throw new AssayError('upgrade_halted', `${what}, and the driver cannot go on: ${error.message}`, {
      cause: error,
      ...(next !== null && {hint: `Mend that, then: ${next}`}),
    })
  }
}
