import type {EvalEpisode, EvalNotRun} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {errorKind} from '#gate/execution-rule'
import {type Availability, isHostLack, lackOf} from '#provider/catalogue/availability'
import {elapsedMs} from '#random/clock'
import type {Progress} from '#report/progress'
import type {RunPorts} from '#run/ports'
import type {RunRecorder} from '#run/run-recorder'
import {loadCells} from '../catalogue/load-cells.ts'
import {RunWatch} from '../judge/run-watch.ts'
import type {EvalFindings} from '../judge/work.ts'
import {makeStatePlans} from '../kit/make-state-plans.ts'
import type {CellResult, ReferenceEpisodes} from '../model/cell.ts'
import {EPISODES} from '../model/eval-files.ts'
import {type EvalPlan, joinStepId, trialsOfOneProvider} from '../model/eval-plan.ts'
import type {EvalLibrary, Subject} from '../model/subject.ts'
import {askSubject} from './ask-subject.ts'
import type {TrialPool} from './open-trial-pool.ts'
import type {SubjectContext} from './subject-context.ts'

export interface EvaluateContext extends Pick<RunPorts, 'clock'> {
  readonly library: EvalLibrary
  readonly progress: Progress
  readonly pool?: TrialPool | undefined
}

/** Runs every provider of the plan, one after the other, through every suite. An abort ends it with what is there. */
export async function evaluatePlan(
  plan: EvalPlan,
  trial: RunRecorder,
  ports: EvaluateContext,
  signal: AbortSignal,
): Promise<EvalFindings> {
  const {settings, providers} = plan
  const cells: CellResult[] = []
  const notRun: EvalNotRun[] = []
  const unreachable: string[] = []
  const refused: string[] = []
  const watch = new RunWatch(plan)
  const startedNs = ports.clock.monotonicNs()
  const {timeLimitMs = Number.POSITIVE_INFINITY} = settings
  const lines = await trial.lines(EPISODES, 'episodes', 'result')
  let total = providers.length * trialsOfOneProvider(settings)
  let done = 0
  const shared: SubjectContext = {
    clock: ports.clock,
    steps: trial.steps,
    lines,
    baselines: new Map<string, ReferenceEpisodes>(),
    statePlans: makeStatePlans(settings),
    cellsOf: await loadCells(settings.suites),
    library: ports.library,
    pool: ports.pool,
    eventHandler: trial.eventHandler,
    watch,
    done: [],
    mayGoOn: () => watch.failed === undefined && elapsedMs(ports.clock, startedNs) < timeLimitMs,
    told: (episode) => ports.progress.update(++done, total, noteOf(episode, watch)),
    replan(trials) {
      total += trials
    },
    tell: (text) => ports.progress.tell?.(text),
  }
  await trial.steps.group({stepId: 'eval', operation: 'eval'})
  for (const facts of providers) {
    if (signal.aborted) break
    if (facts.skipReason !== undefined) {
      notRun.push(await passOver(facts))
      continue
    }
    ports.progress.update(done, total, facts.name)
    const work = await meetAndAsk(facts.name)
    cells.push(...work.cells)
    notRun.push(...work.notRun)
    unreachable.push(...work.unreachable)
    refused.push(...(work.refused ?? []))
  }
  return {cells, notRun, unreachable, refused, ...(watch.failed !== undefined && {endedBy: watch.failed})}

  async function meetAndAsk(name: string): Promise<EvalFindings> {
    const nothing = {cells: [], notRun: [], unreachable: [], refused: []}
    try {
      const met = await meet(name)
      if (isHostLack(met)) return {...nothing, notRun: [await passOver({name, ...lackOf(met)})]}
      if (!isBarrier(met)) return await askSubject(settings, met, shared, signal)
      const {barrier, said} = met
      await trial.steps.skip({...skippedStep({name}, plan), required: true}, barrier)
      const missed = {
        provider: name,
        suite: null,
        env: null,
        outcome: 'not-run',
        reason: barrier,
        detail: said,
      } as const
      return {...nothing, notRun: [missed], [barrier]: [name]}
    } catch (error) {
      if (!signal.aborted) throw error
      return nothing
    }
  }

  /** What this machine is not set up for is a skip; where it was named, a required one. */
  async function passOver(facts: Availability): Promise<EvalNotRun> {
    await trial.steps.skip(skippedStep(facts, plan), facts.skipReason ?? 'unconfigured')
    return {provider: facts.name, suite: null, env: null, outcome: 'skipped', reason: skipText(facts)}
  }

  /** The provider, or why it cannot be had. What goes wrong later, such as a full disk, is no word on the provider. */
  async function meet(name: string): Promise<Subject | AssayError | Barrier> {
    try {
      await ports.library.meet(name, signal)
      return await ports.library.subject(name, signal)
    } catch (error) {
      if (!signal.aborted && isHostLack(error)) return error
      const barrier = signal.aborted ? undefined : barrierOf(error)
      if (barrier === undefined) throw error
      return barrier
    }
  }
}

interface Barrier {
  readonly barrier: 'unreachable' | 'refused'
  readonly said: string
}

/**
 * Errors that leave other providers to be evaluated: this one could not, or must not, be reached at all. Whoever does not even say who it is in words that can
 * be read was not reached either.
 */
function barrierOf(error: unknown): Barrier | undefined {
  if (!(error instanceof AssayError)) return undefined
  const kind = errorKind(error)
  const barrier = kind === 'wrong' ? 'unreachable' : kind
  const isOne = barrier === 'refused' || (barrier === 'unreachable' && error.exit === 'unavailable')
  return isOne ? {barrier, said: error.message} : undefined
}

function isBarrier(met: Subject | Barrier): met is Barrier {
  return 'barrier' in met
}

/** What runs now, and how the rules of what is done stand. */
function noteOf({provider, suite, env}: EvalEpisode, {states}: RunWatch): string {
  const {passed, failed, open} = states
  const rules = passed + failed + open === 0 ? '' : `; rules: ${passed} pass, ${failed} fail, ${open} open`
  return `${provider} ${suite} ${env}${rules}`
}

function skippedStep({name}: Pick<Availability, 'name'>, {settings}: EvalPlan) {
  return {
    stepId: joinStepId('eval', name),
    parentId: 'eval',
    operation: 'evaluate',
    provider: name,
    required: settings.mustRun.providers,
  }
}

/** Why a provider was skipped, with the names of what is missing, never a value. */
function skipText({skipReason = 'unconfigured', missing}: Availability): string {
  return missing.length > 0 ? `${skipReason} (${missing.join(', ')})` : skipReason
}
