import type {Settings} from '../plan/settings.ts'
import type {PlannedItem} from '../result/ledger.ts'
import type {Load} from './measure-operation.ts'

/** What is asked of an item. A media operation that costs money is sent once. */
export function loadOf({operation}: Pick<PlannedItem, 'operation'>, settings: Settings): Load {
  const {iterations, durationNs, pacing, warmUp} = settings
  if (settings.media === 'live' && operation !== 'health') {
    return {iterations: 1, pacing: {mode: 'closed', concurrency: 1}, warmUp: 0}
  }
  return {iterations, pacing, warmUp, ...(durationNs !== undefined && {durationNs})}
}
