import {type ActivityLog, degreeOf, type LogDegree} from '#event/activity-log'
import {EVENT_RECORD} from '#event/event-record'
import type {Redactor} from '#redact/redactor'

/** What is told while work goes on, beside its evidence: a provider event or a decision, with the facts it rests on. Redacted. */
export interface LogRecord {
  readonly level: LogDegree
  readonly message: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** Provider events and decisions as records. One that nobody hears is not made, for redacting it costs. */
export function activityRecords(
  write: (record: LogRecord) => void,
  redactor: Redactor,
  hears: (level: LogDegree) => boolean = () => true,
): ActivityLog {
  const tell = (level: LogDegree, message: string, facts: object) => {
    if (hears(level)) write({level, message: redactor.text(message), facts: redactor.value({...facts})})
  }
  return {
    event: (event) =>
      tell(degreeOf(event), `${event.provider} ${event.operation} ${event.phase}`, {...EVENT_RECORD, ...event}),
    decision: (level, message, facts) => tell(level, message, {event_type: 'decision', ...facts}),
  }
}
