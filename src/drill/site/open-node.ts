import {join} from 'node:path'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {sleep} from '#random/timers'
import type {DrillPorts} from './drill-ports.ts'
import type {OpenChild} from './open-child.ts'

const MOST_LINE_BYTES = 1024 * 1024
const LOOK_AGAIN_MS = 20
/** A machine that is busy with something else takes its time. */
const READY_MS = 60_000
const GRACE_MS = 10_000
const STILL_THERE = -1
/** A signal has no number; no command of ours ends with this one. */
const BY_SIGNAL = 255

/** A hosting node to start: its flags behind `serve`, and where. */
export interface NodeSetting {
  readonly name: string
  readonly flags: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Takes what it writes to its log. */
  readonly onLog: (piece: Uint8Array) => void
  /** Answers what the drill asks of it, over HTTP as everybody does. */
  readonly ask: OpenChild['ask']
}

/** Starts a hosting node and waits until it serves. Rejects with `unreachable` and what it said last. */
export async function openNode(
  {name, flags, env, cwd, onLog, ask}: NodeSetting,
  {programs, clock, files}: Pick<DrillPorts, 'programs' | 'clock' | 'files'>,
): Promise<OpenChild> {
  const start = await programs.startLines()
  const ready = join(cwd, `${name}.ready.json`)
  if (files.reader.facts(ready) !== undefined) await files.writer.remove(ready)
  let end: string | undefined
  let exit = STILL_THERE
  const child = start({
    argv: [...programs.hostnode, 'serve', ...flags, '--ready-file', ready],
    env,
    cwd,
    lines: 'stdio',
    mostLineBytes: MOST_LINE_BYTES,
    onLine: () => undefined,
    onWords: onLog,
    onEnd: ({lastWords, code}) => {
      end = lastWords
      exit = code ?? BY_SIGNAL
    },
  })
  for (let waitedMs = 0; files.reader.facts(ready) === undefined; waitedMs += LOOK_AGAIN_MS) {
    if (end !== undefined) throw new AssayError('unreachable', `the node ${name} does not serve: ${end}`)
    if (waitedMs > READY_MS) {
      await child.stop(0)
      throw new AssayError('unreachable', `the node ${name} did not serve within ${READY_MS / 1000} s`)
    }
    await sleep(clock, LOOK_AGAIN_MS)
  }
  const said: unknown = JSON.parse(new TextDecoder().decode(files.reader.read(ready)))
  const {pid, api} = isRecord(said) ? said : {}
  return {
    hello: {pid: Number(pid), url: String(api)},
    isThere: () => end === undefined,
    exit: () => exit,
    ask,
    stop: () => child.terminate(GRACE_MS),
  }
}
