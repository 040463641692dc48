import type {Verdict} from '#contract/generated/types'
import type {Case, Report, Section} from '#report/report'
import {glanceTables} from './glance.ts'
import type {JobItemEnd} from './job-verdict.ts'
import type {PlannedJob} from './plan-job.ts'
import {EXEC_LOG, lastLines} from './step-facts.ts'

/** One row and one case an item, in plan order. */
export function jobReport({job}: PlannedJob, ends: readonly JobItemEnd[], verdict: Verdict): Report {
  return {
    title: `Job ${job.name}`,
    status: verdict.state,
    facts: [
      {label: 'Items', value: ends.length},
      {label: 'Passed', value: verdict.counts.passed},
      {label: 'Failed', value: verdict.counts.failed},
      {label: 'Without verdict', value: verdict.counts.errored},
      {label: 'Skipped', value: verdict.counts.skipped},
    ],
    tables: [
      {
        name: 'items',
        columns: ['step', 'use', 'verdict', 'ms', 'why', 'folder'],
        rows: ends.map((end) => [
          end.item.traceId,
          end.item.unit.use,
          end.state,
          end.state === 'skipped' ? null : end.durationMs,
          end.reason,
          end.state === 'skipped' ? null : `items/${end.item.item_id}`,
        ]),
      },
    ],
    cases: ends.map((end, at) => ({
      ...caseOf(job.name, end),
      ...(verdict.rules[at]?.severity === 'advisory' && {isOptional: true}),
    })),
    remarks: [],
    page: {facts: [], plots: [], tables: glanceTables(ends.map(({kept}) => kept?.result))},
    sections: ends.map(sectionOf),
  }
}

/** The files that every step of its kind leaves. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  exec: [EXEC_LOG],
  eval: ['results/failures.json'],
}

function sectionOf({item, state, reason, durationMs, kept}: JobItemEnd): Section {
  const {use} = item.unit
  const files = kept === undefined ? [] : ['report.md', 'result.json', 'verdict.json', ...(FILES[use] ?? [])]
  return {
    id: item.item_id,
    title: item.traceId,
    status: state,
    durationMs,
    facts: [
      {label: 'Step', value: use},
      {label: 'Providers', value: item.provider_identity.join(', ') || null},
      {label: 'Why', value: reason},
      {label: 'Took (ms)', value: kept === undefined ? null : durationMs},
    ],
    ...(kept?.report && {report: kept.report}),
    files: files.map((path) => `items/${item.item_id}/${path}`),
  }
}

function caseOf(suite: string, end: JobItemEnd): Case {
  const base = {suite, name: end.item.traceId, durationMs: end.durationMs, message: end.reason}
  switch (end.state) {
    case 'pass':
      return {suite, name: base.name, durationMs: base.durationMs, status: 'passed'}
    case 'skipped':
      return {...base, status: 'skipped', type: 'skipped'}
    case 'fail':
      return {...base, ...whatFailed(end), status: 'failed', type: 'fail'}
    default:
      return {...base, ...whatFailed(end), status: 'error', type: end.state}
  }
}

/** On a screen there is room for so many of a step; the report has all. */
const MOST_TOLD = 2

/** What failed in the step with its numbers, where it has rules or cases of its own; what a program said last, where it is one. */
function whatFailed({reason, kept}: JobItemEnd): Pick<Case, 'short' | 'message'> {
  const said = lastLines(kept?.result)
  if (said.length > 0) return {message: [`${reason}:`, ...said].join('\n'), short: `${reason}: ${said.at(-1)}`}
  const bad = (kept?.report?.cases ?? []).filter(({status}) => status === 'failed' || status === 'error')
  const told = bad.flatMap(({short, message = short}) => (message ? [short ?? message] : []))
  if (told.length === 0) return {}
  const left = told.length - MOST_TOLD
  const more = left > 0 ? [`${left} more in the report of the step`] : []
  return {short: [...told.slice(0, MOST_TOLD), ...more].join('; ')}
}
