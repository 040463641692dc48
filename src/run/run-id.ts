import {isRunId, type RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const SUFFIX_LENGTH = 6

/** The id of a run begun at `atEpochMs`; the suffix comes from six or more random bytes. */
export function formatRunId(atEpochMs: number, entropy: Uint8Array): RunId {
  const stamp = new Date(atEpochMs).toISOString().replaceAll(/[-:.]/g, '')
  const suffix = Array.from(entropy.subarray(0, SUFFIX_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return asRunId(`${stamp}-${suffix}`)
}

/** Milliseconds since the epoch that an id stands for; it orders runs, it is not when they began. */
export function timeOfRunId(id: RunId): number {
  const [, date, hour, minute, second, ms] = /^(\d{8})T(\d{2})(\d{2})(\d{2})(\d{3})Z/.exec(id) ?? []
  const day = `${date?.slice(0, 4)}-${date?.slice(4, 6)}-${date?.slice(6, 8)}`
  return Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`)
}

/** The time for the next id: now, or just after the newest id where the clock has stepped back. */
export function nextRunTime(nowMs: number, newest: RunId | undefined): number {
  return newest === undefined ? nowMs : Math.max(nowMs, timeOfRunId(newest) + 1)
}

/** Throws `run_id_invalid` ; the message does not echo what was given. */
export function asRunId(text: string): RunId {
  if (isRunId(text) && Number.isFinite(timeOfRunId(text))) return text
  throw new AssayError('run_id_invalid', 'a run id looks like 20261121T074233417Z-k3q7xz', {given: text})
}
