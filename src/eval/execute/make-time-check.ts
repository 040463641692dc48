import {type Clock, elapsedMs} from '#random/clock'
import type {Environment} from '#world/model/environment'
import {probeAction, probeWorld} from '../kit/contract-input.ts'
import {type Course, notRun, type ReadyCell, type SuiteCells, TOO_SLOW} from '../kit/course.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {Subject} from '../model/subject.ts'
import {spokenTime} from '../report/suggested-commands.ts'

/** Calls by which the pace of a provider is known; none of them a question that it was asked before, which it may remember. */
const TRIED = 5
const FIRST_EPISODE = 3_000_000
/** Work of less than this is not worth a word. */
const WORTH_TELLING_MS = 60_000

export interface TimeContext {
  readonly clock: Pick<Clock, 'monotonicNs'>
  /** So many trials more than were planned, or less, are to come. */
  replan(trials: number): void
  tell(text: string): void
}

/** The cells of a suite, or none of them where they would take longer than they may. */
type WithinTime = (course: Pick<Course, 'suite' | 'subject'>, made: SuiteCells) => Promise<SuiteCells>

interface Asked {
  readonly subject: Subject
  readonly environment: Environment
  readonly settings: Pick<EvalSettings, 'seed' | 'maxSuiteTimeMs' | 'concurrency'>
}

/** Looks at how long a suite would take a provider elsewhere by its own pace, and tells it before the first trial. */
export function makeTimeCheck(asked: Asked, context: TimeContext, signal: AbortSignal): WithinTime {
  const {subject, settings} = asked
  let pace: Promise<number | undefined> | undefined
  return async ({suite}, made) => {
    const calls = made.ready.reduce((sum, ready) => sum + (ready.calls ?? 0) * ready.cell.trials.length, 0)
    if (calls === 0) return made
    pace ??= measurePace(asked, context.clock, signal)
    const callMs = await pace
    if (callMs === undefined) return made
    const timeMs = made.ready.reduce((sum, ready) => sum + timeOf(ready, callMs, asked), 0)
    const words = `up to ${calls.toLocaleString('en')} calls of about ${rounded(callMs)} ms take up to ${spokenTime(timeMs / 1000)}`
    if (timeMs <= settings.maxSuiteTimeMs) {
      if (timeMs >= WORTH_TELLING_MS) context.tell(`${suite.name} of ${subject.name}: ${words}`)
      return made
    }
    const reason = `${TOO_SLOW} (${words}, more than ${spokenTime(settings.maxSuiteTimeMs / 1000)})`
    context.tell(`${suite.name} of ${subject.name} is not begun: ${reason}; --max-suite-time lets it`)
    context.replan(-made.ready.reduce((sum, {cell}) => sum + cell.trials.length, 0))
    const missed = {...notRun({suite, subject}, {env: null, reason}), estimated_s: Math.ceil(timeMs / 1000)}
    return {ready: [], notRun: [...made.notRun, missed]}
  }
}

function timeOf({calls = 0, cell, baselines, isAlone}: ReadyCell, callMs: number, {subject, settings}: Asked): number {
  const isShared = baselines !== undefined && !isAlone && subject.descriptor.parallel_safe !== false
  return (calls * cell.trials.length * callMs) / (isShared ? (settings.concurrency ?? 1) : 1)
}

/** The median of a few calls, in milliseconds; undefined where one of them fails: what is wrong then shows in the trials. */
async function measurePace(
  {subject, environment, settings}: Asked,
  clock: Pick<Clock, 'monotonicNs'>,
  signal: AbortSignal,
): Promise<number | undefined> {
  const [stratum] = environment.strata
  const times: number[] = []
  try {
    for (let at = 0; at < TRIED; at++) {
      const key = {seed: settings.seed, environment: environment.key, stratum, episode: FIRST_EPISODE + at}
      const probe = {subject, environment, key, signal}
      const startedNs = clock.monotonicNs()
      await subject.predict({world_state: probeWorld(probe), action: probeAction(probe), steps: 1}, signal)
      times.push(elapsedMs(clock, startedNs))
    }
  } catch {
    signal.throwIfAborted()
    return undefined
  }
  return times.toSorted((one, other) => one - other)[Math.floor(TRIED / 2)]
}

function rounded(ms: number): string {
  return String(Number(ms.toPrecision(2)))
}
