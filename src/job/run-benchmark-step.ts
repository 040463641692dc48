import {measurePlan} from '#benchmark/measure/measure-plan'
import {planBenchmark} from '#benchmark/plan/plan-benchmark'
import {type RunPlan, settingOf, trialOf} from '#benchmark/plan/run-plan'
import type {BenchmarkRequest} from '#benchmark/plan/settings'
import {outcomeOf} from '#benchmark/result/benchmark-outcome'
import {childSessions} from '#benchmark/session/open-child-session'
import type {JobBenchmarkWith} from '#contract/generated/types'
import type {Trial, TrialOutcome} from '#run/trial'
import {insidePath, translatorIn} from './inside-path.ts'
import {openAssay} from './open-assay.ts'
import type {PlannedItem} from './plan-job.ts'
import type {JobPorts, PreparedStep, StepTerms} from './step-runner.ts'

/** A benchmark as a step: the same plan, measurement and verdict as `assay benchmark`, inside the job's run. */
export async function prepareBenchmarkStep(
  item: PlannedItem,
  ports: JobPorts,
  {limits}: StepTerms,
): Promise<PreparedStep> {
  const asked = item.unit.with as JobBenchmarkWith
  const order = {
    commandArgv: ['benchmark'],
    workingDirectory: ports.cwd,
    request: {...requestOf(asked), policy: limits},
    ...(asked.budget_file !== undefined && {budgetPath: insidePath('budget_file', asked.budget_file, ports)}),
    ...(asked.gate !== undefined && {gatePath: insidePath('gate', asked.gate, ports)}),
    ...(asked.translator !== undefined && {translator: translatorIn(asked.translator, ports)}),
    ...(asked.input_file !== undefined && {inputsPath: insidePath('input_file', asked.input_file, ports)}),
  }
  const {plan} = await planBenchmark(order, {
    reader: ports.files.reader,
    redactor: ports.redactor,
    recordings: ports.recordings,
    host: ports.host,
    clock: ports.clock,
    library: (chosen) => openAssay(ports, {limits: chosen}),
  })
  return {
    providers: plan.settings.providers,
    operations: trialOf(plan).operations,
    run: (trial, signal) => measure(plan, trial, ports, signal),
  }
}

async function measure(plan: RunPlan, trial: Trial, ports: JobPorts, signal: AbortSignal): Promise<TrialOutcome> {
  for (const input of trialOf(plan).inputs) await trial.write(input)
  const {env, cwd, startTalk, progress} = ports
  const openSession = childSessions({startTalk, env, cwd, setting: settingOf(plan)})
  const work = await measurePlan(plan, trial, {progress, openSession, host: ports.host}, signal)
  return outcomeOf(plan, work, ports.host, signal)
}

function requestOf(asked: JobBenchmarkWith): BenchmarkRequest {
  return {
    providers: asked.providers,
    operations: asked.operations,
    preset: asked.preset,
    iterations: asked.iterations,
    concurrency: asked.concurrency,
    rate: asked.rate,
    arrival: asked.arrival,
    maxInFlight: asked.max_in_flight,
    repeats: asked.repeats,
    warmUp: asked.warmup,
    noGate: asked.no_gate,
    thresholds: asked.threshold,
    requireRun: asked.require_run,
    allowSkip: asked.allow_skip,
  }
}
