import {record} from '#contract/json'
import {longestChanged, withNan} from './bent-json.ts'
import type {BridgeReply} from './bridge-service.ts'
import type {FaultName, FaultOptions} from './fault-step.ts'

const TRACEBACK = 'Traceback (most recent call last):\n  File "model.py", line 7\nValueError: bad candidates'
/** An array of Python objects: a pickle. */
const PICKLED = {dtype: '|O', shape: [1], b64: 'gAROLg=='}

/** What an ill bridge says instead of a good reply, as text; undefined for faults that are not of the reply. */
export function bentEnvelope(fault: FaultName, good: BridgeReply, options: FaultOptions): string | undefined {
  const failed = (code: string, message: string, retryable = false) =>
    JSON.stringify({v: 1, id: good.id, ok: false, error: {code, message, retryable}})
  const changed = (result: unknown) => JSON.stringify({...good, result})
  switch (fault) {
    case 'unauthorized':
      return failed('unauthorized', 'bad token')
    case 'rate_limit':
      return failed('rate_limited', 'slow down', true)
    case 'busy':
    case 'unavailable_then_ok':
      return failed('busy', 'still loading', true)
    case 'in_band_error':
      return failed('upstream_error', options.text ?? TRACEBACK)
    case 'empty_error':
      return failed('upstream_error', '')
    case 'echo_secret':
      return failed('upstream_error', `refused ${options.text ?? ''}`)
    case 'nan':
      return `{"v":1,"id":${JSON.stringify(good.id)},"ok":true,"result":${withNan(good.result)}}`
    case 'wrong_count':
      return changed(longestChanged(good.result, (list) => list.slice(1)))
    case 'wrong_shape':
      return changed(longestChanged(good.result, (list) => [[list]]))
    case 'object_dtype':
      return changed(longestChanged(good.result, () => PICKLED))
    case 'lying_best_index':
      return changed({...record(good.result), best_index: worstOf(good.result)})
    case 'wrong_dialect':
      return isHello(good) ? changed({...record(good.result), protocol: 2}) : JSON.stringify({...good, v: 2})
    default:
      return undefined
  }
}

function isHello({result}: BridgeReply): boolean {
  return record(result)?.['protocol'] !== undefined
}

function worstOf(result: unknown): number {
  const scores = record(result)?.['scores']
  return Array.isArray(scores) ? scores.indexOf(Math.max(...scores)) : 0
}
