import type {DoctorCheck} from '#contract/generated/types'
import {isNodeNewEnough, OLDEST_NODE} from '#process/oldest-node'

/** The year in which Assay was first published: a clock that shows an earlier year was never set. */
const EARLIEST_YEAR = 2026
/** The lease of a run is late after thirty seconds, by the clock of the disk. */
const MOST_APART_MS = 5_000
const MOST_AHEAD_MS = 60_000
const MIB = 2 ** 20
/** A run keeps some hundred kilobytes, an `exec` step up to sixteen megabytes of each of its outputs. */
const LOW_BYTES = 1024 * MIB
const LEAST_BYTES = 64 * MIB

export function nodeCheck(version: string): DoctorCheck {
  const isGood = isNodeNewEnough(version)
  const detail = isGood
    ? `Node ${version}`
    : `Node ${version} is older than ${OLDEST_NODE.join('.')}, which Assay needs`
  return {name: 'node', status: isGood ? 'ok' : 'warning', detail}
}

/** `freeBytes` is undefined where the file system does not tell. */
export interface DiskRoom {
  readonly name: string
  readonly freeBytes: number | undefined
}

/** Whether what a run writes will fit. */
export function diskCheck(rooms: readonly DiskRoom[]): DoctorCheck {
  const told = rooms.map(({name, freeBytes}) => `${name} ${freeBytes === undefined ? 'not told' : sizeText(freeBytes)}`)
  const short = rooms.filter(({freeBytes = LOW_BYTES}) => freeBytes < LOW_BYTES)
  const isFull = short.some(({freeBytes = LOW_BYTES}) => freeBytes < LEAST_BYTES)
  const free = `free: ${told.join(', ')}`
  if (short.length === 0) return {name: 'disk', status: 'ok', detail: free}
  const next = `runs may end with disk_full in the ${short.map(({name}) => name).join(' and the ')}; make room, or assay runs cleanup --keep 50`
  return {name: 'disk', status: isFull ? 'failed' : 'warning', detail: `${free}; ${next}`}
}

/** What the clock of this machine can be held against without a network. */
export interface ClockFacts {
  readonly nowMs: number
  /** When a file that was written just now was, by the disk of the workspace; undefined where none could be written. */
  readonly diskMs: number | undefined
  /** The time that the newest run of the workspace bears. */
  readonly newestRunMs: number | undefined
}

/** Whether the times that runs will bear can be believed. */
export function clockCheck({nowMs, diskMs, newestRunMs}: ClockFacts): DoctorCheck {
  const now = new Date(nowMs)
  const faults = [
    ...(now.getUTCFullYear() < EARLIEST_YEAR ? [`it is ${now.getUTCFullYear()} here: the clock was never set`] : []),
    ...(diskMs !== undefined && Math.abs(nowMs - diskMs) > MOST_APART_MS
      ? [
          `the disk of the workspace is ${spanText(diskMs - nowMs)} this machine: other machines may take a live run for a dead one`,
        ]
      : []),
    ...(newestRunMs !== undefined && newestRunMs - nowMs > MOST_AHEAD_MS
      ? [
          `the newest run is ${spanText(newestRunMs - nowMs)} this clock, which was set back or is behind: --since misses runs`,
        ]
      : []),
  ]
  if (faults.length > 0) return {name: 'clock', status: 'warning', detail: faults.join('; ')}
  const told = diskMs === undefined ? '' : ', and the disk of the workspace agrees'
  return {name: 'clock', status: 'ok', detail: `${now.toISOString()}${told}`}
}

function spanText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000)
  const [count, unit] =
    seconds < 120
      ? [seconds, 'seconds']
      : seconds < 7_200
        ? [Math.round(seconds / 60), 'minutes']
        : [Math.round(seconds / 3_600), 'hours']
  return `${count} ${unit} ${ms < 0 ? 'behind' : 'ahead of'}`
}

function sizeText(bytes: number): string {
  if (bytes >= 1024 * MIB) return `${(bytes / (1024 * MIB)).toPrecision(3)} GiB`
  return `${Math.round(bytes / MIB)} MiB`
}
