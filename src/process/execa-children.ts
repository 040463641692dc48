import type {Readable} from 'node:stream'
import {execa} from 'execa'
import {LineRedactor, type Redactor} from '#redact/redactor'
import type {Safe} from '#redact/safe'
import type {ChildEnd, ChildRequest, Children} from './children.ts'

const GRACE_MS = 3_000

/** Children through execa; what they print is made safe line by line before anyone sees it. */
export function execaChildren(redactor: Redactor): Children {
  return {run: (request, signal) => runChild(request, signal, redactor)}
}

async function runChild(request: ChildRequest, signal: AbortSignal, redactor: Redactor): Promise<ChildEnd> {
  if (signal.aborted) return {kind: 'aborted'}
  const [program, ...args] = request.argv
  const child = execa(program, args, {
    cwd: request.cwd,
    env: request.env,
    extendEnv: false,
    stdin: 'ignore',
    buffer: false,
    reject: false,
    detached: process.platform !== 'win32',
  })
  const ends = [
    pass(child.stdout, redactor, (text) => request.onOutput('stdout', text)),
    pass(child.stderr, redactor, (text) => request.onOutput('stderr', text)),
  ]
  const stop = () => stopGroup(child)
  signal.addEventListener('abort', stop, {once: true})
  const result = await child
  signal.removeEventListener('abort', stop)
  await Promise.all(ends)
  if (signal.aborted) return {kind: 'aborted'}
  if (result.exitCode !== undefined) return {kind: 'exited', code: result.exitCode}
  return result.signal ? {kind: 'signalled', signal: result.signal} : {kind: 'missing'}
}

async function pass(stream: Readable, redactor: Redactor, take: (text: Safe) => void): Promise<void> {
  const lines = new LineRedactor(redactor)
  for await (const chunk of stream) take(lines.push(chunk))
  take(lines.end())
}

function stopGroup(child: {readonly pid?: number | undefined}): void {
  signalGroup(child, 'SIGTERM')
  const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), GRACE_MS)
  timer.unref()
}

function signalGroup(child: {readonly pid?: number | undefined}, name: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, name)
  } catch {
    // The group has ended.
  }
}
