import {spawn} from 'node:child_process'
import {closeSync, openSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {text} from 'node:stream/consumers'
import {BIN} from '../spawned.ts'
import {tempDir} from '../temp-dir.ts'
import type {Call, Fault, Note} from './fault.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** Absolute: a relative one would be made in the workspace and take room there. */
const COMPILE_CACHE = join(ROOT, 'node_modules', '.cache', 'compile')
const PRELOAD = join(import.meta.dirname, 'fault-at-call.ts')

export interface FaultyEnd {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
  /** What the program was promised before it ended. */
  readonly notes: readonly Note[]
}

/** The command line as it ships in a workspace, with one fault of the file system, or none. */
export async function runFaulty(workspace: string, argv: readonly string[], fault?: Fault): Promise<FaultyEnd> {
  using dir = tempDir()
  const notes = join(dir.path, 'notes')
  const descriptor = openSync(notes, 'wx')
  const child = spawn(process.execPath, [...(fault ? ['--import', PRELOAD] : []), BIN, ...argv], {
    cwd: workspace,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...(fault && {ASSAY_TEST_FAULT: JSON.stringify(fault)}),
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ignore', descriptor],
  })
  closeSync(descriptor)
  const ended = new Promise<{code: number | null; signal: string | null}>((done) =>
    child.on('close', (code, signal) => done({code, signal})),
  )
  const [out, err, end] = await Promise.all([text(child.stdout!), text(child.stderr!), ended])
  const lines = readFileSync(notes, 'utf8').split('\n').filter(Boolean)
  return {...end, out, err, notes: lines.map((line): Note => JSON.parse(line))}
}

/** Every call that the command makes when nothing goes wrong. */
export async function callsOf(workspace: string, argv: readonly string[]): Promise<Call[]> {
  const {code, err, notes} = await runFaulty(workspace, argv, {how: 'count', at: 0})
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${err}`)
  return notes.flatMap((note) => (note.type === 'call' ? [note] : []))
}

/** Two at a time: the machine has two cores, and a killed process may meet a living one. */
export async function twoAtATime<Item>(items: readonly Item[], work: (item: Item, at: number) => Promise<void>) {
  const queue = items.entries()
  const lane = async () => {
    for (const [at, item] of queue) await work(item, at)
  }
  await Promise.all([lane(), lane()])
}
