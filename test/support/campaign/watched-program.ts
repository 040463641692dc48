import {closeSync} from 'node:fs'
import {relative} from 'node:path'
import type {CallKind, Fault, Note} from './fault.ts'

/** Which calls are meant, and who hears what the program has been promised, before its next call. */
export interface Watch {
  readonly fault: Fault
  /** Calls inside of it count. */
  readonly root: string
  readonly tell: (note: Note) => void
  /** Where the process must outlive the program: heard once the program makes no call any more. The process dies where absent. */
  readonly died?: () => void
}

/** A program that is watched. */
export interface Watched extends Watch {
  calls: number
  /** Calls that the system has not answered. */
  open: number
  isDead: boolean
  /** Bytes written to a path so far. */
  readonly written: Map<string, string>
  /** Paths of files that are open, by their numbers. */
  readonly opened: Map<number, string>
}

export type Told<T> = (error: Error | null, value: T) => void

/** One call: what it does, and what stands on disk when the process dies in the middle of it. */
export interface Call<T> {
  readonly kind: CallKind
  readonly path: string
  readonly work: (told: Told<T>) => void
  readonly half?: () => void
  readonly done?: (result: T) => void
}

export const watched = (watch: Watch): Watched => ({
  ...watch,
  calls: 0,
  open: 0,
  isDead: false,
  written: new Map(),
  opened: new Map(),
})

export const isInside = ({root}: Watched, path: string) => !relative(root, path).startsWith('..')

/** Counts a call, and tells whether it is the one that is meant. */
export function enter(one: Watched, kind: CallKind, path: string): boolean {
  const {fault, root, tell} = one
  one.calls++
  if (fault.how === 'count') tell({type: 'call', at: one.calls, kind, path: relative(root, path)})
  return fault.how === 'errors' ? one.calls >= fault.at : one.calls === fault.at
}

export function call<T>(one: Watched, {kind, path, work, half, done}: Call<T>, told: Told<T>): void {
  if (one.isDead) return
  const {how} = one.fault
  const isHit = enter(one, kind, path) && how !== 'count'
  if (isHit && (how === 'before' || how === 'during')) {
    if (how === 'during') half?.()
    die(one)
    return
  }
  if (isHit && (how === 'error' || how === 'errors')) {
    half?.()
    const fail = () => Reflect.apply(told, undefined, [systemError(one, kind, path)])
    // A close that fails has closed all the same.
    if (kind === 'close') work(fail)
    else process.nextTick(fail)
    return
  }
  one.open++
  work((error, value) => {
    one.open--
    if (one.isDead) {
      if (one.open === 0) bury(one)
      return
    }
    if (error === null) done?.(value)
    if (error === null && isHit) die(one)
    else told(error, value)
  })
}

export function die(one: Watched): void {
  if (one.died === undefined) {
    process.kill(process.pid, 'SIGKILL')
    for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  one.isDead = true
  if (one.open === 0) bury(one)
}

/** Its files are closed by the system, and their numbers may be others' then. */
function bury(one: Watched): void {
  for (const file of one.opened.keys()) closeSync(file)
  one.died?.()
}

export function systemError({fault, calls, root, tell}: Watched, kind: CallKind, path: string): Error {
  const name = fault.errno ?? 'EIO'
  const errno = {EDQUOT: -122}[name] ?? -5
  tell({type: 'failed', at: calls, kind, path: relative(root, path)})
  // Node has no name for EDQUOT: the code is the text of an unknown error.
  const code = name === 'EDQUOT' ? 'Unknown system error -122' : name
  return Object.assign(new Error(`${code}: ${kind}`), {code, errno, syscall: kind})
}
