import type {EvalEpisode, EvalNotRun} from '#contract/generated/types'
import type {EventHandler} from '#event/event-handler'
import {BUILT_IN} from '#provider/registry/registry'
import type {Clock} from '#random/clock'
import type {LineLog, StepStart, Steps} from '#run/run-recorder'
import type {Environment} from '#world/model/environment'
import type {RunWatch} from '../judge/run-watch.ts'
import type {EvalFindings} from '../judge/work.ts'
import type {CellsOf, ReadyCell, SuiteCells} from '../kit/course.ts'
import type {StatePlans} from '../kit/make-state-plans.ts'
import {type CellResult, cellName, type ReferenceEpisodes} from '../model/cell.ts'
import {joinStepId} from '../model/eval-plan.ts'
import type {EvalSettings} from '../model/eval-settings.ts'
import type {EvalLibrary, Subject} from '../model/subject.ts'
import {askAllClaims} from '../suite/calibration/ask-all-claims.ts'
import {askEnvironment} from './ask-environment.ts'
import type {TrialPool} from './open-trial-pool.ts'
import {runCell} from './run-cell.ts'

export interface SubjectContext {
  readonly clock: Pick<Clock, 'monotonicNs'>
  readonly steps: Steps
  readonly lines: LineLog
  /** Shared by all providers: floor and ceiling depend on the environment alone. */
  readonly baselines: Map<string, ReferenceEpisodes>
  /** What is true in the scenes of trials, for all providers. */
  readonly statePlans: StatePlans
  /** How the cells of the suites are made. */
  readonly cellsOf: CellsOf
  readonly library: EvalLibrary
  /** Threads for providers that live in this process, where there are any. */
  readonly pool?: TrialPool | undefined
  readonly eventHandler: EventHandler
  readonly watch: RunWatch
  mayGoOn(): boolean
  told(episode: EvalEpisode): void
  /** So many trials more than were planned, or less, are to come. */
  replan(trials: number): void
  /** What whoever waits should know at once. */
  tell(text: string): void
  /** Cells that are done, of all providers so far. */
  readonly done: CellResult[]
}

/** Takes one provider through every suite and environment. What cannot run is named, not forgotten. */
export async function askSubject(
  settings: EvalSettings,
  subject: Subject,
  context: SubjectContext,
  signal: AbortSignal,
): Promise<EvalFindings> {
  const {steps} = context
  await steps.group({
    stepId: joinStepId('eval', subject.name),
    parentId: 'eval',
    operation: 'evaluate',
    provider: subject.name,
  })
  const {supported, notRun, barrier} = await askAll(settings, subject, signal)
  for (const {env, reason} of notRun) {
    await steps.skip(
      {...stepOf(subject, 'preflight', env ?? 'all'), parentId: joinStepId('eval', subject.name), required: false},
      reason,
    )
  }
  if (barrier !== undefined) return {cells: [], notRun, unreachable: [], refused: [], [barrier]: [subject.name]}
  const cells: CellResult[] = []
  const stated = await askAllClaims(
    subject,
    {suites: settings.suites, environments: supported, seed: settings.seed},
    signal,
  )
  const withinTime = await timeCheckOf(subject, supported, {settings, context, signal})
  for (const suite of settings.suites) {
    const made = await withinTime(
      {suite, subject},
      context.cellsOf({
        suite,
        subject,
        environments: supported,
        settings,
        whole: settings,
        stated,
        statePlans: context.statePlans,
        library: context.library,
        clock: context.clock,
      }),
    )
    if (made.ready.length + made.notRun.length === 0) continue
    await steps.group({...stepOf(subject, suite.name), parentId: joinStepId('eval', subject.name)})
    for (const {env, reason} of made.notRun) {
      await steps.skip({...stepOf(subject, suite.name, env ?? 'all'), required: false}, reason)
    }
    notRun.push(...made.notRun)
    for (const ready of made.ready) cells.push(await recordCell(ready, {subject, settings, context}, signal))
  }
  // Who names suites one by one, or one trial, knows what these ask.
  const isSet = !settings.mustRun.suites && !settings.only
  if (isSet) notRun.push(...(await import('../judge/unjudged.ts')).unjudged(subject, settings))
  return {cells, notRun, unreachable: []}
}

/** Calls in this process take no time worth a look. */
async function timeCheckOf(
  subject: Subject,
  [environment]: readonly Environment[],
  {settings, context, signal}: {settings: EvalSettings; context: SubjectContext; signal: AbortSignal},
) {
  if (subject.inProcess || !environment) return async (_: unknown, made: SuiteCells) => made
  const {makeTimeCheck} = await import('./make-time-check.ts')
  return makeTimeCheck({subject, environment, settings}, context, signal)
}

interface Asked {
  readonly supported: readonly Environment[]
  readonly notRun: EvalNotRun[]
  /** Why no trial makes sense. */
  readonly barrier?: 'unreachable' | 'refused'
}

async function askAll(settings: EvalSettings, subject: Subject, signal: AbortSignal): Promise<Asked> {
  const supported: Environment[] = []
  const notRun: EvalNotRun[] = []
  const missing = (env: string | null, reason: string, detail?: string): EvalNotRun => ({
    provider: subject.name,
    suite: null,
    env,
    outcome: 'not-run',
    reason,
    ...(detail !== undefined && {detail}),
  })
  for (const environment of settings.environments) {
    const lack = await lackOf(subject, environment)
    if (lack !== undefined) {
      notRun.push(missing(environment.id, lack))
      continue
    }
    const {support, said} = await askEnvironment(subject, environment, settings, signal)
    if (support === 'unreachable' || support === 'refused')
      return {supported: [], notRun: [missing(null, support, said)], barrier: support}
    if (support === 'supported') supported.push(environment)
    else if (support === 'unread') notRun.push(missing(environment.id, 'translator_invalid', said))
    else notRun.push(missing(environment.id, await unsupported(subject)))
  }
  return {supported, notRun}
}

/** Worlds that are told of those that a provider says it knows. */
const MOST_TOLD = 6

/** Who predicts is shown states, whatever a translator says. */
async function lackOf(
  {shown, capabilities, descriptor}: Subject,
  environment: Environment,
): Promise<string | undefined> {
  const {environments: known} = descriptor
  if (known && !known.includes(environment.id) && !known.includes(environment.key))
    return `environment_unsupported (it states that it knows ${known.slice(0, MOST_TOLD).join(', ')} alone)`
  if (!shown || capabilities.includes('predict')) return undefined
  return (await import('#provider/translator/fit-issues')).worldLack(shown, environment)
}

/** A model of pictures that is shown numbers refuses them: then it is told which translators show it what it takes. */
async function unsupported({name, shown}: Subject): Promise<string> {
  const known = shown ? [] : (await import('#provider/translator/built-in')).translatorsFor(name)
  return known.length === 0
    ? 'environment_unsupported'
    : `environment_unsupported (try --translator ${known.join(' or ')})`
}

interface Leaf {
  readonly subject: Subject
  readonly settings: EvalSettings
  readonly context: SubjectContext
}

/** One cell as a step of the run: begun, its trials tried and kept, and finished as they went. */
async function recordCell(ready: ReadyCell, leaf: Leaf, signal: AbortSignal): Promise<CellResult> {
  const {cell} = ready
  const {subject, context} = leaf
  const kind = cell.suite.sets ? [cell.stratum] : []
  const step = stepOf(subject, cell.suite.name, [cell.env === '*' ? 'all' : cell.env, ...kind].join(':'))
  if (!signal.aborted && !context.mayGoOn()) {
    await context.steps.skip({...step, required: false}, 'the run had ended')
    return await tryCell(ready, leaf, signal)
  }
  await context.steps.start(step)
  const result = await tryCell(ready, leaf, signal)
  await context.lines.flush()
  const errors = result.episodes.filter((episode) => episode.error)
  const [first] = errors
  if (signal.aborted) await context.steps.finish(step.stepId, {status: 'cancelled'})
  else if (first?.error) {
    const errorSummary = `${errors.length} of ${result.episodes.length} trials in error: ${first.error.code}`
    await context.steps.finish(step.stepId, {status: 'failed', errorSummary})
  } else await context.steps.finish(step.stepId, {status: 'success'})
  return result
}

/** On threads where that is possible and worth it; the result is the same. Floor and ceiling of a place are made once for all providers. */
async function tryCell(ready: ReadyCell, leaf: Leaf, signal: AbortSignal): Promise<CellResult> {
  const {cell, baselines: make, isAlone, isShareable = make !== undefined} = ready
  const {subject, settings, context} = leaf
  const {pool, clock} = context
  const key = cellName({...cell, provider: '*'})
  const known = context.baselines.get(key)
  const watch = context.watch.watch(cell, make !== undefined)
  const planned = watch.trials.length
  context.replan(planned - cell.trials.length)
  const open = {ready, watch, known, startedNs: clock.monotonicNs()}
  const isShared = isShareable && !isAlone && isOnThreads(subject)
  const result =
    pool && isShared && planned > 1
      ? await (await import('./run-shared-cell.ts')).runSharedCell(open, settings, {...context, pool}, signal)
      : await runCell(open, lanesFor(ready, leaf), context, signal)
  context.replan(result.episodes.length + (result.discarded ?? 0) - planned)
  context.watch.end(result, context.done)
  context.done.push(result)
  if (result.baselines && result.baselines.random.length > (known?.random.length ?? 0)) {
    context.baselines.set(key, result.baselines)
  }
  return result
}

/** Threads know the built-in providers only: what a host registers or loads is in its own thread. */
function isOnThreads({name, inProcess, descriptor}: Subject): boolean {
  return inProcess && descriptor.parallel_safe === true && BUILT_IN.some(({profile}) => profile.name === name)
}

/** Trials under way at a time. Suites that count calls, measure time, or bring their own order of calls take one after the other. */
function lanesFor({baselines, isAlone}: ReadyCell, {subject, settings}: Leaf): number {
  const takesOne = isAlone || subject.inProcess || subject.descriptor.parallel_safe === false || baselines === undefined
  return takesOne ? 1 : (settings.concurrency ?? 1)
}

function stepOf(subject: Subject, suite: string, env?: string): StepStart {
  const parent = joinStepId('eval', subject.name, suite)
  if (env === undefined) return {stepId: parent, operation: suite, provider: subject.name}
  return {
    stepId: joinStepId('eval', subject.name, suite, env),
    parentId: parent,
    operation: suite,
    provider: subject.name,
  }
}
