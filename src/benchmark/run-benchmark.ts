import {shownPath} from '#path/shown-path'
import type {StartTalk} from '#process/talk'
import {outputFormatOf} from '#profile/config-profile'
import {Assay, type AssayOptions} from '#provider/assay'
import type {PolicyChoice} from '#provider/request-policy'
import type {Progress} from '#report/progress'
import type {FormatName} from '#report/renderers'
import type {RunPorts} from '#run/ports'
import {type ConductedBenchmark, conductBenchmark} from './conduct-benchmark.ts'
import {type BenchmarkOrder, planBenchmark} from './plan/plan-benchmark.ts'
import {settingOf} from './plan/run-plan.ts'
import {childSessions} from './session/open-child-session.ts'

export interface RunBenchmarkPorts extends RunPorts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly extras?: AssayOptions['extras']
  readonly progress: Progress
  readonly startTalk: StartTalk
  /** The folder of recorded replies, absolute. */
  readonly recordings: string
}

/** How the caller's profile wants the result told. */
interface Asked {
  readonly format: FormatName | undefined
}

/** From what a caller asks for to a closed run. Throws for the caller's mistakes, before a run exists. */
export async function runBenchmark(
  order: BenchmarkOrder,
  ports: RunBenchmarkPorts,
  signal: AbortSignal,
): Promise<ConductedBenchmark & Asked> {
  const {files, clock, entropy, redactor, env, processes, host, versions, progress} = ports
  const library = (limits: PolicyChoice) => new Assay({limits, env, redactor, clock, entropy, extras: ports.extras})
  const planPorts = {reader: files.reader, redactor, clock, library, recordings: ports.recordings, host}
  const {plan, workspace} = await planBenchmark(order, planPorts)
  const openSession = childSessions({
    startTalk: ports.startTalk,
    env,
    cwd: order.workingDirectory,
    setting: settingOf(plan),
  })
  const runPorts = {files, clock, entropy, processes, redactor, host, versions}
  const conducted = await conductBenchmark({workspace, plan}, {...runPorts, openSession, progress}, signal)
  const {result, report} = conducted
  const run = {label: 'Run', value: shownPath(result.run_path, {cwd: order.workingDirectory, workspace})}
  return {result, report: {...report, facts: [run, ...report.facts]}, format: outputFormatOf(plan.configProfile)}
}
