import type {RunManifest} from '#contract/generated/types'
import {lostEventsIn} from '#run/end-run'
import {EVENTS, MANIFEST} from '#run/layout'
import {segmentPath} from '#run/write-segments'
import type {CheckBook} from './check-book.ts'
import type {ReadFile} from './read-bundle.ts'
import type {RunRecords} from './record-checks.ts'

/**
 * Checks the number of events. The log must hold as many as the manifest states, or more by at most the number of lost ones: a write that
 * failed halfway may have left lines. Not judged if part of the log was left out.
 */
export function checkEventCount(
  {status, artifacts, event_count: told, issues}: RunManifest,
  {at}: Pick<RunRecords, 'at'>,
  files: ReadonlyMap<string, ReadFile>,
  book: CheckBook,
): void {
  if (status === 'running') return
  const listed = new Set(artifacts.map(({path}) => path))
  let found = 0
  for (let part = 1; listed.has(segmentPath(EVENTS, part)); part++) {
    const file = files.get(at(segmentPath(EVENTS, part)))
    if (file === undefined) return
    found += file.lines
  }
  const lost = lostEventsIn(issues)
  if (found >= told && found <= told + lost) return
  const events = `${told} provider events${lost > 0 ? ` beside ${lost} that were lost` : ''}`
  book.fail('results', 'event_count', `tells ${events}, and the log holds ${found}`, at(MANIFEST))
}
