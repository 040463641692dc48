import {AssayError} from '#error/assay-error'
import {VERDICTS} from '#error/exit'
import type {RunView} from './read-run.ts'
import {SHOWN_STATUSES} from './status.ts'

export const RUN_KINDS = ['eval', 'benchmark', 'drill', 'node', 'job', 'merge'] as const
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

/** What a list is narrowed to: values of one field are alternatives, fields add up. */
export interface RunFilters {
  readonly provider?: readonly string[]
  readonly status?: readonly string[]
  readonly capability?: readonly string[]
  readonly operation?: readonly string[]
  readonly kind?: readonly string[]
  readonly verdict?: readonly string[]
  readonly artifactType?: readonly string[]
  /** A UTC day or an RFC 3339 time; both ends included. */
  readonly createdFrom?: string
  readonly createdTo?: string
}

/** The filters as a test. Throws `usage` for an unknown member of a fixed set and for a time that is none. */
export function compileFilters(filters: RunFilters): (run: RunView) => boolean {
  oneOf('--status', filters.status, SHOWN_STATUSES)
  oneOf('--kind', filters.kind, RUN_KINDS)
  oneOf('--verdict', filters.verdict, VERDICTS)
  oneOf('--artifact-type', filters.artifactType, ARTIFACT_TYPES)
  const from = instantOf('--created-from', filters.createdFrom, 'first')
  const to = instantOf('--created-to', filters.createdTo, 'last')
  return ({manifest, status}) => {
    const createdMs = Date.parse(manifest.created_at)
    return (
      anyOf(filters.provider, manifest.providers) &&
      anyOf(filters.status, [status]) &&
      anyOf(filters.capability, manifest.capabilities) &&
      anyOf(filters.operation, manifest.operations) &&
      anyOf(filters.kind, [manifest.kind]) &&
      anyOf(filters.verdict, manifest.outcome ? [manifest.outcome.verdict] : []) &&
      anyOf(filters.artifactType, () => manifest.artifacts.map((artifact) => artifact.kind)) &&
      createdMs >= from &&
      createdMs <= to
    )
  }
}

function anyOf(wanted: readonly string[] | undefined, has: readonly string[] | (() => readonly string[])): boolean {
  if (wanted === undefined || wanted.length === 0) return true
  const values = typeof has === 'function' ? has() : has
  return wanted.some((one) => values.includes(one))
}

function oneOf(flag: string, given: readonly string[] | undefined, known: readonly string[]): void {
  if (!given || given.every((one) => known.includes(one))) return
  throw new AssayError('usage', `${flag} takes one of ${known.join(', ')}`)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i
const DAY_MS = 24 * 60 * 60 * 1000

function instantOf(flag: string, text: string | undefined, end: 'first' | 'last'): number {
  if (text === undefined) return end === 'first' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const isDay = DAY.test(text)
  const atMs = isDay || TIME.test(text) ? Date.parse(text) : Number.NaN
  const isReal = Number.isFinite(atMs) && (!isDay || new Date(atMs).toISOString().startsWith(text))
  if (!isReal) throw new AssayError('usage', `${flag} takes a UTC day such as 2026-11-21 or an RFC 3339 time`)
  return isDay && end === 'last' ? atMs + DAY_MS - 1 : atMs
}
