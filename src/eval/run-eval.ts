import {digestOf} from '#digest/canonical-json'
import type {EventHandler} from '#event/event-handler'
import type {EventTarget} from '#event/event-sink'
import {shownPath} from '#path/shown-path'
import type {Threads} from '#process/threads'
import {outputFormatOf} from '#profile/config-profile'
import {Assay, type AssayOptions} from '#provider/assay'
import type {PolicyChoice} from '#provider/request-policy'
import type {Progress} from '#report/progress'
import type {FormatName} from '#report/renderers'
import type {RunPorts} from '#run/ports'
import {type ConductedEval, conductEval} from './conduct-eval.ts'
import {openEvalLibrary} from './open-library.ts'
import type {RulePorts} from './plan/load-rules.ts'
import {type EvalOrder, type PlannedEval, planEval} from './plan/plan-eval.ts'
import {planRecompute, type RecomputeOrder, type RecomputePlan} from './plan/plan-recompute.ts'

export interface RunEvalPorts extends RunPorts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly extras?: AssayOptions['extras']
  readonly progress: Progress
  readonly threads: Threads
}

/** How the caller's profile wants the result told. */
interface Asked {
  readonly format: FormatName | undefined
}

async function recomputed(order: RecomputeOrder, ports: RulePorts): Promise<PlannedEval & {recompute: RecomputePlan}> {
  const recompute = await planRecompute(order, ports)
  return {plan: recompute.plan, workspace: recompute.workspace, recompute}
}

/** From what a caller asks for to a closed run. Throws for the caller's mistakes, before a run exists. */
export async function runEval(
  order: EvalOrder,
  ports: RunEvalPorts,
  signal: AbortSignal,
): Promise<ConductedEval & Asked> {
  const {files, clock, entropy, redactor, env, processes, host, versions, progress, threads} = ports
  const library = (limits: PolicyChoice, eventHandler?: EventTarget) =>
    new Assay({limits, eventHandler, env, redactor, clock, entropy, extras: ports.extras})
  const {recompute} = order
  const planPorts = {reader: files.reader, redactor, clock, library, machine: digestOf(host.measuredOn)}
  const planned =
    recompute === undefined ? await planEval(order, planPorts) : await recomputed({...order, recompute}, planPorts)
  const {plan, workspace} = planned
  const openLibrary = (handler: EventHandler) =>
    openEvalLibrary((eventHandler) => library(plan.settings.policy, eventHandler), handler)
  const runPorts = {files, clock, entropy, processes, redactor, host, versions}
  const conducted = await conductEval(planned, {...runPorts, openLibrary, progress, threads}, signal)
  const {result, report} = conducted
  const run = {label: 'Run', value: shownPath(result.run_path, {cwd: order.workingDirectory, workspace})}
  return {result, report: {...report, facts: [run, ...report.facts]}, format: outputFormatOf(plan.configProfile)}
}
