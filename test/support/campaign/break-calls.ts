import {AsyncLocalStorage} from 'node:async_hooks'
import fs from 'node:fs'
import {syncBuiltinESMExports} from 'node:module'
import {basename, join, relative} from 'node:path'
import {
  type Call,
  call,
  die,
  enter,
  isInside,
  systemError,
  type Told,
  type Watch,
  type Watched,
  watched,
} from './watched-program.ts'

const real = {...fs}

/** The program whose code runs: what it left behind belongs to it as well. */
const programs = new AsyncLocalStorage<Watched>()
/** Where the process is the program. */
let whole: Watched | undefined

/**
 * Counts the calls of the file system that this process makes from now on and, at one of them, dies or fails. What the program has been promised by then is
 * told before its next call.
 */
export function breakCalls(watch: Watch): void {
  whole = watched(watch)
  replaceCalls()
}

/** The same for what `work` does and begins, in a process that does other things too. What is dead then makes no call any more, however long it is there. */
export function breakCallsOf<T>(watch: Watch, work: () => Promise<T>): Promise<T> {
  replaceCalls()
  return programs.run(watched(watch), work)
}

const program = () => programs.getStore() ?? whole

function replaceCalls(): void {
  Object.assign(fs, replaced, {rmSync})
  syncBuiltinESMExports()
}

const asPath = (path: unknown) => String(path)

function keep({written}: Watched, path: string, text: string): void {
  written.set(path, (written.get(path) ?? '') + text)
}

function tellSynced({written, tell}: Watched, path: string): void {
  if (basename(path) === 'ledger.ndjson') tell({type: 'ledger', text: written.get(path) ?? ''})
  if (basename(path) === 'journal.ndjson') {
    const [, run = ''] = /([0-9TZ]{19}-[a-z2-7]{6})/.exec(path) ?? []
    tell({type: 'journal', run, text: written.get(path) ?? ''})
  }
}

function tellRename({root, tell, written}: Watched, from: string, to: string): void {
  if (basename(from).startsWith('.staging-')) tell({type: 'published', path: relative(root, to)})
  if (basename(from).startsWith('.tmp-')) {
    tell({type: 'file', path: relative(root, to), text: written.get(from) ?? ''})
  }
}

/** The forms that the writer of files uses: those with a function at their end that is told. */
const replaced = {
  open: (path: fs.PathLike, flags: fs.OpenMode, ...rest: readonly unknown[]) => {
    const one = program()
    const name = asPath(path)
    const told = rest.at(-1) as Told<number>
    const work = (then: Told<number>) => Reflect.apply(real.open, fs, [path, flags, ...rest.slice(0, -1), then])
    if (!one || !isInside(one, name)) work(told)
    else call(one, {kind: 'open', path: name, work, done: (file: number) => void one.opened.set(file, name)}, told)
  },
  write: (file: number, content: Uint8Array, ...rest: readonly unknown[]) => {
    const told = rest.at(-1) as Told<number>
    const [from, length] = rest as [number, number]
    const work = (then: Told<number>) => Reflect.apply(real.write, fs, [file, content, ...rest.slice(0, -1), then])
    const half = () => void real.writeSync(file, content, from, Math.floor(length / 2))
    const written = (count: number) => Buffer.from(content.subarray(from, from + count)).toString()
    callOpened(file, {kind: 'write', half, work, done: (count, one, path) => keep(one, path, written(count))}, told)
  },
  fsync: (file: number, told: Told<void>) => {
    const work = (then: Told<void>) => real.fsync(file, then as fs.NoParamCallback)
    callOpened(file, {kind: 'sync', work, done: (_, one, path) => tellSynced(one, path)}, told)
  },
  close: (file: number, told: Told<void>) => {
    const one = program()
    const work = (then: Told<void>) => {
      one?.opened.delete(file)
      real.close(file, then as fs.NoParamCallback)
    }
    callOpened(file, {kind: 'close', work}, told)
  },
  rename: (from: fs.PathLike, to: fs.PathLike, told: Told<void>) =>
    callNamed({...named('rename', to, [from, to]), done: (one) => tellRename(one, asPath(from), asPath(to))}, told),
  link: (from: fs.PathLike, to: fs.PathLike, told: Told<void>) => callNamed(named('link', to, [from, to]), told),
  unlink: (path: fs.PathLike, told: Told<void>) => callNamed(named('unlink', path, [path]), told),
  truncate: (path: fs.PathLike, size: number, told: Told<void>) =>
    callNamed(named('truncate', path, [path, size]), told),
  utimes: (path: fs.PathLike, at: Date, mt: Date, told: Told<void>) =>
    callNamed(named('utimes', path, [path, at, mt]), told),
  mkdir: (path: fs.PathLike, ...rest: readonly unknown[]) =>
    callNamed(named('mkdir', path, [path, ...rest.slice(0, -1)]), rest.at(-1) as Told<void>),
}

type OpenedCall<T> = Pick<Call<T>, 'kind' | 'work' | 'half'> & {
  readonly done?: (result: T, one: Watched, path: string) => void
}

/** A call by the number of a file; whoever is dead keeps the numbers of its own, so that it never meets those of others. */
function callOpened<T>(file: number, {done, ...made}: OpenedCall<T>, told: Told<T>): void {
  const one = program()
  const path = one?.opened.get(file)
  if (!one || path === undefined) made.work(told)
  else call(one, {...made, path, ...(done && {done: (result: T) => done(result, one, path)})}, told)
}

type NamedCall = Pick<Call<void>, 'kind' | 'path'> & {
  readonly work: (told: Told<void>) => void
  readonly done?: (one: Watched) => void
}

/** A call by the name of a path. */
function callNamed({done, ...made}: NamedCall, told: Told<void>): void {
  const one = program()
  if (!one) made.work(told)
  else call(one, {...made, ...(done && {done: () => done(one)})}, told)
}

/** The same call with the arguments that it came with. */
function named(
  kind: 'rename' | 'link' | 'unlink' | 'truncate' | 'utimes' | 'mkdir',
  path: fs.PathLike,
  args: readonly unknown[],
): NamedCall {
  return {kind, path: asPath(path), work: (then) => Reflect.apply(real[kind], fs, [...args, then])}
}

function rmSync(path: fs.PathLike, options?: fs.RmOptions): void {
  const one = program()
  const name = asPath(path)
  if (one && isInside(one, name)) removeTree(one, name)
  else real.rmSync(path, options)
}

/** The tree removal of Node is one native call; taken apart, so that it can end in the middle. */
function removeTree(one: Watched, name: string): void {
  const stats = real.lstatSync(name, {throwIfNoEntry: false})
  if (!stats) return
  if (stats.isDirectory()) for (const entry of real.readdirSync(name)) removeTree(one, join(name, entry))
  if (one.isDead) throw new Error('the program is dead')
  const {how} = one.fault
  const isHit = enter(one, 'remove', name) && how !== 'count'
  if (isHit && (how === 'error' || how === 'errors')) throw systemError(one, 'remove', name)
  if (isHit && how !== 'after') dieAtOnce(one)
  if (stats.isDirectory()) real.rmdirSync(name)
  else real.unlinkSync(name)
  if (isHit) dieAtOnce(one)
}

/** What a dead program still catches leads it to its next call, which is never answered. */
function dieAtOnce(one: Watched): never {
  die(one)
  throw new Error('the program is dead')
}
