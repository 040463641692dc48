import {cutText} from '#error/cut-text'
import type {MeasurementPorts} from '#measurement/ports'
import {elapsedMs} from '#random/clock'
import {deadline} from '#random/timers'
import {renderMarkdown} from '#report/markdown'
import type {Progress as ToldProgress} from '#report/progress'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import {conductItem, tooLong} from './conduct-item.ts'
import {EarlierFiles} from './find-earlier-files.ts'
import {isRequired, jobOutcome} from './job-outcome.ts'
import {endForOthers, type JobItemEnd} from './job-verdict.ts'
import {nestRecorder} from './nest-recorder.ts'
import type {PlannedJob, PlannedJobItem} from './plan-job.ts'
import {decide, isExpectedSkip} from './schedule.ts'
import {keptReport} from './step-facts.ts'
import type {PreparedStep} from './step-runner.ts'
import {timeLimitMs} from './step-states.ts'

/** A job that was planned and prepared; `isRequired` per item from step and defaults. */
export interface ReadyJob {
  readonly planned: PlannedJob
  readonly prepared: ReadonlyMap<string, PreparedStep>
}

const FILE_VIEW = {colour: false, width: Number.POSITIVE_INFINITY}

interface Progress {
  readonly ends: Map<string, JobItemEnd>
  readonly running: Map<string, Promise<void>>
}

interface Within {
  readonly ready: ReadyJob
  readonly trial: RunRecorder
  readonly ports: MeasurementPorts
  readonly signal: AbortSignal
  readonly progress: Progress
  readonly earlier: EarlierFiles
}

/** Runs the items as their needs end, within the lanes; one bad step never stops those that do not need it. */
export async function runJobItems(
  ready: ReadyJob,
  trial: RunRecorder,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const progress: Progress = {ends: new Map(), running: new Map()}
  const broken = new AbortController()
  const earlier = new EarlierFiles(ports)
  const within = {ready, trial, ports, signal: AbortSignal.any([signal, broken.signal]), progress, earlier}
  try {
    await runItems(within)
  } catch (error) {
    // The others write into the run: they must have ended before it is closed.
    broken.abort()
    await Promise.allSettled(progress.running.values())
    throw error
  }
  return jobOutcome(ready.planned, [...progress.ends.values()], signal)
}

async function runItems(within: Within): Promise<void> {
  const {ready, trial, ports, progress, earlier, signal} = within
  const {items} = ready.planned
  await announce(items, trial)
  for (const {promised} of ready.prepared.values()) if (promised) await earlier.note(promised, signal)
  while (progress.ends.size < items.length) {
    await advance(within)
    const waiting = items.filter(({item_id: id}) => !progress.ends.has(id) && !progress.running.has(id))
    ports.progress.wait?.(waiting.map(({step_id: kind}) => kind))
    // Nothing runs any more: everything has ended, or an interrupt keeps the rest from starting.
    if (progress.running.size === 0) break
    const running = [...progress.running.keys()].map((id) => nameOf(items, id))
    if (ports.progress.step === undefined) ports.progress.update(progress.ends.size, items.length, running.join(', '))
    await Promise.race(progress.running.values())
  }
}

/** Skips and starts whatever can be, given what has ended. Skips may free others, so it goes on until only waiting is left. */
async function advance(within: Within): Promise<void> {
  const {ready, progress, signal} = within
  const {items, job} = ready.planned
  for (let again = true; again; ) {
    const ended = new Map([...progress.ends].map(([id, end]) => [id, endForOthers(end)]))
    const decisions = decide(items, job, {ended, running: new Set(progress.running.keys())})
    const skips = decisions.filter((decision) => decision.kind === 'skip')
    for (const decision of skips) await skip(decision, within)
    if (!signal.aborted) for (const {kind, item} of decisions) if (kind === 'start') start(item, within)
    again = skips.length > 0
  }
}

async function announce(items: readonly PlannedJobItem[], trial: RunRecorder): Promise<void> {
  for (const [id, own] of Map.groupBy(items, (item) => item.step_id)) {
    if (own.some((item) => item.traceId !== id)) await trial.steps.group({stepId: id, operation: 'matrix'})
  }
}

function start(item: PlannedJobItem, within: Within): void {
  const {progress} = within
  const work = execute(item, within).then((end) => {
    progress.running.delete(item.item_id)
    progress.ends.set(item.item_id, end)
  })
  // The rejection is handled where the running steps are awaited, which may be only after another step was skipped.
  work.catch(() => undefined)
  progress.running.set(item.item_id, work)
}

async function execute(item: PlannedJobItem, within: Within): Promise<JobItemEnd> {
  const {items} = within.ready.planned
  const {progress} = within.ports
  const told = progress.step?.(item.traceId, {at: items.indexOf(item) + 1, of: items.length, kind: item.step_id})
  let outcome = 'did not finish'
  try {
    const end = await executeTold(item, within, told ?? progress)
    outcome = end.state
    return end
  } finally {
    told?.end(outcome)
  }
}

async function executeTold(
  item: PlannedJobItem,
  {ready, trial, ports, signal, earlier}: Within,
  progress: ToldProgress,
): Promise<JobItemEnd> {
  const begunNs = ports.clock.monotonicNs()
  const folder = `items/${item.item_id}`
  await trial.steps.group(traceStep(item, ready.planned))
  const inner = nestRecorder(trial, {folder, parentId: item.traceId, required: isRequired(item, ready.planned)})
  const limitMs = timeLimitMs(item.step, ready.planned.job)
  using timeout = limitMs === undefined ? undefined : deadline(ports.clock, limitMs, tooLong)
  const outcome = await conductItem(item, {
    step: ready.prepared.get(item.item_id),
    inner,
    limit: timeout?.signal,
    signal,
    progress,
    frame: {endLimit: () => timeout?.[Symbol.dispose](), earlier},
  })
  await inner.write({path: 'result.json', label: 'result', kind: 'item', content: {json: outcome.result}})
  if (outcome.timing !== undefined) {
    await inner.write({path: 'timing.json', label: 'timing', kind: 'item', content: {json: outcome.timing}})
  }
  // The verdict after what it rests on: an item that has one is whole.
  await inner.write({path: 'verdict.json', label: 'verdict', kind: 'item', content: {json: outcome.verdict}})
  // Masked before it is rendered, so that no escaping hides a secret from the rules.
  const head = {schema_version: 1, command: item.unit.use, exit: outcome.verdict.exit}
  const clean = ports.redactor.value({report: outcome.report, head})
  const text = renderMarkdown(clean.report, clean.head, FILE_VIEW)
  await inner.write({path: 'report.md', label: 'report', kind: 'item', content: {text}})
  await closeItem(outcome, inner)
  const {state, exit} = outcome.verdict
  const findings = outcome.findings ?? []
  return {
    item,
    state,
    reason: exit.reason,
    durationMs: elapsedMs(ports.clock, begunNs),
    isExpectedSkip: false,
    kept: {result: outcome.result, report: shownReport(item, outcome)},
    findings,
  }
}

/** A step that measures has a report of its own; of others and of one that threw it is what their documents tell. */
function shownReport(item: PlannedJobItem, {verdict, result, timing, report}: RunOutcome) {
  const isMeasured = verdict.basis !== 'none'
  return isMeasured ? report : keptReport(item.unit.use, {verdict, result, timing})
}

/** The verdict of the item is the last leaf below it, so the group says what the item came to. */
async function closeItem(outcome: RunOutcome, inner: RunRecorder): Promise<void> {
  const {state, exit} = outcome.verdict
  const step = {stepId: 'verdict', operation: 'verdict', inputs: ['verdict.json']}
  if (state === 'skipped') return await inner.steps.skip(step, cutText(exit.reason, 200))
  await inner.steps.start(step)
  const status = state === 'pass' ? 'success' : state === 'interrupted' ? 'cancelled' : 'failed'
  await inner.steps.finish('verdict', {status, ...(status !== 'success' && {errorSummary: exit.reason})})
}

async function skip(
  {item, reason}: {item: PlannedJobItem; reason: string},
  {ready, trial, progress}: Within,
): Promise<void> {
  const isExpected = isExpectedSkip(reason)
  const step = traceStep(item, ready.planned)
  await trial.steps.skip({...step, required: step.required && !isExpected}, reason)
  const state = 'skipped'
  progress.ends.set(item.item_id, {item, state, reason, durationMs: 0, isExpectedSkip: isExpected, findings: []})
}

function traceStep(item: PlannedJobItem, planned: PlannedJob) {
  return {
    stepId: item.traceId,
    operation: item.unit.use,
    required: isRequired(item, planned),
    ...(item.traceId !== item.step_id && {parentId: item.step_id}),
    ...(item.provider_identity.length > 0 && {provider: item.provider_identity.join(', ')}),
  }
}

const nameOf = (items: readonly PlannedJobItem[], id: string) =>
  items.find((item) => item.item_id === id)?.traceId ?? id
