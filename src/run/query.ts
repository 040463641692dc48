import {AssayError} from '#error/assay-error'
import {checkEach, gatherMistakes} from '#error/collect-mistakes'
import {VERDICTS} from '#error/exit'
import {nearestNames, nearestQuestion} from '#error/nearest'
import type {RunView} from './read-run.ts'
import {RUN_KINDS, SHOWN_STATUSES} from './status.ts'

export const ARTIFACT_TYPES = [
  'input',
  'result',
  'report',
  'trace',
  'log',
  'artifact',
  'journal',
  'plan',
  'item',
] as const

/** Filters of a list: values of one field are alternatives, different fields must all match. */
export interface RunFilters {
  readonly provider?: readonly string[] | undefined
  readonly status?: readonly string[] | undefined
  readonly capability?: readonly string[] | undefined
  readonly operation?: readonly string[] | undefined
  readonly kind?: readonly string[] | undefined
  readonly verdict?: readonly string[] | undefined
  readonly artifactType?: readonly string[] | undefined
  /** `key=value`, or a key alone for any value. */
  readonly label?: readonly string[] | undefined
  readonly job?: readonly string[] | undefined
  readonly branch?: readonly string[] | undefined
  /** Complete ids, or at least their first seven digits. */
  readonly commit?: readonly string[] | undefined
  /** Greatest age: `30m`, `12h`, `7d`. */
  readonly since?: string | undefined
  /** A UTC day or an RFC 3339 time; both ends are included. */
  readonly createdFrom?: string | undefined
  readonly createdTo?: string | undefined
}

/** The filters as a predicate. Throws `usage` with all unknown members of fixed sets and all invalid times at once. */
export function compileFilters(filters: RunFilters, nowMs: number): (run: RunView) => boolean {
  checkFilters(filters, nowMs)
  const from = Math.max(instantOf('--created-from', filters.createdFrom, 'first'), sinceOf(filters.since, nowMs))
  const to = instantOf('--created-to', filters.createdTo, 'last')
  return ({manifest, status}) => {
    const createdMs = Date.parse(manifest.created_at)
    const {job = null, labels = {}, source = null} = manifest.provenance ?? {}
    return (
      anyOf(filters.provider, manifest.providers) &&
      anyOf(filters.status, [status]) &&
      anyOf(filters.capability, manifest.capabilities) &&
      anyOf(filters.operation, manifest.operations) &&
      anyOf(filters.kind, [manifest.kind]) &&
      anyOf(filters.verdict, manifest.outcome ? [manifest.outcome.verdict] : []) &&
      anyOf(filters.artifactType, () => manifest.artifacts.map((artifact) => artifact.kind)) &&
      anyOf(filters.label, () => Object.entries(labels).flatMap(([key, value]) => [key, `${key}=${value}`])) &&
      anyOf(filters.job, job === null ? [] : [job]) &&
      anyOf(filters.branch, source?.branch == null ? [] : [source.branch]) &&
      isOfCommit(filters.commit, source?.commit ?? undefined) &&
      createdMs >= from &&
      createdMs <= to
    )
  }
}

function checkFilters(filters: RunFilters, nowMs: number): void {
  const {since, createdFrom, createdTo} = filters
  const listed = (text: string | undefined) => (text === undefined ? [] : [text])
  gatherMistakes([
    ...checkEach('status', filters.status, oneOf('--status', SHOWN_STATUSES)),
    ...checkEach('kind', filters.kind, oneOf('--kind', RUN_KINDS)),
    ...checkEach('verdict', filters.verdict, oneOf('--verdict', VERDICTS)),
    ...checkEach('artifact-type', filters.artifactType, oneOf('--artifact-type', ARTIFACT_TYPES)),
    ...checkEach('commit', filters.commit, mustBeCommit),
    ...checkEach('since', listed(since), (text) => sinceOf(text, nowMs)),
    ...checkEach('created-from', listed(createdFrom), (text) => instantOf('--created-from', text, 'first')),
    ...checkEach('created-to', listed(createdTo), (text) => instantOf('--created-to', text, 'last')),
  ])
}

function anyOf(wanted: readonly string[] | undefined, has: readonly string[] | (() => readonly string[])): boolean {
  if (wanted === undefined || wanted.length === 0) return true
  const values = typeof has === 'function' ? has() : has
  return wanted.some((one) => values.includes(one))
}

function isOfCommit(wanted: readonly string[] | undefined, commit: string | undefined): boolean {
  if (wanted === undefined || wanted.length === 0) return true
  return commit !== undefined && wanted.some((start) => commit.startsWith(start))
}

function mustBeCommit(given: string): void {
  if (/^[0-9a-f]{7,64}$/.test(given)) return
  throw new AssayError('usage', '--commit takes an id of git, or its first seven digits and more')
}

function oneOf(flag: string, known: readonly string[]): (given: string) => void {
  return (given) => {
    if (known.includes(given)) return
    const hint = nearestQuestion(nearestNames(given, known).map((name) => `${flag} ${name}`))
    throw new AssayError('usage', `${flag} takes one of ${known.join(', ')}`, {given, ...(hint && {hint})})
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i
const DAY_MS = 24 * 60 * 60 * 1000

const AGO_MS: Readonly<Record<string, number>> = {m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS}

function sinceOf(text: string | undefined, nowMs: number): number {
  if (text === undefined) return Number.NEGATIVE_INFINITY
  const [, count, unit = ''] = /^(\d{1,5})([mhdw])$/.exec(text) ?? []
  const unitMs = AGO_MS[unit]
  if (unitMs === undefined) throw new AssayError('usage', '--since takes how long ago: 30m, 12h, 7d or 2w')
  return nowMs - Number(count) * unitMs
}

/** Whether a date exists: `Date.parse` reads the 30th of February as a day in March. */
function isInCalendar(text: string): boolean {
  const [day = ''] = /^[\d-]+/.exec(text) ?? []
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

function instantOf(flag: string, text: string | undefined, end: 'first' | 'last'): number {
  if (text === undefined) return end === 'first' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const isDay = DAY.test(text)
  const atMs = isDay || TIME.test(text) ? Date.parse(text) : Number.NaN
  const isReal = Number.isFinite(atMs) && isInCalendar(text)
  if (!isReal) throw new AssayError('usage', `${flag} takes a UTC day such as 2026-11-21 or an RFC 3339 time`)
  return isDay && end === 'last' ? atMs + DAY_MS - 1 : atMs
}
