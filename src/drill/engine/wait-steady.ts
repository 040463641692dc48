import type {DrillPhase, DrillProbe} from '#contract/generated/types'
import {sleep} from '#random/timers'
import type {Observation} from '../model/expectation.ts'
import type {Truth} from '../model/truth.ts'
import {allTrue} from '../model/truth.ts'
import type {DrillContext} from './drill-context.ts'
import {checkAborts, probeOnce} from './probe-once.ts'

/** How the wait ended. `atMs`: when the first poll of the row that holds began. */
export interface SteadyEnd {
  readonly truth: Truth
  readonly atMs: number | undefined
  /** The probes that did not hold in the last poll. */
  readonly missing: readonly string[]
  readonly observations: ReadonlyMap<string, Observation>
}

/** What is waited for, and how long. */
export interface SteadyOrder {
  readonly phase: DrillPhase
  /** Milliseconds of the drill's course. */
  readonly untilMs: number
  /** Probes that must hold once all others hold in a row. */
  readonly alsoOnce: readonly DrillProbe[]
}

/** Polls the steady state until it holds as often in a row as the drill demands, or the time is over. */
export async function waitSteady(order: SteadyOrder, context: DrillContext): Promise<SteadyEnd> {
  const {drill, course, ports, signal} = context
  const {every_ms: everyMs, consecutive} = drill.steady_state
  const probes = drill.steady_state.probes.filter(({during}) => during !== 'fault')
  let row = 0
  let atMs: number | undefined
  for (;;) {
    const begunMs = course.nowMs
    await checkAborts(order.phase, context)
    const seen = await pollAll(probes, order.phase, context)
    row = seen.truth === 'true' ? row + 1 : 0
    if (row === 1) atMs = begunMs
    const isRow = row >= consecutive
    const last = isRow ? await pollAlso(order, context) : seen
    if (isRow && last.truth === 'true') return {...seen, truth: 'true', atMs, missing: []}
    if (isRow) row = 0
    if (course.nowMs >= order.untilMs) return {...last, truth: neverTrue(last.truth), atMs: undefined}
    await sleep(ports.clock, everyMs, signal)
  }
}

/** A row that was not yet long enough is no steady state. */
const neverTrue = (truth: Truth): Truth => (truth === 'true' ? 'false' : truth)

async function pollAlso({alsoOnce, phase}: SteadyOrder, context: DrillContext) {
  const last = await pollAll(alsoOnce, phase, context)
  return alsoOnce.length === 0 ? {...last, truth: 'true' as const} : last
}

async function pollAll(probes: readonly DrillProbe[], phase: DrillPhase, context: DrillContext) {
  const observations = new Map<string, Observation>()
  const truths: Truth[] = []
  const missing: string[] = []
  for (const probe of probes) {
    const {truth, observation} = await probeOnce(probe, phase, context)
    truths.push(truth)
    if (truth !== 'true') missing.push(probe.id)
    if (observation !== undefined) observations.set(probe.id, observation)
  }
  return {truth: allTrue(truths), missing, observations}
}
