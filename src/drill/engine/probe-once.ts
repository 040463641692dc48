import type {DrillExpectations, DrillPhase, DrillProbe} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {deadline} from '#random/timers'
import {deviations} from '../model/deviation.ts'
import {holds, holdsAtFirst, type Observation} from '../model/expectation.ts'
import type {Truth} from '../model/truth.ts'
import {PROBE_WAYS} from '../probe/probe-ways.ts'
import {DrillAborted, type DrillContext, NotMeasured} from './drill-context.ts'
import {filledWhole} from './filled-whole.ts'

/** A probe that takes longer saw nothing. */
const PROBE_MS = 30_000
/** Most characters kept of what a probe returned; the rest is in the files of the site. */
const MOST_TEXT = 2000

/** What a probe gave, and whether that is as expected. `why`: what kept it from giving anything. */
export interface Polled {
  readonly truth: Truth
  readonly observation: Observation | undefined
  readonly why?: string
}

type Asked = Pick<DrillProbe, 'probe' | 'args'> & {readonly id: string; readonly expect: DrillExpectations}

/** Asks one probe once and keeps what it gave. In the steady state before a fault there is nothing yet to compare with. */
export async function probeOnce(probe: Asked, phase: DrillPhase, context: DrillContext): Promise<Polled> {
  const {course, polls, before, signal} = context
  const {observation, why} = await observe(probe, context)
  signal.throwIfAborted()
  const known = before.get(probe.id)
  const truth =
    phase === 'steady' && known === undefined
      ? holdsAtFirst(probe.expect, observation)
      : holds(probe.expect, observation, known)
  const value = shortened(observation)
  polls.append({at_ms: Math.round(course.nowMs), phase, probe: probe.id, truth, value, ...(why !== undefined && {why})})
  return {truth, observation, ...(why !== undefined && {why})}
}

async function observe(
  {probe, args = {}}: Asked,
  {site, ports, signal}: DrillContext,
): Promise<Pick<Polled, 'observation' | 'why'>> {
  using late = deadline(ports.clock, PROBE_MS, () => 'the probe took too long')
  try {
    const within = AbortSignal.any([signal, late.signal])
    return {observation: await PROBE_WAYS[probe](filledWhole(args, site), {site, ports, signal: within})}
  } catch (error) {
    return {observation: undefined, why: ports.redactor.text(error instanceof Error ? error.message : String(error))}
  }
}

/** Throws `DrillAborted` as soon as an abort condition does not hold any more, or given nodes are not as they may be. Gives the conditions that could not be told. */
export async function checkAborts(phase: DrillPhase, context: DrillContext): Promise<string[]> {
  const trespass = await context.site.given?.trespass(context.signal)
  if (trespass !== undefined) throw new DrillAborted(trespass)
  const blind: string[] = []
  const isSteady = context.before.size > 0
  for (const [at, {reason, ...one}] of (context.drill.abort ?? []).entries()) {
    const id = `abort-${at + 1}`
    const {truth, observation} = await probeOnce({...one, id}, phase, context)
    if (truth === 'false') throw new DrillAborted(reason)
    if (truth === 'unknown') blind.push(id)
    // What must not change is held against what it was once all was steady.
    else if (observation !== undefined && isSteady && !context.before.has(id)) context.before.set(id, observation)
  }
  return blind
}

/**
 * Looks at what must not be touched. Throws `DrillAborted` where it was seen to be, and `NotMeasured` where it was not seen at all: that is no harm, and not
 * well either. What holds only while the fault is there is not asked in a sham, where nothing stops the calls that ask. `fromMs`: when the last fault was there.
 */
export async function checkHeld(phase: DrillPhase, fromMs: number, context: DrillContext): Promise<void> {
  const {drill, before, course, ports, isSham} = context
  for (const probe of drill.steady_state.probes) {
    if (probe.during === undefined || (isSham && probe.during === 'fault')) continue
    const known = before.get(probe.id)
    const {truth, observation, why} = await probeOnce(probe, phase, context)
    if (truth === 'true') continue
    const seen = observation === undefined ? why : deviations(probe.expect, observation, known).join('; ')
    const told = `${probe.id}, ${((course.nowMs - fromMs) / 1000).toFixed(1)} s after the fault: ${seen}`
    if (truth === 'unknown') throw new NotMeasured(ports.redactor.text(`not measured: ${told}`))
    throw new DrillAborted(ports.redactor.text(`not held: ${told}`), 'collateral')
  }
}

function shortened(observation: Observation | undefined): object | null {
  if (observation === undefined) return null
  const entries = Object.entries(observation).filter(([key]) => key !== 'json')
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? cutText(value, MOST_TEXT) : value]),
  )
}
