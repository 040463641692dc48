import type {NodeRollbackNode, NodeRollbackStep, NodeUpgradePlan} from '#contract/generated/types'
import type {BackAct, BackStep} from './back-steps.ts'
import type {UpgradeEntry} from './upgrade-progress.ts'

/** An entry of the ledger with the time of its record. */
export interface TimedEntry {
  readonly at: string
  readonly entry: UpgradeEntry
}

/** A step of the way back, with what it does in words. */
export const toldBackStep = ({id, act, node}: BackStep, {from}: Pick<NodeUpgradePlan, 'from'>): NodeRollbackStep => ({
  id,
  act,
  node,
  does: act === 'restore_program' ? `the program of ${from} is installed again` : DOES[act],
})

const DOES: Readonly<Record<Exclude<BackAct, 'restore_program'>, string>> = {
  switch_back: 'users are led back to the old node',
  green_remove: 'the new node is taken away',
  room: 'waits until so many others are in step that it may be away',
  stop: 'the node is stopped: from here on nobody is served by it',
  restore_data: 'its backup takes the place of its data',
  start: 'the node is started',
  ready: 'waits until it is ready and runs the release before',
  synced: 'waits until it is in step with the others',
  unfence: 'writes are let in again',
  check: 'its release, its data and its accounts are held against those of before',
}

/** What the way back does to the data of a node, or did already, and why. */
export function dataFate(
  {strategy, data_change}: Pick<NodeUpgradePlan, 'strategy' | 'data_change'>,
  steps: readonly BackStep[],
  {name, moved, isRestored}: {readonly name: string; readonly moved: string | undefined; readonly isRestored: boolean},
): Pick<NodeRollbackNode, 'data' | 'why'> {
  const has = (act: BackAct) => steps.some((step) => step.act === act && step.node === name)
  if (has('restore_data'))
    return {data: 'restored', why: data_change === 'none' ? (moved ?? null) : 'the new release moves the data'}
  // What it runs on are the data of then, whatever is still to be done.
  if (isRestored) return {data: 'restored', why: PUT_BACK}
  return {data: strategy === 'blue-green' && has('switch_back') ? 'beside' : 'kept', why: null}
}

const PUT_BACK = 'it was put back already'

/** When the backup of a node was made, by the record of its end. */
export const backupTime = (entries: readonly TimedEntry[], node: string): string | undefined =>
  timeOfLast(entries, ({kind}, step) => kind === 'end' && step === `backup:${node}`)

/** How long a node stood still on the way to the new release; undefined where it did not, or is not ready yet. */
export function stoodStillMs(entries: readonly TimedEntry[], node: string): number | undefined {
  const begun = timeOfLast(entries, ({kind}, step) => kind === 'intent' && step === `stop:${node}`)
  const ended = timeOfLast(entries, ({kind}, step) => kind === 'end' && step === `ready:${node}`)
  const ms = begun === undefined || ended === undefined ? -1 : Date.parse(ended) - Date.parse(begun)
  return ms < 0 ? undefined : ms
}

function timeOfLast(
  entries: readonly TimedEntry[],
  isMeant: (entry: UpgradeEntry, step: string) => boolean,
): string | undefined {
  const isForth = ({entry}: TimedEntry) => 'way' in entry && entry.way === 'forth' && isMeant(entry, entry.step)
  return entries.findLast(isForth)?.at
}
