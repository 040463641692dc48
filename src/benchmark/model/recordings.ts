import {sha256} from '#digest/sha256'
import type {Operation} from './operation.ts'

/** Replies as they came over a wire, one JSON document a line, by operation. The n-th answers the request of episode n. */
export type Recordings = Readonly<Partial<Record<Operation, Uint8Array>>>

/** Replies from a file through parsing and validation, and the same bytes through bare `JSON.parse`: what of the first is our own. */
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

/** What of the recordings enters the digest of the inputs. */
export function recordingsDocument(recordings: Recordings): Readonly<Record<string, unknown>> {
  const entries = Object.entries(recordings).map(([operation, bytes]) => [operation, sha256(bytes)])
  return entries.length === 0 ? {} : {recorded_replies: Object.fromEntries(entries)}
}

/** What is done with recorded replies: `parse` and check them, `bare` parsing for comparison, `dry` looks at the real request before. */
export type RecordedUse = 'parse' | 'bare' | 'dry'
