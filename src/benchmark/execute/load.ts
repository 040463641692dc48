import type {Load} from '../clock/measure-operation.ts'
import type {PlannedItem} from '../model/ledger.ts'
import type {LoadSettings} from '../model/settings.ts'

/** The load that is put on an item. A media operation that costs money is sent once. */
export function itemLoad({operation}: Pick<PlannedItem, 'operation'>, settings: LoadSettings): Load {
  const {iterations, durationNs, pacing, warmUp} = settings
  if (settings.media === 'live' && operation !== 'health') {
    return {iterations: 1, pacing: {mode: 'closed', concurrency: 1}, warmUp: 0}
  }
  return {iterations, pacing, warmUp, ...(durationNs !== undefined && {durationNs})}
}
