import type {WorkflowTrace} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {elapsedMs, timestamp} from '#random/clock'
import type {Redactor} from '#redact/redactor'
import {FORMATS, formatNames} from '#report/renderers'
import {traceMarkdown} from '#trace/trace-markdown'
import {closeRun} from './close-run.ts'
import {findDriftOfRun} from './contract-drift.ts'
import {createRun} from './create-run.ts'
import {closingFields, distrustLostEvents, endOfThrown, onceBegun, runtimePart, tellFindings} from './end-run.ts'
import {becauseDisturbed, disturbance} from './find-disturbance.ts'
import {HeldLease, leasedRuns} from './hold-lease.ts'
import {REPORT_FILES, RESULT, RUN_VIEW, RUNS, TIMING, TRACE_JSON, TRACE_MARKDOWN, VERDICT} from './layout.ts'
import {OpenRunRecorder} from './open-run-recorder.ts'
import {openWorkspace} from './open-workspace.ts'
import {withPage} from './page-part.ts'
import type {RunPorts} from './ports.ts'
import {withProvenance} from './provenance.ts'
import type {ConductedRun, RunDescription, RunOutcome, RunRecorder} from './run-recorder.ts'

const VERDICT_STEP = 'verdict'

/**
 * Runs one trial inside one run, whatever happens: the run exists before the work starts, and is closed exactly once, also if the work
 * throws or is interrupted. An error of the work is thrown again after closing, with the exit that is in the manifest.
 */
export async function conductRun(
  asked: {readonly workspace: string; readonly trial: RunDescription},
  ports: RunPorts,
  signal: AbortSignal,
  work: (trial: RunRecorder, signal: AbortSignal) => Promise<RunOutcome>,
): Promise<ConductedRun> {
  const workspace = await openWorkspace(asked.workspace, ports)
  const isLeased = leasedRuns(workspace.path, ports.files.reader).length > 0
  if (isLeased) await (await import('./seal-run.ts')).sealCrashedRuns(workspace, ports)
  const begunNs = ports.clock.monotonicNs()
  const run = await createRun(workspace, asked.trial, ports)
  const lease = new HeldLease(run.folder, run.lease, ports)
  const place = {folder: run.folder, real: ports.files.reader.real(run.folder)}
  let trial: OpenRunRecorder | undefined
  try {
    trial = await OpenRunRecorder.open(run, ports)
    trial.activity.opened(asked.trial)
    for (const input of asked.trial.inputs) await trial.write(input)
    const placed = ports.assets ?? []
    const looking = placed.length > 0 ? await import('./check-assets.ts') : undefined
    const assets = looking?.checkAssets(placed, ports.files.reader)
    const {outcome, thrown} = await settle(trial, signal, asked.trial, (open, runSignal) => {
      if (assets) looking?.demandAssets(assets)
      return work(open, runSignal)
    })
    if (signal.aborted) await run.journal.append('signal.received', {signal: String(signal.reason)})
    // This comes first: an incomplete event log changes the verdict, and every document must state the same one.
    const {events, lostEvents} = await trial.closeLines()
    const drift = findDriftOfRun(workspace, trial.runtimes, ports)
    const judged = tellFindings(distrustLostEvents(outcome, lostEvents), drift)
    trial.steps.closeOpen(judged.verdict.state === 'interrupted' ? 'cancelled' : 'failed')
    const runtimes = runtimePart(trial.runtimes, assets?.references ?? [])
    const source = {manifest: {...run.manifest, ...runtimes}, steps: trial.steps.soFar()}
    const told = {
      ...judged,
      report: withPage(withProvenance(judged.report, run.manifest.provenance), source),
    }
    trial.activity.judged(told, lostEvents)
    await writeDocuments(trial, told, asked.trial, ports.redactor)
    const trace = await writeTrace(trial, told, asked.trial, ports.redactor)
    const ending = closingFields(told, {
      ended_at: timestamp(ports.clock.nowMs()),
      duration_ms: elapsedMs(ports.clock, begunNs),
      result_digest: digestOf(outcome.result),
      event_count: events,
      redactions: ports.redactor.counts(),
      ...runtimes,
    })
    const found = disturbance(place, trial.known.keys(), ports.files.reader, run.journal.bytes)
    if (found !== undefined) throw found
    const manifest = await closeRun(run, lease, {ending, trace, known: trial.known}, ports)
    trial.activity.closed(manifest)
    if (thrown !== undefined) throw sameExit(thrown, told)
    return {runId: run.runId, path: `${RUNS}/${run.runId}`, manifest, outcome: told}
  } catch (error) {
    throw onceBegun(becauseDisturbed(error, place, trial?.known.keys() ?? [], ports.files.reader), run.runId)
  } finally {
    // After a disk error the run stays as it is: readable, and shown as interrupted once the lease is gone.
    await trial?.closeLines().catch(() => undefined)
    await run.journal.close().catch(() => undefined)
    await lease.giveUp().catch(() => undefined)
  }
}

async function settle(
  trial: OpenRunRecorder,
  signal: AbortSignal,
  description: RunDescription,
  work: (trial: RunRecorder, signal: AbortSignal) => Promise<RunOutcome>,
): Promise<{outcome: RunOutcome; thrown?: unknown}> {
  try {
    return {outcome: await work(trial, signal)}
  } catch (error) {
    const outcome = endOfThrown(error, signal, `${description.command} did not finish`)
    return signal.aborted ? {outcome} : {outcome, thrown: error}
  }
}

async function writeDocuments(
  trial: OpenRunRecorder,
  outcome: RunOutcome,
  description: RunDescription,
  redactor: Redactor,
): Promise<void> {
  const {verdict, result, timing} = outcome
  await trial.write({path: RESULT, label: 'result', kind: 'result', content: {json: result}})
  if (timing !== undefined) await trial.write({path: TIMING, label: 'timing', kind: 'result', content: {json: timing}})
  await trial.write({path: VERDICT, label: 'verdict', kind: 'result', content: {json: verdict}})
  const head = {schema_version: 1, command: description.command, run_id: trial.runId, exit: verdict.exit}
  // The report is redacted before it is rendered, so that no escaping hides a secret from the rules, and once more as text.
  const clean = redactor.value({report: outcome.report, document: {...head, verdict, result}})
  for (const format of formatNames()) {
    const render = await FORMATS[format].load()
    const text = render(clean.report, clean.document, RUN_VIEW)
    await trial.write({path: REPORT_FILES[format], label: `report-${format}`, kind: 'report', content: {text}})
  }
}

/** The last step records the outcome of the run, so that the trace alone shows a bad verdict. */
async function writeTrace(
  trial: OpenRunRecorder,
  outcome: RunOutcome,
  description: RunDescription,
  redactor: Redactor,
): Promise<WorkflowTrace> {
  const {state, exit} = outcome.verdict
  const step = {stepId: VERDICT_STEP, operation: 'verdict'}
  if (state === 'skipped') await trial.steps.skip(step, cutText(exit.reason, 200))
  else {
    await trial.steps.start({...step, inputs: [VERDICT]})
    const status = state === 'pass' ? 'success' : state === 'interrupted' ? 'cancelled' : 'failed'
    await trial.steps.finish(VERDICT_STEP, {status, ...(status !== 'success' && {errorSummary: exit.reason})})
  }
  const trace = trial.steps.toTrace({
    workflowId: description.command.replaceAll(' ', '.'),
    name: description.command,
    runId: trial.runId,
  })
  await trial.write({path: TRACE_JSON, label: 'workflow-trace', kind: 'trace', content: {json: trace}})
  await trial.write({
    path: TRACE_MARKDOWN,
    label: 'workflow-trace-markdown',
    kind: 'trace',
    // The trace is masked before Markdown escapes it: afterwards a secret that contains a bar would look different.
    content: {text: traceMarkdown(redactor.value(trace))},
  })
  return trace
}

/** The error with the exit of the verdict: the process must end with the number that is in the manifest. */
function sameExit(thrown: unknown, outcome: RunOutcome): unknown {
  if (!(thrown instanceof AssayError) || thrown.exit === outcome.verdict.exit.name) return thrown
  const code = outcome.verdict.state === 'unavailable' ? 'io_error' : 'bug'
  return new AssayError(code, thrown.message, {cause: thrown})
}
