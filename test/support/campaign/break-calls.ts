import fs from 'node:fs'
import {syncBuiltinESMExports} from 'node:module'
import {basename, join, relative} from 'node:path'
import type {CallKind, Fault, Note} from './fault.ts'

const real = {...fs}

/** Which calls are meant, and who hears what the program has been promised, before its next call. */
export interface Watch {
  readonly fault: Fault
  /** Calls inside of it count. */
  readonly root: string
  readonly tell: (note: Note) => void
}

type Told<T> = (error: Error | null, value: T) => void

/** One call: what it does, and what stands on disk when the process dies in the middle of it. */
interface Call<T> {
  readonly kind: CallKind
  readonly path: string
  readonly work: (told: Told<T>) => void
  readonly half?: () => void
  readonly done?: (result: T) => void
}

/** Of the program that runs now. */
let {fault, root, tell}: Watch = {fault: {how: 'count', at: 0}, root: '', tell: () => undefined}
let calls = 0
/** Bytes written to a path so far. */
const written = new Map<string, string>()
/** Paths of files that are open, by their numbers. */
const opened = new Map<number, string>()

/**
 * Counts the calls of the file system that this process makes from now on and, at one of them, dies or fails. What the program has been promised by then is
 * told before its next call. Undone when disposed of; one at a time.
 */
export function breakCalls(watch: Watch): Disposable {
  ;({fault, root, tell} = watch)
  calls = 0
  written.clear()
  opened.clear()
  put({...replaced, rmSync})
  const {open, write, fsync, close, rename, link, unlink, truncate, utimes, mkdir} = real
  const before = {open, write, fsync, close, rename, link, unlink, truncate, utimes, mkdir, rmSync: real.rmSync}
  return {[Symbol.dispose]: () => put(before)}
}

function put(functions: object): void {
  Object.assign(fs, functions)
  syncBuiltinESMExports()
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

const isInside = (path: string) => !relative(root, path).startsWith('..')

function enter(kind: CallKind, path: string): boolean {
  calls++
  if (fault.how === 'count') tell({type: 'call', at: calls, kind, path: relative(root, path)})
  return fault.how === 'errors' ? calls >= fault.at : calls === fault.at
}

function call<T>({kind, path, work, half, done}: Call<T>, told: Told<T>): void {
  const isHit = enter(kind, path) && fault.how !== 'count'
  if (isHit && fault.how === 'before') die()
  if (isHit && fault.how === 'during') {
    half?.()
    die()
  }
  if (isHit && (fault.how === 'error' || fault.how === 'errors')) {
    half?.()
    const fail = () => Reflect.apply(told, undefined, [systemError(kind, path)])
    // A close that fails has closed all the same.
    if (kind === 'close') work(fail)
    else process.nextTick(fail)
    return
  }
  work((error, value) => {
    if (error === null) {
      done?.(value)
      if (isHit) die()
    }
    told(error, value)
  })
}

function systemError(kind: CallKind, path: string): Error {
  const name = fault.errno ?? 'EIO'
  const errno = {EDQUOT: -122}[name] ?? -5
  tell({type: 'failed', at: calls, kind, path: relative(root, path)})
  // Node has no name for EDQUOT: the code is the text of an unknown error.
  const code = name === 'EDQUOT' ? 'Unknown system error -122' : name
  return Object.assign(new Error(`${code}: ${kind}`), {code, errno, syscall: kind})
}

const asPath = (path: unknown) => String(path)

function keep(path: string, text: string): void {
  written.set(path, (written.get(path) ?? '') + text)
}

function tellSynced(path: string): void {
  if (basename(path) === 'ledger.ndjson') tell({type: 'ledger', text: written.get(path) ?? ''})
  if (basename(path) === 'journal.ndjson') {
    const [, run = ''] = /([0-9TZ]{19}-[a-z2-7]{6})/.exec(path) ?? []
    tell({type: 'journal', run, text: written.get(path) ?? ''})
  }
}

function tellRename(from: string, to: string): void {
  if (basename(from).startsWith('.staging-')) tell({type: 'published', path: relative(root, to)})
  if (basename(from).startsWith('.tmp-')) {
    tell({type: 'file', path: relative(root, to), text: written.get(from) ?? ''})
  }
}

/** The forms that the writer of files uses: those with a function at their end that is told. */
const replaced = {
  open: (path: fs.PathLike, flags: fs.OpenMode, ...rest: readonly unknown[]) => {
    const name = asPath(path)
    const told = rest.at(-1) as Told<number>
    const work = (then: Told<number>) => Reflect.apply(real.open, fs, [path, flags, ...rest.slice(0, -1), then])
    if (!isInside(name)) return work(told)
    call({kind: 'open', path: name, work, done: (file: number) => void opened.set(file, name)}, told)
  },
  write: (file: number, content: Uint8Array, ...rest: readonly unknown[]) => {
    const path = opened.get(file)
    const [from, length] = rest as [number, number]
    const work = (then: Told<number>) => Reflect.apply(real.write, fs, [file, content, ...rest.slice(0, -1), then])
    const told = rest.at(-1) as Told<number>
    if (path === undefined) return work(told)
    const half = () => void real.writeSync(file, content, from, Math.floor(length / 2))
    const done = (count: number) => keep(path, Buffer.from(content.subarray(from, from + count)).toString())
    call({kind: 'write', path, half, work, done}, told)
  },
  fsync: (file: number, told: Told<void>) => {
    const path = opened.get(file)
    const work = (then: Told<void>) => real.fsync(file, then as fs.NoParamCallback)
    if (path === undefined) return work(told)
    call({kind: 'sync', path, work, done: () => tellSynced(path)}, told)
  },
  close: (file: number, told: Told<void>) => {
    const path = opened.get(file)
    const work = (then: Told<void>) => real.close(file, then as fs.NoParamCallback)
    opened.delete(file)
    if (path === undefined) return work(told)
    call({kind: 'close', path, work}, told)
  },
  rename: (from: fs.PathLike, to: fs.PathLike, told: Told<void>) =>
    call({...named('rename', to, [from, to]), done: () => tellRename(asPath(from), asPath(to))}, told),
  link: (from: fs.PathLike, to: fs.PathLike, told: Told<void>) => call(named('link', to, [from, to]), told),
  unlink: (path: fs.PathLike, told: Told<void>) => call(named('unlink', path, [path]), told),
  truncate: (path: fs.PathLike, size: number, told: Told<void>) => call(named('truncate', path, [path, size]), told),
  utimes: (path: fs.PathLike, at: Date, mt: Date, told: Told<void>) =>
    call(named('utimes', path, [path, at, mt]), told),
  mkdir: (path: fs.PathLike, ...rest: readonly unknown[]) =>
    call(named('mkdir', path, [path, ...rest.slice(0, -1)]), rest.at(-1) as Told<void>),
}

/** A call by the name of a path. */
function named(
  kind: 'rename' | 'link' | 'unlink' | 'truncate' | 'utimes' | 'mkdir',
  path: fs.PathLike,
  args: readonly unknown[],
): Call<void> {
  return {kind, path: asPath(path), work: (then) => Reflect.apply(real[kind], fs, [...args, then])}
}

/** The tree removal of Node is one native call; taken apart, so that it can end in the middle. */
function rmSync(path: fs.PathLike, options?: fs.RmOptions): void {
  const name = asPath(path)
  const stats = isInside(name) ? real.lstatSync(name, {throwIfNoEntry: false}) : real.rmSync(name, options)
  if (!stats) return
  if (stats.isDirectory()) for (const entry of real.readdirSync(name)) rmSync(join(name, entry))
  const isHit = enter('remove', name) && fault.how !== 'count'
  if (isHit && (fault.how === 'error' || fault.how === 'errors')) throw systemError('remove', name)
  if (isHit && fault.how !== 'after') die()
  if (stats.isDirectory()) real.rmdirSync(name)
  else real.unlinkSync(name)
  if (isHit) die()
}
