import type {Duplex, Readable} from 'node:stream'
import {execa} from 'execa'
import type {LineChild, LineChildRequest} from './line-child.ts'
import {LastWords, lineReader} from './line-reader.ts'
import {endWithUs, signalGroup} from './stop-group.ts'

const KILL_MS = 2_000
/** Others may hold its streams when it has ended, or it may close them and go on: so long both may differ. */
const APART_MS = 1_000
const SOCKET = 3

/** A child through execa, in a process group of its own; what is left of the group ends with it. */
export function execaLineChild(request: LineChildRequest): LineChild {
  const {argv, env, cwd, lines, mostLineBytes, onLine, onWords, onEnd} = request
  const [program, ...args] = argv
  const child = execa(program, args, {
    env,
    extendEnv: false,
    ...(cwd !== undefined && {cwd}),
    stdio: lines === 'stdio' ? ['pipe', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe', 'pipe'],
    buffer: false,
    reject: false,
    detached: process.platform !== 'win32',
  })
  const said = (lines === 'stdio' ? child.stdout : child.stdio[SOCKET]) as Readable
  const told = (lines === 'stdio' ? child.stdin : said) as Duplex
  const kill = (name: NodeJS.Signals) => child.pid !== undefined && signalGroup(child.pid, name)
  const hasEnded = endWithUs(child.pid)
  const killLater = (name: NodeJS.Signals, ms: number) => {
    const timer = setTimeout(() => kill(name), ms)
    void ended.then(() => clearTimeout(timer))
  }
  const stop = (graceMs: number) => {
    killLater('SIGTERM', graceMs)
    killLater('SIGKILL', graceMs + KILL_MS)
    if (told.writable) told.end()
  }
  let overlong = false
  const take = lineReader(mostLineBytes, onLine)
  said.on('data', (piece: Uint8Array) => {
    if (overlong || take(piece)) return
    overlong = true
    kill('SIGKILL')
  })
  const words = new LastWords()
  child.stderr?.on('data', (piece: Uint8Array) => {
    words.push(piece)
    onWords?.(piece)
  })
  if (lines === 'socket') child.stdout?.resume()
  const streams = child.stdio.filter((stream) => stream !== null && stream !== undefined) as Duplex[]
  // A stream that breaks, such as an input that is closed early, must not end this process.
  for (const stream of streams) stream.on('error', () => {})
  const closed = new Promise<void>((done) => void said.once('close', done))
  const ended = exitOf(child).then(async (end) => {
    kill('SIGKILL')
    hasEnded()
    await atMost(APART_MS, closed)
    for (const stream of streams) stream.destroy()
    onEnd({...end, overlong, lastWords: words.line})
  })
  void closed.then(() => stop(APART_MS))
  return {
    write: (line) => {
      if (told.writable) told.write(typeof line === 'string' ? `${line}\n` : line)
    },
    stop: (graceMs) => {
      stop(graceMs)
      return ended
    },
    terminate: (graceMs) => {
      kill('SIGTERM')
      killLater('SIGKILL', graceMs)
      return ended
    },
  }
}

type Exit = {kind: 'exited'; code: number} | {kind: 'signalled'; signal: string} | {kind: 'missing'}

/** How the program ended, whoever still holds its streams; a program that could not be started has no exit. */
function exitOf(
  child: PromiseLike<{exitCode?: number; signal?: string}> & {readonly nodeChildProcess: NodeJS.EventEmitter},
): Promise<Exit> {
  return new Promise((done) => {
    const tell = (code: number | null | undefined, signal: string | null | undefined) => {
      if (typeof code === 'number') done({kind: 'exited', code})
      else done(typeof signal === 'string' ? {kind: 'signalled', signal} : {kind: 'missing'})
    }
    child.nodeChildProcess.once('exit', tell)
    void child.then(({exitCode, signal}) => tell(exitCode, signal))
  })
}

function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    void work.then(() => {
      clearTimeout(timer)
      done()
    })
  })
}
