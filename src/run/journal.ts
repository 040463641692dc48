import {journalRecord} from '#contract/generated/journal-record'
import type {JournalRecord} from '#contract/generated/types'
import type {Digest, RunId} from '#contract/ids'
import {parse} from '#contract/parse'
import {sha256} from '#digest/sha256'

export const MOST_RECORD_BYTES = 64 * 1024

/** The content of a journal: the valid records, the digest of the last line, and whether a torn line follows. */
export interface JournalView {
  readonly records: readonly JournalRecord[]
  readonly head: Digest
  /** Bytes of the valid part; a torn last line begins here. */
  readonly goodBytes: number
  readonly torn: boolean
  /** First `seq` whose record is unreadable or out of the chain; everything after it is untrusted. */
  readonly brokenAt?: number
}

/** The `prev` of a run's first record. */
export function genesis(runId: RunId): Digest {
  return sha256(runId)
}

/**
 * Reads a journal without throwing: one torn last line is accepted, anything else breaks the chain at its `seq`. A power cut
 * can keep the end of a line and lose its beginning, which then reads as zeros: that is a torn line too.
 */
export function readJournal(content: Uint8Array, runId: RunId): JournalView {
  const records: JournalRecord[] = []
  let head = genesis(runId)
  let at = 0
  for (;;) {
    const end = content.indexOf(0x0a, at)
    if (end < 0) return {records, head, goodBytes: at, torn: at < content.length}
    const line = content.subarray(at, end + 1)
    const record = recordOf(line)
    if (record === undefined && end === content.length - 1 && line.includes(0)) {
      return {records, head, goodBytes: at, torn: true}
    }
    if (record === undefined || record.prev !== head || record.seq !== records.length + 1) {
      return {records, head, goodBytes: at, torn: false, brokenAt: records.length + 1}
    }
    records.push(record)
    head = sha256(line)
    at = end + 1
  }
}

function recordOf(line: Uint8Array): JournalRecord | undefined {
  try {
    return parse(journalRecord, JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(line)))
  } catch {
    return undefined
  }
}

/** Steps and attempts that began and did not finish, in the order they began. */
export function inFlight(records: readonly JournalRecord[]): string[] {
  const open = new Set<string>()
  for (const {type, data} of records) {
    const id = idOf(data)
    if (type === 'step.started' || type === 'attempt.started') open.add(id)
    if (type === 'step.finished' || type === 'attempt.finished' || type === 'attempt.superseded') open.delete(id)
  }
  return [...open]
}

function idOf(data: object): string {
  const named = new Map<string, unknown>(Object.entries(data))
  return String(named.get('attempt_id') ?? named.get('step_id'))
}
