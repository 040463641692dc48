import type {JournalRecord, RunManifest} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {distrustLostEvents, lostEventsIn} from '#run/end-run'
import {REQUEST_INPUT, RESULT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import type {RunOutcome} from '#run/run-recorder'

/** A document of a run, or undefined for none and for what is no JSON. */
export function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What was asked for and what came of it, of a set of drills or checks; undefined where either is none. */
export function askedSet({text}: Pick<RecordedRun, 'text'>) {
  const [request, result] = [readJson(text(REQUEST_INPUT)), readJson(text(RESULT))]
  return isRecord(request) && isRecord(result) ? {request, result} : undefined
}

/** The signal that stopped a run, as its journal tells it: aborted with it, else never. */
export function stopSignal(journal: readonly JournalRecord[]): AbortSignal {
  const stopped = journal.find(({type}) => type === 'signal.received')
  if (!stopped) return new AbortController().signal
  const told = new Map<string, unknown>(Object.entries(stopped.data))
  return AbortSignal.abort(told.get('signal') === 'SIGTERM' ? 'SIGTERM' : 'SIGINT')
}

/** The outcome as it is told where provider events were lost, which the manifest says. */
export function lostEvents(outcome: RunOutcome, {issues}: RunManifest): RunOutcome {
  return distrustLostEvents(outcome, lostEventsIn(issues))
}
