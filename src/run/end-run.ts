import type {Finding, RunManifest, RuntimeAssetReference, Verdict} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {type ExitContext, exitFor, type VerdictState} from '#error/exit'
import type {Report} from '#report/report'
import {NO_COUNTS} from './manifest.ts'
import type {RunOutcome} from './run-recorder.ts'
import {type Runtimes, runtimeIds} from './runtime.ts'
import {statusOf} from './status.ts'

const DECIDED_LAST = [
  'status',
  'outcome',
  'ended_at',
  'duration_ms',
  'counts',
  'result_summary',
  'result_digest',
  'event_count',
  'runtime_manifest_id',
  'runtimes',
  'runtime_assets',
  'redactions',
  'issues',
] as const

/** The part of a manifest that closing decides; the journal holds it in `run.finished`, so a crash right afterwards loses nothing. */
export type Ending = Pick<RunManifest, (typeof DECIDED_LAST)[number]>

/**
 * The ending in the data of a `run.finished` record, which anybody may have written: only the known members. Whether their values are valid
 * is checked with the whole manifest. `undefined` if the data is no ending.
 */
export function readEnding(data: object): Ending | undefined {
  const told = new Map<string, unknown>(Object.entries(data))
  if (!Array.isArray(told.get('issues')) || told.get('status') === 'running') return undefined
  // Earlier versions recorded fewer members; the opening manifest has the rest.
  const known = DECIDED_LAST.filter((key) => told.has(key))
  return Object.fromEntries(known.map((key) => [key, told.get(key)])) as Ending
}

export function closingFields(
  outcome: RunOutcome,
  seen: Omit<Ending, 'status' | 'outcome' | 'counts' | 'result_summary' | 'issues'>,
): Ending {
  const {verdict} = outcome
  return {
    status: statusOf(verdict.state),
    outcome: {
      verdict: verdict.state,
      exit_code: verdict.exit.code,
      reason_code: outcome.reasonCode,
      reason: cutText(verdict.exit.reason, 500),
    },
    counts: verdict.counts,
    result_summary: outcome.resultSummary,
    issues: [...(outcome.findings ?? [])],
    ...seen,
  }
}

/** The runtimes of the providers: the assets of this machine as they were seen, and what events reported. */
export function runtimePart(
  met: Runtimes,
  own: readonly RuntimeAssetReference[],
): Pick<Ending, 'runtime_manifest_id' | 'runtimes' | 'runtime_assets'> {
  const {runtimes, assets} = met
  return {runtime_manifest_id: runtimeIds(met), runtimes: [...runtimes], runtime_assets: [...own, ...assets]}
}

/** Adds findings that do not affect the verdict to the manifest and to every report. */
export function tellFindings(outcome: RunOutcome, findings: readonly Finding[]): RunOutcome {
  if (findings.length === 0) return outcome
  const remarks = [...outcome.report.remarks, ...findings.map(({code, message}) => `${code}: ${message}`)]
  return {
    ...outcome,
    findings: [...(outcome.findings ?? []), ...findings],
    report: {...outcome.report, remarks},
  }
}

/** A verdict without rules, for work that ended before it could judge. */
export function bareVerdict(state: VerdictState, reason: string, context: ExitContext = {}): Verdict {
  return {
    schema_version: 1,
    state,
    exit: exitFor(state, reason, context),
    basis: 'none',
    claims: [],
    rules: [],
    counts: NO_COUNTS,
    caveats: [],
  }
}

/** The outcome of a run whose work threw or was interrupted. */
export function endOfThrown(error: unknown, signal: AbortSignal, title: string): RunOutcome {
  if (signal.aborted) return interrupted(signal, title)
  const state = verdictOfError(error)
  const code = error instanceof AssayError ? error.code : 'bug'
  const reason = error instanceof AssayError ? error.message : 'Assay failed inside'
  return bareOutcome(bareVerdict(state, reason), code, title, [{code, message: cutText(reason, 500)}])
}

function interrupted(signal: AbortSignal, title: string): RunOutcome {
  const name = signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT'
  return bareOutcome(bareVerdict('interrupted', `stopped by ${name}`, {signal: name}), 'interrupted', title, [])
}

function bareOutcome(verdict: Verdict, reasonCode: string, title: string, findings: Finding[]): RunOutcome {
  const report: Report = {
    title,
    status: verdict.state,
    facts: [{label: 'Reason', value: verdict.exit.reason}],
    tables: [],
    cases: [],
    remarks: [],
  }
  return {verdict, reasonCode, result: {}, resultSummary: {}, report, findings}
}

/**
 * The verdict for an error of the work. A mistake of the caller that shows only inside the run is a bug of Assay: it should have been
 * refused before.
 */
export function verdictOfError(error: unknown): VerdictState {
  if (!(error instanceof AssayError)) return 'bug'
  switch (error.exit) {
    case 'failed':
      return 'fail'
    case 'unavailable':
    case 'inconclusive':
    case 'refused':
    case 'restored':
    case 'unsafe-state':
      return error.exit
    case 'usage':
      return error.kind === 'machine' || error.code === 'workspace_unwritable' ? 'unavailable' : 'bug'
    default:
      return 'bug'
  }
}

/** The verdict, but inconclusive instead of passed if events were lost: an incomplete event log supports no good verdict. */
export function distrustedVerdict(verdict: Verdict, lost: number): Verdict {
  if (lost === 0 || verdict.state !== 'pass') return verdict
  return {...verdict, state: 'inconclusive', exit: exitFor('inconclusive', lostText(lost))}
}

/** The outcome with the distrusted verdict, and a finding on the lost events beside any verdict. */
export function distrustLostEvents(outcome: RunOutcome, lost: number): RunOutcome {
  if (lost === 0) return outcome
  const finding: Finding = {code: EVENTS_LOST, message: lostText(lost)}
  const findings = [...(outcome.findings ?? []), finding]
  const report = {...outcome.report, remarks: [...outcome.report.remarks, finding.message]}
  const verdict = distrustedVerdict(outcome.verdict, lost)
  if (verdict === outcome.verdict) return {...outcome, findings, report}
  return {...outcome, findings, reasonCode: finding.code, verdict, report: {...report, status: verdict.state}}
}

const EVENTS_LOST = 'event_log_incomplete'
const LOST_TEXT = / provider events could not be written$/
const lostText = (lost: number) => `${lost} provider events could not be written`

/** The number of events that a run lost, according to its findings. */
export function lostEventsIn(findings: readonly Finding[]): number {
  const told = findings.find(({code}) => code === EVENTS_LOST)?.message ?? ''
  const lost = Number(told.replace(LOST_TEXT, ''))
  return Number.isSafeInteger(lost) && lost > 0 && told === lostText(lost) ? lost : 0
}

/**
 * An error in the form in which it may leave once a run exists. `usage` says that nothing was executed, so no error of that family may
 * leave: a file system that turned unwritable is unavailable, and a caller's mistake that shows only now should have been refused before.
 */
export function onceBegun(error: unknown, runId: RunId): unknown {
  if (!(error instanceof AssayError) || error.exit !== 'usage') return error
  const code = verdictOfError(error) === 'unavailable' ? 'io_error' : 'bug'
  return new AssayError(code, `${error.message}; the run ${runId} had begun, and what it had written is kept`, {
    hint: `Run assay runs show ${runId} to see how far it came.`,
    detail: error.detail,
    cause: error,
  })
}
