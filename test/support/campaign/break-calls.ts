import fs from 'node:fs'
import type {FileHandle} from 'node:fs/promises'
import {syncBuiltinESMExports} from 'node:module'
import {basename, join, relative} from 'node:path'
import type {CallKind, Fault, Note} from './fault.ts'

const real = {...fs}
const promised = {...fs.promises}

/** Which calls are meant, and who hears what the program has been promised, before its next call. */
export interface Watch {
  readonly fault: Fault
  /** Calls inside of it count. */
  readonly root: string
  readonly tell: (note: Note) => void
}

/** One call: what it does, and what stands on disk when the process dies in the middle of it. */
interface Call<T> {
  readonly kind: CallKind
  readonly path: string
  readonly work: () => Promise<T>
  readonly half?: () => void
  readonly done?: (result: T) => void
}

/** Of the program that runs now. */
let {fault, root, tell}: Watch = {fault: {how: 'count', at: 0}, root: '', tell: () => undefined}
let calls = 0
/** Bytes written to a path so far. */
const written = new Map<string, string>()

/**
 * Counts the calls of the file system that this process makes from now on and, at one of them, dies or fails. What the program has been promised by then is
 * told before its next call. Undone when disposed of; one at a time.
 */
export function breakCalls(watch: Watch): Disposable {
  ;({fault, root, tell} = watch)
  calls = 0
  written.clear()
  put({...replaced, mkdir}, {rmSync})
  return {[Symbol.dispose]: () => put(promised, {rmSync: real.rmSync})}
}

function put(promises: object, others: object): void {
  Object.assign(fs.promises, promises)
  Object.assign(fs, others)
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

async function call<T>({kind, path, work, half, done}: Call<T>): Promise<T> {
  const isHit = enter(kind, path) && fault.how !== 'count'
  if (isHit && fault.how === 'before') die()
  if (isHit && fault.how === 'during') {
    half?.()
    die()
  }
  if (isHit && (fault.how === 'error' || fault.how === 'errors')) {
    half?.()
    // A close that fails has closed all the same.
    if (kind === 'close') await work()
    throw systemError(kind, path)
  }
  const result = await work()
  done?.(result)
  if (isHit) die()
  return result
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
function watch(handle: FileHandle, path: string): FileHandle {
  const {writeFile, sync, close} = handle
  handle.writeFile = (data) => {
    const text = String(data)
    const half = () => void real.writeSync(handle.fd, text.slice(0, text.length / 2))
    return call({kind: 'write', path, half, work: () => writeFile.call(handle, data), done: () => keep(path, text)})
  }
  handle.sync = () => call({kind: 'sync', path, work: () => sync.call(handle), done: () => tellSynced(path)})
  handle.close = () => call({kind: 'close', path, work: () => close.call(handle)})
  return handle
}

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

const replaced: Partial<typeof fs.promises> = {
  open: async (path, ...rest) => {
    const name = asPath(path)
    if (!isInside(name)) return await promised.open(path, ...rest)
    return watch(await call({kind: 'open', path: name, work: () => promised.open(path, ...rest)}), name)
  },
  rename: (from, to) =>
    call({
      kind: 'rename',
      path: asPath(to),
      work: () => promised.rename(from, to),
      done: () => tellRename(asPath(from), asPath(to)),
    }),
  link: (from, to) => call({kind: 'link', path: asPath(to), work: () => promised.link(from, to)}),
  unlink: (path) => call({kind: 'unlink', path: asPath(path), work: () => promised.unlink(path)}),
  truncate: (path, size) => call({kind: 'truncate', path: asPath(path), work: () => promised.truncate(path, size)}),
  utimes: (path, at, mt) => call({kind: 'utimes', path: asPath(path), work: () => promised.utimes(path, at, mt)}),
}
// mkdir is overloaded; only the plain form is used.
const mkdir = (path: fs.PathLike) => call({kind: 'mkdir', path: asPath(path), work: () => promised.mkdir(path)})

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
