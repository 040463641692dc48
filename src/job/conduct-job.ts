import type {RunJobResult} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import type {AssayError} from '#error/assay-error'
import type {Exit} from '#error/exit'
import {leftOutRemarks} from '#evidence/publish/left-out'
import {exitAfter, type Published, publishAfter} from '#evidence/publish/publish-after'
import type {MeasurementPorts} from '#measurement/ports'
import {shownPath} from '#path/shown-path'
import {outputFormatOf} from '#profile/merge-settings'
import type {Redactor} from '#redact/redactor'
import type {FormatName} from '#report/renderers'
import type {Report} from '#report/report'
import {conductRun} from '#run/conduct-run'
import {checkWords, runEnding} from '#run/run-ending'
import type {ConductedRun, RunDescription} from '#run/run-recorder'
import type {JobOrder} from './job-order.ts'
import type {LoadedJob} from './load-job.ts'
import {describeJobProfile} from './load-job-profile.ts'
import {loadReadyJob} from './load-ready-job.ts'
import {keptPlan, type PlannedJob} from './plan-job.ts'
import {runJobItems} from './run-job.ts'
import type {PreparedStep} from './step-runner.ts'

/** Loads, plans and prepares a job whole, then runs it as one run, and publishes its bundle when the job asks for one. */
export async function conductJob(
  order: JobOrder,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<{result: RunJobResult; report: Report; format: FormatName | undefined; fault: AssayError | undefined}> {
  const {redactor} = ports
  const {loaded, planned, prepared, profile, workspace} = await loadReadyJob(order, ports)
  const trial = trialOf(order, loaded, {planned, prepared, redactor})
  const block = profile && (await describeJobProfile(profile, givenOf(order, trial), ports))
  const described = {...trial, ...(block && {configProfile: block})}
  const run = await conductRun({workspace, trial: described}, ports, signal, (open, runSignal) =>
    runJobItems({planned, prepared}, open, ports, runSignal),
  )
  // An interrupted job gets no bundle: whoever stopped it wants it to end.
  const isWished = (order.bundle ?? loaded.job.bundle) && !signal.aborted
  const published = isWished ? await publishAfter({workspace, runId: run.runId}, ports, signal) : {bundle: null}
  const result = resultOf(planned, run, published)
  return {
    result,
    report: located(withTold(run.outcome), result, {cwd: ports.cwd, workspace}),
    format: outputFormatOf(block),
    fault: published.fault,
  }
}

/** What no profile may change: the steps name their own providers and operations. */
function givenOf({workspace, outputFormat}: JobOrder, {providers, operations}: RunDescription) {
  return {providers, operations, run_workspace: workspace, output_format: outputFormat}
}

interface Described {
  readonly planned: PlannedJob
  readonly prepared: ReadonlyMap<string, PreparedStep>
  readonly redactor: Redactor
}

function trialOf(
  order: JobOrder,
  {job, document}: LoadedJob,
  {planned, prepared, redactor}: Described,
): RunDescription {
  const steps = [...prepared.values()]
  const {plan, sha256: planSha256} = keptPlan(planned, redactor)
  const operations = unique(steps.flatMap((step) => step.operations))
  return {
    kind: 'job',
    command: 'run',
    commandArgv: order.commandArgv,
    job: job.name,
    providers: unique(steps.flatMap((step) => step.providers)),
    capabilities: [],
    operations,
    inputSummary: {job: job.name, steps: job.steps.length, items: planned.items.length},
    inputDigest: digestOf(plan.items.map((item) => item.unit)),
    planSha256,
    inputs: [
      {path: 'inputs/job.json', label: 'job', kind: 'input', content: {json: document.value}},
      {path: 'plan.json', label: 'plan', kind: 'plan', content: {json: plan}},
    ],
  }
}

const unique = (names: readonly string[]) => [...new Set(names)]

function resultOf({job, items}: PlannedJob, run: ConductedRun, published: Published): RunJobResult {
  const {verdict} = run.outcome
  const told = (run.outcome.result as {items?: RunJobResult['items']}).items ?? []
  return {
    schema_version: 1,
    command: 'run',
    exit: exitAfter(verdict.exit as Exit, published),
    job: job.name,
    run_id: run.runId,
    run_path: run.path,
    verdict,
    items: items.flatMap((item) => told.find((one) => one.item_id === item.item_id) ?? []),
    bundle: published.bundle,
  }
}

const MOST_TOLD = 10

/** What steps found beside their verdicts is told to whoever looks on, for no exit code does. */
function withTold({report, findings = []}: ConductedRun['outcome']): Report {
  const remarks = findings.map(({code, message}) => ({message, isTold: report.remarks.includes(`${code}: ${message}`)}))
  const fresh = remarks.flatMap(({message, isTold}) => (isTold ? [] : [message]))
  const left = fresh.length - MOST_TOLD
  const more = left > 0 ? [`${left} more in run_manifest.json`] : []
  return {...report, remarks: [...report.remarks, ...fresh.slice(0, MOST_TOLD), ...more]}
}

/** Where run, report and bundle are, as the caller can type it. */
function located(
  report: Report,
  {run_id: runId, run_path: runPath, bundle}: RunJobResult,
  place: {readonly cwd: string; readonly workspace: string},
): Report {
  const run = shownPath(runPath, place)
  const path = bundle && shownPath(bundle.path, place)
  const facts = [
    ...report.facts,
    {label: 'Run', value: run},
    {label: 'Report', value: `${run}/reports/report.html`},
    {label: 'Bundle', value: bundle && `${path} (${bundle.verified ? 'verified' : 'does NOT verify'})`},
  ]
  const checks = bundle ? [...leftOutRemarks(bundle.excluded), checkWords(bundle.path, place)] : []
  const remarks = [...report.remarks, ...checks]
  return {...report, facts, remarks, ending: runEnding({runId, runPath, bundle}, report, place)}
}
