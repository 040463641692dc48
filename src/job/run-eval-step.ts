import type {JobEvalWith} from '#contract/generated/types'
import {openEvalLibrary} from '#eval/open-library'
import {trialOf} from '#eval/plan/eval-plan'
import {planEval} from '#eval/plan/plan-eval'
import type {EvalRequest} from '#eval/plan/settings'
import {evaluateTrial} from '#eval/trial/evaluate-trial'
import type {EventHandler} from '#event/event-handler'
import {insidePath, translatorIn} from './inside-path.ts'
import {openAssay} from './open-assay.ts'
import type {PlannedItem} from './plan-job.ts'
import type {JobPorts, PreparedStep, StepTerms} from './step-runner.ts'

/** An evaluation as a step: the same plan, trials and verdict as `assay eval`, inside the job's run. */
export async function prepareEvalStep(
  item: PlannedItem,
  ports: JobPorts,
  {limits, lanes}: StepTerms,
): Promise<PreparedStep> {
  const asked = item.unit.with as JobEvalWith
  const order = {
    commandArgv: ['eval'],
    workingDirectory: ports.cwd,
    request: {...requestOf(asked), policy: limits},
    ...(asked.translator !== undefined && {translator: translatorIn(asked.translator, ports)}),
    ...(asked.gate !== undefined && {gatePath: insidePath('gate', asked.gate, ports)}),
  }
  const {files, redactor, clock, progress} = ports
  // Steps that run side by side share the cores.
  const threads = {start: ports.threads.start, cores: Math.floor(ports.threads.cores / lanes)}
  const {plan} = await planEval(order, {
    reader: files.reader,
    redactor,
    clock,
    library: (chosen) => openAssay(ports, {limits: chosen}),
  })
  const description = trialOf(plan)
  const openLibrary = (handler: EventHandler) =>
    openEvalLibrary((eventHandler) => openAssay(ports, {limits: plan.settings.policy, eventHandler}), handler)
  return {
    providers: description.providers,
    operations: description.operations,
    async run(trial, signal) {
      for (const input of description.inputs) await trial.write(input)
      return await evaluateTrial(plan, trial, {clock, progress, openLibrary, threads}, signal)
    },
  }
}

function requestOf(asked: JobEvalWith): EvalRequest {
  return {
    suites: listOf(asked.suite),
    providers: asked.providers,
    envs: listOf(asked.env),
    operations: listOf(asked.operation),
    size: asked.size,
    n: asked.n,
    seed: asked.seed,
    planner: asked.planner,
    noGate: asked.no_gate,
    thresholds: asked.threshold,
    maxModelEvals: asked.max_model_evals,
    maxErrorShare: asked.max_error_share,
    allowSkip: asked.allow_skip,
    timeLimitMs: asked.time_limit_ms,
    untilDecided: asked.until_decided,
    maxN: asked.max_n,
    failFast: asked.fail_fast,
    concurrency: asked.concurrency,
  }
}

function listOf(given: string | string[] | undefined): string[] | undefined {
  return typeof given === 'string' ? [given] : given
}
