import type {NodeCheckControl, NodeCheckRecord} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {reasonCode, stopOf} from '#gate/verdict'
import type {MeasurementPorts} from '#measurement/ports'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import type {CheckContext, CheckNotes} from '../check/check.ts'
import {runControls} from '../control/run-controls.ts'
import {judgeChecks} from '../judge/check-verdict.ts'
import {releaseText} from '../model/version.ts'
import {checkReport} from '../report/check-report.ts'
import {askCheck} from './ask-check.ts'
import {checkLogFile, RESIDUE_FILE, recordFile} from './host-files.ts'
import {observeChecks} from './observe-checks.ts'
import {openCheckContext} from './open-context.ts'
import {mustRun, type NodeCheckPlan} from './plan-check.ts'

/** What a check run found, beside its outcome. */
export interface MeasuredChecks extends RunOutcome {
  readonly controls: readonly NodeCheckControl[]
  readonly records: readonly NodeCheckRecord[]
}

/** Outputs of programs that a check keeps: the last ones, where it is asked again and again. */
const MOST_LOGGED = 100

/** What is known by now; whoever stops the checks still tells it. */
interface FoundSoFar {
  controls: readonly NodeCheckControl[]
  notes: CheckNotes | undefined
  readonly records: NodeCheckRecord[]
  /** Documents that checks keep beside their records. */
  readonly kept: Map<string, object>
}

/** Controls first, then every check in its order, one after the other. What had ended before an interrupt is kept and judged. */
export async function measureChecks(
  plan: NodeCheckPlan,
  trial: RunRecorder,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<MeasuredChecks> {
  const found: FoundSoFar = {controls: [], notes: undefined, records: [], kept: new Map()}
  try {
    await askAll(plan, found, {trial, ports, signal})
  } catch (error) {
    if (!signal.aborted) throw error
  }
  await keepFound(found, trial)
  const {setting, mode, before, to} = plan
  const {controls, notes, records} = found
  const windows = before && notes?.window ? ([before.baseline, notes.window] as const) : undefined
  const isAnswering = (notes?.heard.length ?? 0) > 0
  const verdict = judgeChecks({records, isAnswering, planned: plan.checks.length, stoppedBy: stopOf(signal)})
  const told = {
    target: setting.target.profile.alias,
    mode,
    to: to && releaseText(to),
    verdict,
    records,
    controls: controls.length,
    windows,
  }
  return {
    verdict,
    reasonCode: reasonCode(verdict),
    result: {
      schema_version: 1,
      kind: 'node-check',
      mode,
      checks: records.map(({id, status, required, severity}) => ({id, status, required, severity})),
    },
    resultSummary: {
      checks: records.length,
      failed: records.filter(({status}) => status === 'fail' || status === 'error').length,
    },
    report: checkReport(told),
    controls: [...controls],
    records,
  }
}

/** Puts down what it finds as it finds it. */
async function askAll(
  plan: NodeCheckPlan,
  found: FoundSoFar,
  {trial, ports, signal}: {readonly trial: RunRecorder; readonly ports: MeasurementPorts; readonly signal: AbortSignal},
): Promise<void> {
  const {setting, mode, before, to, named} = plan
  found.controls = await recordControls(trial, ports, signal)
  const logs = new Map<string, string[]>()
  const log = (check: string, line: string) => {
    const own = logs.get(check) ?? []
    if (own.length === MOST_LOGGED) own.shift()
    own.push(line)
    logs.set(check, own)
  }
  const keep = (name: string, document: object) => void found.kept.set(name, document)
  await using context = await openCheckContext(
    {setting, mode, runId: trial.runId, before, to, named, log, keep, ...plan.wishes},
    ports,
    signal,
  )
  found.notes = context.notes
  await demandReach(context)
  // An upgrade has asked its token before it began; here it may be the caller's mistake.
  context.notes.refusals = []
  const observed = plan.course && (await observeChecks(plan, plan.course, {context, trial}))
  for (const [at, check] of plan.checks.entries()) {
    // A look that was stopped may never have come to this one.
    if (signal.aborted && !observed?.has(check.id)) continue
    ports.progress.update(at, plan.checks.length, check.id)
    const terms = {isRequired: mustRun(plan, check), isSwitchedOff: plan.skip.has(check.id)}
    const ask = async () => observed?.get(check.id) ?? (await askCheck(check, context, terms))
    const recorded = {id: check.id, number: at + 1, ...terms, lines: () => logs.get(check.id)}
    const record = await recordCheck(trial, ask, recorded)
    context.notes.found.set(check.id, record.status)
    found.records.push(record)
  }
}

async function keepFound({kept, notes}: FoundSoFar, trial: RunRecorder): Promise<void> {
  for (const [name, json] of kept) {
    await trial.write({path: `results/${name}.json`, label: name, kind: 'result', content: {json}})
  }
  const residue = notes?.residue ?? new Set()
  if (residue.size > 0) {
    await trial.write({
      path: RESIDUE_FILE,
      label: 'residue',
      kind: 'result',
      content: {json: {schema_version: 1, repositories: [...residue]}},
    })
  }
}

async function recordControls(
  trial: RunRecorder,
  {clock}: MeasurementPorts,
  signal: AbortSignal,
): Promise<NodeCheckControl[]> {
  await trial.steps.start({stepId: 'controls', operation: 'node.controls'})
  const controls = await runControls(clock, signal)
  await trial.write({
    path: 'results/controls.json',
    label: 'controls',
    kind: 'result',
    content: {json: {schema_version: 1, controls}},
  })
  await trial.steps.finish('controls', {status: 'success', outputs: ['results/controls.json']})
  return controls
}

/** An address that the policy refuses ends the run before anything is asked. */
export async function demandReach({nodes, signal}: CheckContext): Promise<void> {
  for (const {open} of nodes) {
    try {
      await open.ask({path: '/health/ready'}, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof AssayError) || error.exit === 'refused') throw error
    }
  }
}

interface Recorded {
  readonly id: string
  /** What its files are called in the manifest: an id may have a word in it that is a secret's elsewhere. */
  readonly number: number
  readonly isRequired: boolean
  readonly lines: () => readonly string[] | undefined
}

async function recordCheck(
  trial: RunRecorder,
  ask: () => Promise<NodeCheckRecord>,
  {id, number, isRequired: required, lines}: Recorded,
): Promise<NodeCheckRecord> {
  await trial.steps.start({stepId: id, operation: 'node.check', required})
  const asked = await ask()
  const log = lines()
  const artifacts = log === undefined ? [] : [checkLogFile(id)]
  const record = {...asked, artifacts}
  if (log)
    await trial.write({
      path: checkLogFile(id),
      label: `log-${number}`,
      kind: 'log',
      origin: 'child',
      content: {text: `${log.join('\n')}\n`},
    })
  await trial.write({path: recordFile(id), label: `check-${number}`, kind: 'result', content: {json: record}})
  const {status, reason, duration_ms: durationMs} = record
  const outputs = [recordFile(id), ...artifacts]
  if (status === 'skip') await trial.steps.finish(id, {status: 'skipped', skipReason: reason ?? 'skipped', outputs})
  else if (status === 'pass' || status === 'warn')
    await trial.steps.finish(id, {status: 'success', durationMs, outputs})
  else await trial.steps.finish(id, {status: 'failed', durationMs, errorSummary: `${status}: ${reason ?? ''}`, outputs})
  return record
}
