import {sha256} from '#digest/sha256'
import type {Operation} from './operation.ts'

/** Replies as they came over a wire, one JSON document per line, by operation. The n-th answers the request of episode n. */
export type Recordings = Readonly<Partial<Record<Operation, Uint8Array>>>

/**
 * Names of two pseudo-providers: one takes replies of a file through parsing and validation, the other the same bytes through bare
 * `JSON.parse`. Their ratio shows the cost of Assay's own part.
 */
export const RECORDED = 'recorded'
export const BARE = 'recorded.bare'

export const PARSED_OPERATIONS = ['predict', 'score', 'policy', 'embed', 'reason'] as const satisfies Operation[]

const LINE_END = 0x0a

/** The lines of a recording, each without its line end. */
export function repliesIn(recording: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let from = 0; from < recording.length; ) {
    const end = recording.indexOf(LINE_END, from)
    const to = end < 0 ? recording.length : end
    if (to > from) lines.push(recording.subarray(from, to))
    from = to + 1
  }
  return lines
}

/** The part of the recordings that enters the digest of the inputs: a digest of each. */
export function recordingsDocument(recordings: Recordings): Readonly<Record<string, unknown>> {
  const entries = Object.entries(recordings).map(([operation, bytes]) => [operation, sha256(bytes)])
  return entries.length === 0 ? {} : {recorded_replies: Object.fromEntries(entries)}
}

/**
 * What is done with recorded replies: `parse` parses and checks them, `bare` only parses them for comparison, `dry` checks the real request
 * first.
 */
export type RecordedUse = 'parse' | 'bare' | 'dry'
