import {asTime} from './field.ts'

/** What the manager of a service says of it; absent is not told. */
export interface ServiceFacts {
  readonly isActive: boolean | undefined
  readonly startedAtMs: number | undefined
  /** How often it was started again because it had ended by itself. */
  readonly restarts: number | undefined
}

const LINE = /^([A-Za-z]+)=(.*)$/gm

/** Reads lines `Key=value` as `systemctl show` prints them. Source: systemctl(1), org.freedesktop.systemd1(5). */
export function readServiceFacts(text: string): ServiceFacts {
  const told = new Map([...text.matchAll(LINE)].map(([, key = '', value = '']) => [key, value.trim()]))
  const state = told.get('ActiveState')
  const restarts = told.get('NRestarts') ?? ''
  return {
    isActive: state === undefined || state === '' ? undefined : state === 'active',
    startedAtMs: timeIn(told.get('ExecMainStartTimestamp') ?? ''),
    restarts: /^\d{1,9}$/.test(restarts) ? Number(restarts) : undefined,
  }
}

/** `@` and seconds, ISO 8601, or a weekday before a date in UTC. A zero is how systemd says never. */
function timeIn(text: string): number | undefined {
  const [, seconds] = /^@(\d{1,12})(?:\.\d+)?$/.exec(text) ?? []
  if (seconds !== undefined) return asTime(Number(seconds))
  const [, date, time] = /^[A-Z][a-z]{2} (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/.exec(text) ?? []
  return asTime(date === undefined ? text : `${date}T${time}Z`)
}
