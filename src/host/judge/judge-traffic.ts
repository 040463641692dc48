import {sumTraffic, type Traffic, timesOf} from '../model/traffic.ts'
import {type ComparedMetric, compareErrors, compareTimes} from './compare-windows.ts'

/** What a window says of a node beside its peers. `little`: too little was asked of one side to say anything. */
export interface TrafficVerdict {
  readonly state: 'good' | 'bad' | 'little'
  readonly detail: string
  readonly rows: readonly ComparedMetric[]
}

/**
 * Whether users are served as well by a node as by its peers in the same time: by the share of failures, and by the times of each route that both sides were asked
 * for. Undefined is a node that could not be read. Nothing is good that was not used.
 */
export function judgeTraffic(canary: Traffic | undefined, peers: readonly (Traffic | undefined)[]): TrafficVerdict {
  const read = peers.filter((one) => one !== undefined)
  if (canary === undefined || read.length < peers.length || read.length === 0)
    return little('the metrics of a node do not tell what users asked of it')
  const beside = sumTraffic(read)
  if (canary.requests.total === 0) return little('nobody uses it: there were no requests')
  const routes = [...canary.routes.keys()].sort()
  const times = (side: Traffic) => routes.map((kind) => ({kind, ms: timesOf(side.routes.get(kind) ?? [])}))
  const rows = [...compareErrors(beside.requests, canary.requests), ...compareTimes(times(beside), times(canary))]
  const worse = rows.filter(({state}) => state === 'fail').map(({metric}) => metric)
  if (worse.length > 0) return {state: 'bad', detail: `worse than beside it: ${worse.join(', ')}`, rows}
  const isTimed = rows.some(({metric, state}) => metric.startsWith('latency.') && isKnown(state))
  const isCounted = rows.some(({metric, state}) => metric === 'errors' && isKnown(state))
  if (isTimed && isCounted) return {state: 'good', detail: '', rows}
  const {total} = canary.requests
  return {...little(`too few requests: ${total} at it, ${beside.requests.total} beside it`), rows}
}

const little = (detail: string): TrafficVerdict => ({state: 'little', detail, rows: []})
const isKnown = (state: ComparedMetric['state']) => state === 'pass' || state === 'improved'
