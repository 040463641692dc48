import type {Readable} from 'node:stream'
import {execa} from 'execa'
import type {LineChild, LineChildRequest} from './line-child.ts'

const KILL_MS = 3_000
const MOST_LAST_WORDS = 2_000
const NEWLINE = 10

/** A child through execa, in a process group of its own. */
export function execaLineChild({argv, env, mostLineBytes, onLine, onEnd}: LineChildRequest): LineChild {
  const [program, ...args] = argv
  const child = execa(program, args, {
    env,
    extendEnv: false,
    stdin: 'pipe',
    buffer: false,
    reject: false,
    detached: process.platform !== 'win32',
  })
  let overlong = false
  let lastWords = ''
  const kill = (name: NodeJS.Signals) => signalGroup(child.pid, name)
  const lines = eachLine(child.stdout, mostLineBytes, onLine).catch(() => {
    overlong = true
    kill('SIGKILL')
  })
  child.stderr.on('data', (chunk: Uint8Array) => {
    lastWords = (lastWords + Buffer.from(chunk).toString('utf8')).slice(-MOST_LAST_WORDS)
  })
  // A child that closes its input early must not end this process.
  child.stdin.on('error', () => {})
  const ended = Promise.all([child, lines]).then(([{exitCode, signal}]) => {
    const said = lastWords.trim().split('\n').at(-1) ?? ''
    const kind = exitCode !== undefined ? 'exited' : signal === undefined ? 'missing' : 'signalled'
    onEnd({
      kind,
      ...(exitCode !== undefined && {code: exitCode}),
      ...(signal !== undefined && {signal}),
      overlong,
      lastWords: said,
    })
  })
  return {
    write: (line) => {
      if (child.stdin.writable) child.stdin.write(`${line}\n`)
    },
    stop: async (graceMs) => {
      const timers = [setTimeout(() => kill('SIGTERM'), graceMs), setTimeout(() => kill('SIGKILL'), graceMs + KILL_MS)]
      if (child.stdin.writable) child.stdin.end()
      await ended
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Whole lines of UTF-8; the last one needs its newline too. Rejects for one that is too long. */
async function eachLine(stream: Readable, mostBytes: number, take: (line: string) => void): Promise<void> {
  let pending: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes: Uint8Array = chunk
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      take(Buffer.concat([...pending, bytes.subarray(start, end)]).toString('utf8'))
      pending = []
      size = 0
      start = end + 1
    }
    pending.push(bytes.subarray(start))
    size += bytes.length - start
    if (size > mostBytes) throw new Error('line too long')
  }
}

function signalGroup(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, name)
  } catch {
    // The group has ended.
  }
}
