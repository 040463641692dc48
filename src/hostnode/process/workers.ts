import type {NodeContext} from '../context/context.ts'
import type {ActiveFault} from '../fault/fault-table.ts'
import {undoHalves} from '../git/apply-halves.ts'
import {conductDeliveries} from '../hook/conduct-deliveries.ts'
import {numberArg} from '../model/fault-forms.ts'
import {storedWindows, storeWindows} from '../store/rate-table.ts'
import {noteOrderlyEnd} from '../transport/apply-pushes.ts'
import {recordPushes} from '../transport/record-pushes.ts'

/** What runs beside requests: started before the node serves; the function it gives is called once the last request is answered. */
export type NodeWorker = (context: NodeContext) => () => void | Promise<void>

const STORE_EVERY_MS = 1_000
const SWEEP_EVERY_MS = 60_000
const RETRY_EVERY_MS = 5_000
const LEAK_EVERY_MS = 1_000

/** Keeps the counts of requests over a restart. */
const rateWindows: NodeWorker = ({limiter, store, time, log}) => {
  limiter.restore(storedWindows(store, time.nowMs()))
  const keep = () => {
    const changed = limiter.takeChanged()
    try {
      storeWindows(store, changed, time.nowMs())
    } catch (error) {
      limiter.restoreChanged(changed)
      log.failure('the counts of requests were not stored', error)
    }
  }
  const stops = [time.every(STORE_EVERY_MS, keep), time.every(SWEEP_EVERY_MS, () => limiter.sweep())]
  return () => {
    for (const stop of stops) stop()
    keep()
  }
}

/** Records pushes that could not be when they came, and ends those that are left at the stop. */
const pushes: NodeWorker = (context) => {
  const {gitWork, time, log} = context
  const again = () => {
    for (const id of gitWork.pushes.doubtful())
      recordPushes(id, context).catch((error) => log.failure('a push is still not recorded', error))
  }
  const stopRetries = time.every(RETRY_EVERY_MS, again)
  return () => {
    stopRetries()
    return gitWork.children.stop().then(() => noteOrderlyEnd(context))
  }
}

/** Faults that are a state of the node: entered and left as they come and go. */
const faultStates: NodeWorker = ({faults, store, time}) => {
  const apply = () => store.holdSize(faults.first('store_full') !== undefined)
  faults.onChange(apply)
  const kept: Uint8Array[] = []
  let leaking: ActiveFault | undefined
  const stop = time.every(LEAK_EVERY_MS, () => {
    const fault = faults.first('leak')
    if (fault !== leaking) kept.length = 0
    leaking = fault
    // Written to, or the machine gives nothing away for it.
    if (fault !== undefined) kept.push(new Uint8Array(leakBytes(fault)).fill(1))
  })
  return () => {
    stop()
    store.holdSize(false)
  }
}

function leakBytes(fault: ActiveFault): number {
  return Math.round((numberArg(fault, 'mb_per_min') * 1024 * 1024 * LEAK_EVERY_MS) / 60_000)
}

/** Ends what a full disk cut in two, once there is room: nobody is to start the node anew for it. */
const halves: NodeWorker = ({repositories, time, log}) => {
  let turn = Promise.resolve()
  return time.every(STORE_EVERY_MS, () => {
    turn = turn.then(() =>
      undoHalves(repositories).catch((error) => log.failure('a half of a repository is still left', error)),
    )
  })
}

/** A worker is registered by its line here. */
export const WORKERS: readonly NodeWorker[] = [rateWindows, halves, pushes, conductDeliveries, faultStates]
