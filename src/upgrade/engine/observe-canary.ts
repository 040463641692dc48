import {judgeTraffic} from '#host/judge/judge-traffic'
import type {MetricSample} from '#host/model/prometheus'
import {trafficBetween} from '#host/model/traffic'
import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import {type ActEnd, bad, GOOD, open, type UpgradeWork} from './upgrade-work.ts'

const LOOK_AGAIN_MS = 5_000
const MOST_BAD = 3
/** A window in which too little was asked goes on, as many times as long at most. */
const MOST_LENGTHS = 3
const SERIES_FILE = 'results/canary.ndjson'

/** Which node, and what else must hold of it. */
export interface Canary {
  readonly node: string
  readonly ask: () => Promise<ActEnd>
}

/**
 * Watches a canary beside the nodes that are left, by what users ask of each: window after window until the time of the plan is over and the last window was good.
 * Three windows that are worse make it bad. One in which too little was asked to say anything leaves it open: what nobody uses is never gone on with.
 */
export async function observeCanary(work: UpgradeWork, canary: Canary, signal: AbortSignal): Promise<ActEnd> {
  const {plan, trial, ports} = work
  const {clock} = ports
  const kept = await trial.lines(SERIES_FILE, 'canary', 'result')
  const begun = clock.monotonicNs()
  let worse = 0
  for (let from = await readings(work, signal); ; ) {
    const window = await watchWindow(work, canary, from, signal)
    if (window.end !== undefined) return window.end
    const {state, detail, rows} = window.verdict
    kept.append({node: canary.node, at_s: elapsedMs(clock, begun) / 1000, state, detail, rows})
    await kept.flush()
    if (state === 'little') return open(detail)
    if (state === 'bad' && ++worse === MOST_BAD) return bad(detail)
    if (state === 'good' && elapsedMs(clock, begun) >= plan.observe_ms) return GOOD
    from = window.until
  }
}

type Readings = ReadonlyMap<string, readonly MetricSample[] | undefined>

async function readings({plan, sight}: UpgradeWork, signal: AbortSignal): Promise<Readings> {
  const read = plan.nodes.map(async ({name}) => [name, await sight.scrape(name, signal)] as const)
  return new Map(await Promise.all(read))
}

/** One window, longer where too little was asked in it; it ends early where the node is not well. */
async function watchWindow(work: UpgradeWork, {node, ask}: Canary, from: Readings, signal: AbortSignal) {
  const {plan, hands, ports} = work
  const begun = ports.clock.monotonicNs()
  for (let length = 1; ; length++) {
    for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
      const end = await ask()
      if (end.state !== 'good') return {end}
      if (hands.isAlive(node) === false) return {end: bad('its process ended')}
      left = length * plan.traffic_window_ms - elapsedMs(ports.clock, begun)
      if (left > 0) await sleep(ports.clock, Math.min(left, LOOK_AGAIN_MS), signal)
    }
    const until = await readings(work, signal)
    const traffic = (name: string) => trafficBetween(from.get(name), until.get(name))
    const peers = plan.nodes.filter(({name}) => name !== node).map(({name}) => traffic(name))
    const verdict = judgeTraffic(traffic(node), peers)
    if (verdict.state !== 'little' || length === MOST_LENGTHS) return {verdict, until}
  }
}
