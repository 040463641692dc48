import type {DrillExpectations, DrillPhase, DrillProbe} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {deadline} from '#random/timers'
import {holds, holdsAtFirst, type Observation} from '../model/expectation.ts'
import type {Truth} from '../model/truth.ts'
import {PROBE_WAYS} from '../probe/probe-ways.ts'
import {DrillAborted, type DrillContext} from './drill-context.ts'

/** A probe that takes longer saw nothing. */
const PROBE_MS = 30_000
/** Of what a probe gave, so much is kept: the rest is in the files of the site. */
const MOST_TEXT = 2000

/** What a probe gave, and whether that is as expected. */
export interface Polled {
  readonly truth: Truth
  readonly observation: Observation | undefined
}

type Asked = Pick<DrillProbe, 'probe' | 'args'> & {readonly id: string; readonly expect: DrillExpectations}

/** Asks one probe once and keeps what it gave. In the steady state before a fault there is nothing yet to compare with. */
export async function probeOnce(probe: Asked, phase: DrillPhase, context: DrillContext): Promise<Polled> {
  const {course, polls, before, signal} = context
  const observation = await observe(probe, context)
  signal.throwIfAborted()
  const known = before.get(probe.id)
  const truth =
    phase === 'steady' && known === undefined
      ? holdsAtFirst(probe.expect, observation)
      : holds(probe.expect, observation, known)
  polls.append({at_ms: Math.round(course.nowMs), phase, probe: probe.id, truth, value: shortened(observation)})
  return {truth, observation}
}

async function observe(
  {probe, args = {}}: Asked,
  {site, ports, signal}: DrillContext,
): Promise<Observation | undefined> {
  using late = deadline(ports.clock, PROBE_MS, () => 'the probe took too long')
  try {
    const within = AbortSignal.any([signal, late.signal])
    return await PROBE_WAYS[probe](site.filled(args), {site, ports, signal: within})
  } catch {
    return undefined
  }
}

/** Throws `DrillAborted` as soon as an abort condition does not hold any more, or given nodes are not as they may be. One that saw nothing says nothing. */
export async function checkAborts(phase: DrillPhase, context: DrillContext): Promise<void> {
  const trespass = await context.site.given?.trespass(context.signal)
  if (trespass !== undefined) throw new DrillAborted(trespass)
  for (const [at, {reason, ...one}] of (context.drill.abort ?? []).entries()) {
    const {truth} = await probeOnce({...one, id: `abort-${at + 1}`}, phase, context)
    if (truth === 'false') throw new DrillAborted(reason)
  }
}

/**
 * Throws `DrillAborted` where something that must not be touched was: what is not known to hold counts as touched. What holds only while the fault is there
 * is not asked in a sham, where nothing stops the calls that ask.
 */
export async function checkHeld(phase: DrillPhase, context: DrillContext): Promise<void> {
  for (const probe of context.drill.steady_state.probes) {
    if (probe.during === undefined || (context.isSham && probe.during === 'fault')) continue
    const {truth} = await probeOnce(probe, phase, context)
    if (truth !== 'true') throw new DrillAborted(`${probe.id} does not hold while the fault is there`, 'collateral')
  }
}

function shortened(observation: Observation | undefined): object | null {
  if (observation === undefined) return null
  const entries = Object.entries(observation).filter(([key]) => key !== 'json')
  return Object.fromEntries(
    entries.map(([key, value]) => [key, typeof value === 'string' ? cutText(value, MOST_TEXT) : value]),
  )
}
