import type {Finding, RuleOutcome, Verdict} from '#contract/generated/types'
import {verdict as verdictContract} from '#contract/generated/verdict'
import {issuesOf} from '#contract/parse'
import {digestOf} from '#digest/canonical-json'
import {cutText} from '#error/cut-text'
import {exitFor} from '#error/exit'
import {judgeVerdict, withFailed} from '#gate/verdict'
import {hasMarks} from '#redact/mark'
import {distrustedVerdict, lostEventsIn} from '#run/end-run'
import {MANIFEST, REPORT_FILES, RESULT, VERDICT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import type {AuditBook, AuditSubject} from './audit.ts'
import {readJson} from './recorded-facts.ts'
import {contradictedRule} from './rule-arithmetic.ts'
import {firstDifference} from './same-document.ts'

/** The verdict of a run, if it is valid by its schema. Its further rules are checked by `checkVerdict`. */
export function verdictIn(run: RecordedRun, path: string = VERDICT): Verdict | undefined {
  const told = readJson(run.text(path))
  return told === undefined || issuesOf(verdictContract, told) ? undefined : (told as Verdict)
}

/**
 * Checks the arithmetic that needs no raw results: exit from state, state from rules, rules from their numbers. `findings`: those of the
 * run; if they report lost events, rules that passed decide nothing.
 */
export function checkVerdict(
  verdict: Verdict,
  {path, findings}: {readonly path: string; readonly findings: readonly Finding[]},
  book: AuditBook,
): void {
  const fail = (pointer: string, message: string) =>
    book.fail('verdict', 'verdict_contradiction', `${pointer} ${message}`, path)
  const {state, exit, basis, rules} = verdict
  const context = {expectedSkip: exit.code === 0, signal: exit.name === 'terminated' ? 'SIGTERM' : 'SIGINT'} as const
  const {code, name} = exitFor(state, '', context)
  if (exit.code !== code || exit.name !== name) fail('/exit', 'does not follow from the state')
  for (const [at, rule] of rules.entries()) {
    const fault = contradictedRule(rule)
    if (fault !== undefined) fail(`/rules/${at}`, fault)
  }
  if (!RULED.has(basis) || !RULED_STATES.has(state)) return
  const judged = distrustedVerdict(judgeVerdict({...verdict, rules}), lostEventsIn(findings))
  if (judged.state !== state) fail('/state', 'does not follow from the rules')
  else if (!REASONS.some((make) => firstDifference(exit.reason, make(judged).exit.reason) === undefined))
    fail('/exit/reason', 'does not follow from the rules')
}

/** Possible reasons: sets of drills mention failures beside missing answers; other verdicts and earlier versions do not. */
const REASONS: readonly ((judged: Verdict) => Verdict)[] = [(judged) => judged, withFailed]

/**
 * Bases of verdicts that follow from rules. Verdicts of jobs name the item that decided; those without rules follow from nothing that is
 * stored beside them.
 */
const RULED: ReadonlySet<Verdict['basis']> = new Set(['gate', 'default-gate', 'no-gate', 'budget'])
const RULED_STATES: ReadonlySet<RuleOutcome['state'] | Verdict['state']> = new Set([
  'pass',
  'fail',
  'unavailable',
  'refused',
  'incomparable',
  'inconclusive',
])

/** Checks what the manifest and the JSON report repeat of verdict and result. */
export function checkTold({run, isMasked}: AuditSubject, verdict: Verdict, book: AuditBook): void {
  const {manifest} = run
  const fail = (message: string, path: string) => book.fail('verdict', 'verdict_contradiction', message, path)
  const report = readJson(run.text(REPORT_FILES.json)) as {readonly result?: unknown} | null | undefined
  // A bundle may lack one of the two; both contain the result.
  const resultText = run.text(RESULT) ?? JSON.stringify(report?.result)
  const result = readJson(resultText)
  if (firstDifference(manifest.counts, verdict.counts) !== undefined)
    fail('/counts tells other counts than the verdict', MANIFEST)
  const reason = cutText(verdict.exit.reason, 500)
  if (manifest.outcome && firstDifference(manifest.outcome.reason, reason) !== undefined)
    fail('/outcome/reason tells another reason than the verdict', MANIFEST)
  // A masked result has another digest than the measured one.
  const isCopy = isMasked(run.text(RESULT) === undefined ? REPORT_FILES.json : RESULT) || hasMarks(resultText ?? '')
  if (manifest.result_digest !== null && !manifest.artifacts.some(({path}) => path === RESULT))
    book.fail('results', 'results_missing', 'is missing', RESULT)
  if (result !== undefined && !isCopy && manifest.result_digest !== digestOf(result))
    fail('/result_digest is not that of the result', MANIFEST)
  if (report === undefined) return
  const {command, run_id} = manifest
  const made = {schema_version: 1, command, run_id, exit: verdict.exit, verdict, result}
  const different = firstDifference(report, made)
  if (different !== undefined)
    book.fail('reports', 'report_contradiction', `${different} differs from verdict and result`, REPORT_FILES.json)
}
