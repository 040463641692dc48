import {join} from 'node:path/posix'
import {isRunId, type RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'

/** Names in a workspace. Paths inside a run use `/` everywhere. */
export const RUNS = 'runs'
export const BUNDLES = 'issue-bundles'
export const WORKSPACE_FILE = '.workspace.json'
export const HIGH_WATER = '.high-water'
export const LEDGER = 'ledger.ndjson'
export const STATE = '.state'
export const UNDO = '.undo'
export const STAGING_PREFIX = '.staging-'
export const TRASH_PREFIX = '.trash-'
export const TEMPORARY_PREFIX = '.tmp-'

export const MANIFEST = 'run_manifest.json'
export const JOURNAL = 'journal.ndjson'
export const LEASE = 'lease.json'
export const HOLD = '.hold'
/** The document of what an evaluation or a benchmark was asked for; the next lines name those of the gate and the translator. */
export const REQUEST_INPUT = 'inputs/request.json'
export const GATE_INPUT = 'inputs/gate.json'
export const TRANSLATOR_INPUT = 'inputs/translator.json'
export const EVENTS = 'logs/events.ndjson'
export const TRACE_JSON = 'reports/workflow_trace.json'
export const TRACE_MARKDOWN = 'reports/workflow_trace.md'
export const RESULT = 'results/result.json'
export const TIMING = 'results/timing.json'
export const VERDICT = 'results/verdict.json'
/** The files of a report in a run; JUnit keeps the double extension that CI systems look for. */
export const REPORT_FILES = {
  human: 'reports/report.txt',
  json: 'reports/report.json',
  markdown: 'reports/report.md',
  csv: 'reports/report.csv',
  junit: 'reports/report.junit.xml',
  html: 'reports/report.html',
} as const

/** How reports are rendered inside a run: in full width, and with the run's folder as the parent of their own. */
export const RUN_VIEW = {colour: false, width: Number.POSITIVE_INFINITY, runFolder: '..'} as const

export const FOLDERS = ['inputs', 'results', 'reports', 'artifacts', 'logs'] as const

export const runsFolder = (workspace: string) => join(workspace, RUNS)
export const runFolder = (workspace: string, id: RunId) => join(workspace, RUNS, id)
export const stagingFolder = (workspace: string, id: RunId) => join(workspace, RUNS, `${STAGING_PREFIX}${id}`)
export const trashFolder = (workspace: string, id: RunId) => join(workspace, RUNS, `${TRASH_PREFIX}${id}`)

/** Folder in which the drills of a run work, relative to the workspace: nothing in it is listed as a run. It is gone once everything is put back. */
export const sitesOf = (runId: string) => `${RUNS}/${STATE}/drills/${runId}`

/** The meaning of a name in `runs/`. README and .gitignore are kept by git in an empty workspace. */
export type RunsEntry =
  | {readonly kind: 'run' | 'staging' | 'trash'; readonly id: RunId}
  | {readonly kind: 'own' | 'temporary'}
  | {readonly kind: 'foreign'}

const OWN = new Set([WORKSPACE_FILE, STATE, UNDO, HIGH_WATER, LEDGER, 'README.md', '.gitignore', '.gitkeep'])

export function classifyEntry(name: string): RunsEntry {
  if (OWN.has(name)) return {kind: 'own'}
  if (name.startsWith(TEMPORARY_PREFIX)) return {kind: 'temporary'}
  for (const [kind, prefix] of [
    ['run', ''],
    ['staging', STAGING_PREFIX],
    ['trash', TRASH_PREFIX],
  ] as const) {
    const id = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (isRunId(id)) return {kind, id}
  }
  return {kind: 'foreign'}
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const SUFFIX_LENGTH = 6

/** The id of a run begun at `atEpochMs`; the suffix comes from six or more random bytes. */
export function formatRunId(atEpochMs: number, entropy: Uint8Array): RunId {
  const stamp = new Date(atEpochMs).toISOString().replaceAll(/[-:.]/g, '')
  const suffix = Array.from(entropy.subarray(0, SUFFIX_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return asRunId(`${stamp}-${suffix}`)
}

/** The time in an id, in milliseconds since the epoch; it orders runs, but is not when they began. */
export function timeOfRunId(id: RunId): number {
  const [, date, hour, minute, second, ms] = /^(\d{8})T(\d{2})(\d{2})(\d{2})(\d{3})Z/.exec(id) ?? []
  const day = `${date?.slice(0, 4)}-${date?.slice(4, 6)}-${date?.slice(6, 8)}`
  return Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`)
}

/** The time for the next id: now, or just after the newest id if the clock has stepped back. */
export function nextRunTime(nowMs: number, newest: RunId | undefined): number {
  return newest === undefined ? nowMs : Math.max(nowMs, timeOfRunId(newest) + 1)
}

/** Throws `run_id_invalid` ; the message does not echo what was given. */
export function asRunId(text: string): RunId {
  if (isRunId(text) && Number.isFinite(timeOfRunId(text))) return text
  throw new AssayError('run_id_invalid', 'a run id looks like 20261121T074233417Z-k3q7xz', {given: text})
}
