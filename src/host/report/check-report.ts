import type {NodeCheckRecord, Verdict} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import type {Case, Report, Table} from '#report/report'
import {warnedRecords} from '../judge/check-warnings.ts'
import type {MetricWindow} from '../judge/compare-windows.ts'
import {isSilentLike, silentCause, silentText} from '../judge/silent-node.ts'
import {isUnasked, untrustedCause, untrustedText} from '../judge/untrusted-certificate.ts'
import {remedyOf} from './remedies.ts'
import {windowPlots} from './window-plots.ts'

/** What is told of a check run. */
export interface ToldChecks {
  readonly target: string
  readonly mode: string
  readonly to: string | undefined
  readonly verdict: Verdict
  readonly records: readonly NodeCheckRecord[]
  readonly controls: number
  /** Both windows, where they were compared. */
  readonly windows: readonly [before: MetricWindow, after: MetricWindow] | undefined
}

/** The report of a check run: a table and a case a check. */
export function checkReport(told: ToldChecks): Report {
  const {target, mode, to, verdict, controls, windows} = told
  const cause = untrustedCause(told.records)
  const records = causeFirst(told.records, cause)
  const silence = silentCause(records)
  const reasonFor = (one: NodeCheckRecord) =>
    cause && isUnasked(one) ? cause.id : silence && isSilentLike(one, silence) ? silence.id : undefined
  const asked = records.filter((one) => reasonFor(one) === undefined)
  const critical = asked.filter(
    ({severity, status}) => severity === 'critical' && (status === 'fail' || status === 'error'),
  )
  return {
    title: `Node check of ${target}`,
    status: verdict.state,
    facts: [
      {label: 'Target', value: target},
      {label: 'Mode', value: mode},
      ...(to === undefined ? [] : [{label: 'Release', value: to}]),
      {label: 'Checks', value: summaryOf(records)},
      ...failures(asked),
      ...(critical.length > 0 ? [{label: 'Critical', value: critical.map(({id}) => id).join(', ')}] : []),
    ],
    tables: [
      {
        name: 'Checks',
        columns: ['check', 'status', 'reason', 'what to do', 'ms'],
        rows: records
          .toSorted((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status))
          .map((record) => {
            const {id, status, reason, duration_ms} = record
            return [id, status, reason, remedyOf(record) ?? null, Math.round(duration_ms)]
          }),
        minor: ['ms'],
      },
      ...nodeTable(records),
    ],
    cases: records.map((one) => {
      const because = reasonFor(one)
      return {...caseOf(one), ...(because !== undefined && {because})}
    }),
    ...(windows && {plots: windowPlots(...windows)}),
    remarks: [
      ...(cause === undefined ? [] : [untrustedText(cause, records)]),
      ...(silence === undefined ? [] : [silentText(silence, records)]),
      ...warnedRecords(records).map(toldWarning),
      `${controls} hosts that lie were told apart from an honest one before the target was asked.`,
    ],
  }
}

/** A row for each node that did not pass a check, where several were asked by themselves. */
function nodeTable(records: readonly NodeCheckRecord[]): Table[] {
  const rows = records
    .flatMap(({id, nodes = []}) => nodes.map((node) => ({id, ...node})))
    .filter(({status}) => status !== 'pass' && status !== 'skip')
    .toSorted((a, b) => WORST_FIRST.indexOf(a.status) - WORST_FIRST.indexOf(b.status))
    .map(({id, name, status, reason}) => [id, name, status, reason])
  return rows.length === 0 ? [] : [{name: 'By node', columns: ['check', 'node', 'status', 'reason'], rows}]
}

/** The certificate before all else, where others could not be asked because of it. */
const causeFirst = (records: readonly NodeCheckRecord[], cause: NodeCheckRecord | undefined) =>
  cause === undefined ? records : [cause, ...records.filter((one) => one !== cause)]

/** Whoever is woken by a failure reads no further than this. */
const MOST_TOLD = 3

/** Two lines of a terminal: the table has all of it. */
const LONGEST_WARNING = 150

const toldWarning = ({id, reason}: NodeCheckRecord) =>
  cutText(`${id} warned: ${reason ?? 'see the report'}`, LONGEST_WARNING)

const failures = (records: readonly NodeCheckRecord[]) =>
  records
    .filter(({status}) => status === 'fail' || status === 'error')
    .filter((_, at) => at < MOST_TOLD)
    .map((record) => ({label: record.id, value: toldOf(record)}))

const toldOf = (record: NodeCheckRecord) =>
  [record.reason ?? record.title, remedyOf(record)].filter((text) => text !== undefined).join('. ')

function summaryOf(records: readonly NodeCheckRecord[]): string {
  const words = ['pass', 'warn', 'fail', 'error', 'inconclusive', 'skip'] as const
  const counts = words.map((word) => [word, records.filter(({status}) => status === word).length] as const)
  return counts
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`)
    .join(', ')
}

const WORST_FIRST: readonly NodeCheckRecord['status'][] = ['fail', 'error', 'inconclusive', 'warn', 'skip', 'pass']

function caseOf(record: NodeCheckRecord): Case {
  const {id, status, required, duration_ms} = record
  const told = toldOf(record)
  const state = {
    pass: 'passed',
    warn: 'passed',
    fail: 'failed',
    error: 'error',
    inconclusive: 'error',
    skip: required ? 'error' : 'skipped',
  } as const
  return {
    suite: 'node check',
    className: id.split('.')[0] ?? id,
    name: id,
    status: state[status],
    durationMs: duration_ms,
    ...(status !== 'pass' && {
      type: status === 'skip' && required ? 'inconclusive' : status,
      message: told,
      short: told,
    }),
  }
}
