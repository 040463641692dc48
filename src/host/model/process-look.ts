import {asTime, readField} from './field.ts'
import {instanceIn} from './status-values.ts'

/** What a node told of its process at one look. `atMs`: when, by our clock. */
export interface ProcessLook {
  readonly atMs: number
  readonly instance: string | undefined
  readonly startedAtMs: number | undefined
  readonly uptimeSeconds: number | undefined
}

/** The facts of a node that reports nothing about its process. */
export const SILENT_PROCESS = {instance: undefined, startedAtMs: undefined, uptimeSeconds: undefined} as const

/** What a page tells of the process that answered; undefined where it tells nothing. */
export function processIn(document: unknown): Omit<ProcessLook, 'atMs'> | undefined {
  const instance = instanceIn(document)?.value
  const startedAtMs = readField(document, ['started_at'], asTime)?.value
  const uptimeSeconds = readField(document, ['uptime_seconds'], asSeconds)?.value
  const told = {instance, startedAtMs, uptimeSeconds}
  return tellsProcess(told) ? told : undefined
}

/** Whether anything is told by which a process is known again. */
export const tellsProcess = ({instance, startedAtMs, uptimeSeconds}: Omit<ProcessLook, 'atMs'>): boolean =>
  [instance, startedAtMs, uptimeSeconds].some((value) => value !== undefined)

const asSeconds = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : undefined)
