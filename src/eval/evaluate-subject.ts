import type {EvalEpisode, EvalNotRun} from '#contract/generated/types'
import type {Clock} from '#random/clock'
import type {LineLog, StepStart, Steps} from '#run/trial'
import type {Environment} from '#world/environment'
import {askEnvironment} from './ask-environment.ts'
import {type Baselines, type Cell, type CellResult, cellName} from './cell.ts'
import {makeCells, type ReadyCell} from './make-cells.ts'
import type {StatePlans} from './make-state-plans.ts'
import {runCell} from './run-cell.ts'
import type {EvalSettings} from './settings.ts'
import {stepIdOf} from './step-id.ts'
import type {EvalLibrary, Subject} from './subject.ts'
import type {Work} from './work.ts'

export interface SubjectPorts {
  readonly clock: Pick<Clock, 'monotonicNs'>
  readonly steps: Steps
  readonly lines: LineLog
  /** Shared by all providers: floor and ceiling depend on the environment alone. */
  readonly baselines: Map<string, Baselines>
  /** Shared likewise: what is true in the scenes of trials. */
  readonly statePlans: StatePlans
  readonly library: EvalLibrary
  mayGoOn(): boolean
  told(episode: EvalEpisode): void
}

/** Takes one provider through every suite and environment. What cannot run is named, not forgotten. */
export async function evaluateSubject(
  settings: EvalSettings,
  subject: Subject,
  ports: SubjectPorts,
  signal: AbortSignal,
): Promise<Work> {
  const {steps} = ports
  await steps.group({
    stepId: stepIdOf('eval', subject.name),
    parentId: 'eval',
    operation: 'evaluate',
    provider: subject.name,
  })
  const {supported, notRun, isReachable} = await askAll(settings, subject, signal)
  for (const {env, reason} of notRun) {
    await steps.skip(
      {...stepOf(subject, 'preflight', env ?? 'all'), parentId: stepIdOf('eval', subject.name), required: false},
      reason,
    )
  }
  if (!isReachable) return {cells: [], notRun, unreachable: [subject.name]}
  const cells: CellResult[] = []
  for (const suite of settings.suites) {
    const made = makeCells({
      suite,
      subject,
      environments: supported,
      settings,
      statePlans: ports.statePlans,
      library: ports.library,
    })
    if (made.ready.length + made.notRun.length === 0) continue
    await steps.group({...stepOf(subject, suite.name), parentId: stepIdOf('eval', subject.name)})
    for (const {env, reason} of made.notRun) {
      await steps.skip({...stepOf(subject, suite.name, env ?? 'all'), required: false}, reason)
    }
    notRun.push(...made.notRun)
    for (const ready of made.ready) cells.push(await runLeaf(ready, subject, ports, signal))
  }
  return {cells, notRun, unreachable: []}
}

interface Asked {
  readonly supported: readonly Environment[]
  readonly notRun: EvalNotRun[]
  readonly isReachable: boolean
}

async function askAll({environments, seed}: EvalSettings, subject: Subject, signal: AbortSignal): Promise<Asked> {
  const supported: Environment[] = []
  const notRun: EvalNotRun[] = []
  const missing = (env: string | null, reason: string): EvalNotRun => ({
    provider: subject.name,
    suite: null,
    env,
    outcome: 'not-run',
    reason,
  })
  for (const environment of environments) {
    const support = await askEnvironment(subject, environment, seed, signal)
    if (support === 'unreachable') return {supported: [], notRun: [missing(null, support)], isReachable: false}
    if (support === 'supported') supported.push(environment)
    else notRun.push(missing(environment.id, 'environment_unsupported'))
  }
  return {supported, notRun, isReachable: true}
}

async function runLeaf(
  {cell, baselines: make}: ReadyCell,
  subject: Subject,
  ports: SubjectPorts,
  signal: AbortSignal,
): Promise<CellResult> {
  const kind = cell.suite.sets ? [cell.stratum] : []
  const step = stepOf(subject, cell.suite.name, cell.env === '*' ? 'all' : [cell.env, ...kind].join(':'))
  await ports.steps.start(step)
  const baselines = make && (() => baselinesFor({cell, make}, ports.baselines, signal))
  const result = await runCell(cell, baselines, ports, signal)
  await ports.lines.flush()
  const errors = result.episodes.filter((episode) => episode.error)
  const [first] = errors
  if (signal.aborted) await ports.steps.finish(step.stepId, {status: 'cancelled'})
  else if (first?.error) {
    const errorSummary = `${errors.length} of ${result.episodes.length} trials in error: ${first.error.code}`
    await ports.steps.finish(step.stepId, {status: 'failed', errorSummary})
  } else await ports.steps.finish(step.stepId, {status: 'success'})
  return result
}

async function baselinesFor(
  {cell, make}: {readonly cell: Cell; readonly make: (signal: AbortSignal) => Promise<Baselines>},
  made: Map<string, Baselines>,
  signal: AbortSignal,
): Promise<Baselines> {
  const key = cellName({...cell, provider: '*'})
  const baselines = made.get(key) ?? (await make(signal))
  made.set(key, baselines)
  return baselines
}

function stepOf(subject: Subject, suite: string, env?: string): StepStart {
  const parent = stepIdOf('eval', subject.name, suite)
  if (env === undefined) return {stepId: parent, operation: suite, provider: subject.name}
  return {
    stepId: stepIdOf('eval', subject.name, suite, env),
    parentId: parent,
    operation: suite,
    provider: subject.name,
  }
}
