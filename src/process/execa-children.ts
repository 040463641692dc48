import type {Readable} from 'node:stream'
import {execa, type ResultPromise} from 'execa'
import type {Redactor} from '#redact/redactor'
import type {ChildEnd, ChildOutput, ChildRequest, Children} from './children.ts'
import {FollowedOutput} from './follow-output.ts'
import {readUntilExit} from './read-until-exit.ts'
import {endWithUs, stopGroup} from './stop-group.ts'

const NOTHING: ChildOutput = {leftOutBytes: 0, cutLines: 0, isHeldOpen: false}

/** Children through execa; what they print is made safe line by line before anyone sees it. */
export function execaChildren(redactor: Redactor): Children {
  return {run: (request, signal) => runChild(request, signal, redactor)}
}

async function runChild(request: ChildRequest, signal: AbortSignal, redactor: Redactor): ReturnType<Children['run']> {
  if (signal.aborted) return {end: {kind: 'aborted'}, output: NOTHING}
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
  const ended = endOf(child)
  const hasEnded = endWithUs(child.pid)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= stopGroup(child.pid)
  }
  let isAborted = false
  const abort = () => {
    isAborted = true
    stop()
  }
  signal.addEventListener('abort', abort, {once: true})
  void ended.then(() => {
    signal.removeEventListener('abort', abort)
    request.onExit?.()
  })
  const room = {leftBytes: request.mostOutputBytes}
  const give = request.onOutput
  const passed = await Promise.allSettled(
    [
      {stream: child.stdout, output: new FollowedOutput('standard output', {redactor, room, give})},
      {stream: child.stderr, output: new FollowedOutput('standard error', {redactor, room, give})},
    ].map((one) => pass(one, ended, stop)),
  )
  const end = await ended
  await stopped
  hasEnded()
  return {end: isAborted ? {kind: 'aborted'} : end, output: sumOf(passed)}
}

/** By its exit, not by the end of its streams: others may hold those. One that could not be started never exits. */
function endOf(
  child: Pick<ResultPromise, 'nodeChildProcess'> & PromiseLike<{readonly code?: string | undefined}>,
): Promise<ChildEnd> {
  return new Promise((done) => {
    child.nodeChildProcess.once('exit', (code, signal) => {
      done(code === null ? {kind: 'signalled', signal: signal ?? 'a signal'} : {kind: 'exited', code})
    })
    void child.then(({code}) => done({kind: 'missing', ...(code !== undefined && {errno: code})}))
  })
}

async function pass(
  {stream, output}: {readonly stream: Readable; readonly output: FollowedOutput},
  ended: Promise<unknown>,
  stop: () => void,
): Promise<ChildOutput> {
  try {
    const isHeldOpen = await readUntilExit(stream, ended, (piece) => output.push(piece))
    await output.end()
    return {leftOutBytes: output.leftOutBytes, cutLines: output.cutLines, isHeldOpen}
  } catch (error) {
    stop()
    throw error
  }
}

function sumOf(streams: readonly PromiseSettledResult<ChildOutput>[]): ChildOutput {
  let sum = NOTHING
  for (const stream of streams) {
    if (stream.status === 'rejected') throw stream.reason
    const {leftOutBytes, cutLines, isHeldOpen} = stream.value
    sum = {
      leftOutBytes: sum.leftOutBytes + leftOutBytes,
      cutLines: sum.cutLines + cutLines,
      isHeldOpen: sum.isHeldOpen || isHeldOpen,
    }
  }
  return sum
}
