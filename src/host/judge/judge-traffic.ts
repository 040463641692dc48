import {sumTraffic, type Traffic, timesOf} from '../model/traffic.ts'
import {compareRefusals} from './compare-refusals.ts'
import {type ComparedMetric, compareErrors, compareTimes} from './compare-windows.ts'

/** What a window says of a node beside its peers. `little`: too little was asked of one side to say anything. */
export interface TrafficVerdict {
  readonly state: 'good' | 'bad' | 'little'
  readonly detail: string
  readonly rows: readonly ComparedMetric[]
}

/**
 * Whether users are served as well by a node as by its peers in the same time: by the share of failures, by what of each route is refused, and by the times of each
 * that both sides were asked for. Undefined is a node that could not be read. Nothing is good that was not used, nor where it serves nothing of what its peers do.
 */
export function judgeTraffic(canary: Traffic | undefined, peers: readonly (Traffic | undefined)[]): TrafficVerdict {
  const read = peers.filter((one) => one !== undefined)
  if (canary === undefined || read.length < peers.length || read.length === 0)
    return little('the metrics of a node do not tell what users asked of it')
  const beside = sumTraffic(read)
  if (canary.requests.total === 0) return little('nobody uses it: there were no requests')
  const rows = [
    ...compareErrors(beside.requests, canary.requests),
    ...compareRefusals(read, canary),
    ...timeRows(beside, canary),
  ]
  const worse = rows.filter(({state}) => state === 'fail')
  if (worse.length > 0) return {state: 'bad', detail: `worse than beside it: ${named(worse)}`, rows}
  const unserved = rows.filter(({metric}) => metric.startsWith('served.'))
  if (unserved.length > 0) return {...little(`it serves nothing of what is served beside it: ${named(unserved)}`), rows}
  const isTimed = rows.some(({metric, state}) => metric.startsWith('latency.') && isKnown(state))
  const isCounted = rows.some(({metric, state}) => metric === 'errors' && isKnown(state))
  if (isTimed && isCounted) return {state: 'good', detail: '', rows}
  const lacking = isCounted ? 'too few good answers of each route, out of all requests' : 'too few requests'
  return {...little(`${lacking}: ${askedOf(canary)} at it, ${askedOf(beside)} beside it`), rows}
}

const little = (detail: string): TrafficVerdict => ({state: 'little', detail, rows: []})
const isKnown = (state: ComparedMetric['state']) => state === 'pass' || state === 'improved'

function timeRows(beside: Traffic, canary: Traffic): ComparedMetric[] {
  const routes = [...canary.routes.keys()].sort()
  const times = (side: Traffic) => routes.map((kind) => ({kind, ms: timesOf(side.routes.get(kind) ?? [])}))
  return compareTimes(times(beside), times(canary))
}

/** A release that refuses everything is worse by every route: some of them tell it. */
const MOST_NAMED = 4

function named(rows: readonly ComparedMetric[]): string {
  const told = rows.map(({metric, reason}) => (reason === undefined ? metric : `${metric} (${reason})`))
  const left = told.length - MOST_NAMED
  return [...told.filter((_, at) => at < MOST_NAMED), ...(left > 0 ? [`and ${left} more`] : [])].join(', ')
}

/** How much was asked, and what of it was refused. */
function askedOf({requests, answers}: Traffic): string {
  const refused = [...answers.values()].reduce((sum, one) => sum + one.refused, 0)
  return refused === 0 ? String(requests.total) : `${requests.total} (${refused} of them refused)`
}
