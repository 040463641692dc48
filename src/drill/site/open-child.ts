import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import type {Programs} from '#process/programs'
import {deadline, type Timers} from '#random/timers'
import type {ChildHello, ChildReply} from '../app/talk.ts'

const MOST_LINE_BYTES = 4 * 1024 * 1024
/** A machine that is busy with something else takes its time to load a program. */
const READY_MS = 60_000
const GRACE_MS = 500

/** What to start, and where. */
export interface ChildSetting {
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

/** A child that is there and answers questions. */
export interface OpenChild {
  readonly hello: ChildHello
  isThere(): boolean
  /** How it ended, -1 as long as it has not; only of those who are asked for it. */
  exit?(): number
  /** Rejects with `unreachable` where it has ended or does not answer, or with the reason of the signal. */
  ask(
    ask: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>>
  stop(): Promise<void>
}

interface Waiting {
  readonly done: (answer: Readonly<Record<string, unknown>>) => void
  readonly failed: (error: unknown) => void
}

/** Starts a child of the drill and waits until it says that it is there. Rejects with `unreachable`, or `package_missing` where it cannot be without one. */
export async function openChild(
  {argv, env, cwd}: ChildSetting,
  {programs, clock}: {readonly programs: Pick<Programs, 'startLines'>; readonly clock: Pick<Timers, 'after'>},
): Promise<OpenChild> {
  const start = await programs.startLines()
  const waiting = new Map<number, Waiting>()
  let isThere = true
  let asked = 0
  const first = Promise.withResolvers<ChildHello>()
  const child = start({
    argv,
    env,
    cwd,
    lines: 'stdio',
    mostLineBytes: MOST_LINE_BYTES,
    onLine: (line) => {
      const said: ChildHello | ChildReply = JSON.parse(line)
      if (!('id' in said)) return said.missing ? first.reject(lacking(said.missing)) : first.resolve(said)
      const one = waiting.get(said.id)
      waiting.delete(said.id)
      if ('answer' in said && isRecord(said.answer)) one?.done(said.answer)
      else one?.failed(gone('failed' in said ? said.failed : 'it gave no answer'))
    },
    onEnd: ({lastWords}) => {
      isThere = false
      const error = gone(lastWords === '' ? 'it has ended' : lastWords)
      first.reject(error)
      for (const one of waiting.values()) one.failed(error)
      waiting.clear()
    },
  })
  const hello = await helloOf(first.promise, clock).catch(async (error: unknown) => {
    await child.stop(0)
    throw error
  })
  return {
    hello,
    isThere: () => isThere,
    ask: (ask, args, signal) => {
      if (!isThere) return Promise.reject(gone('it has ended'))
      const id = ++asked
      child.write(JSON.stringify({id, ask, args}))
      return new Promise((done, failed) => {
        waiting.set(id, {done, failed})
        signal.addEventListener('abort', () => failed(signal.reason), {once: true})
      })
    },
    stop: () => child.stop(GRACE_MS),
  }
}

async function helloOf(first: Promise<ChildHello>, clock: Pick<Timers, 'after'>): Promise<ChildHello> {
  using late = deadline(clock, READY_MS, () => gone(`it was not there within ${READY_MS / 1000} s`))
  return await Promise.race([
    first,
    new Promise<never>((_, stop) =>
      late.signal.addEventListener('abort', () => stop(late.signal.reason), {once: true}),
    ),
  ])
}

const gone = (why: string) => new AssayError('unreachable', `a child of the drill does not answer: ${why}`)

const lacking = (what: string) =>
  new AssayError('package_missing', `a child of the drill needs ${what}, which cannot be loaded here`, {
    hint: `npm install ${what.split(' ').at(-1)}`,
  })
