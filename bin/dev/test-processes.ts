import {type ChildProcess, spawn} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {join, resolve} from 'node:path'
import type {Readable, Writable} from 'node:stream'
import {COVERED} from './covered.ts'
import {memoryFolder} from './memory-folder.ts'

/** How a test file ended, what its process said, and its ledger as JSON. */
export type Ended = {how: number | string; late: boolean; text: string; ledger: string; ms: number}
/** What came since the file at hand began. */
type Heard = {late: boolean; text: string; ledger: string; look: () => void}
type Started = {child: ChildProcess; heard: Heard; ended: Promise<number | string>}

/** Long enough for the longest campaign on a busy machine: what is still running then hangs. */
const FILE_LIMIT_MS = Number(process.env['ASSAY_TEST_FILE_LIMIT_MS'] ?? 20 * 60_000)
const RUN_FILES = join('test', 'support', 'run-files.ts')
const MARK = '\u0001end of a test file\u0001'
const OWN = /^\/\/ A process of its own: \S/m
const UNCOUNTED = /^\/\/ Counts no coverage: \S/m
/** `own` or `shared`: for every file, wherever it lies. */
const PROCESSES = process.env['ASSAY_TEST_PROCESSES']
/** The folder where coverage is kept; undefined where nobody counts. */
const COVERAGE = process.env['ASSAY_TEST_COVERAGE']
/** Who chose a place keeps it, and the sweeps in full meet a real disk. */
const TEMPORARY = process.env['TMPDIR'] ?? (process.env['ASSAY_TEST_DEPTH'] === 'deep' ? undefined : memoryFolder())
const running = new Set<ChildProcess>()

/** Whether a file may follow others in their process. End-to-end tests and campaigns never do, nor does a file that says why not. */
export function isShared(file: string): boolean {
  if (PROCESSES !== undefined) return PROCESSES === 'shared'
  return isCovered(file) && !OWN.test(readFileSync(file, 'utf8'))
}

export function killAll(): void {
  for (const child of running) killGroup(child)
}

/** Runs a file in a process of its own, which ends with it. */
export async function runAlone(file: string): Promise<Ended> {
  const since = performance.now()
  const started = start(file, isCounted(file))
  using _ = timeLimit(started)
  const how = await started.ended
  return {how, ...started.heard, ms: performance.now() - since}
}

/** The processes that the files of a lane share: one of those that count coverage, one of the others. */
export class SharedProcesses {
  readonly #counting = new SharedProcess(true)
  readonly #others = new SharedProcess(false)

  run(file: string): Promise<Ended> {
    return (COVERAGE === undefined || isCounted(file) ? this.#counting : this.#others).run(file)
  }

  /** Gives what is wrong with the end of each. */
  async end(): Promise<string[]> {
    const faults = [await this.#counting.end(), await this.#others.end()]
    return faults.filter((fault) => fault !== undefined)
  }
}

/** A process for one file after another. What ends it ends the file at hand; the next one gets a new process. */
class SharedProcess {
  readonly #isCounted: boolean
  #started: Started | undefined

  constructor(isCounted: boolean) {
    this.#isCounted = isCounted
  }

  async run(file: string): Promise<Ended> {
    const since = performance.now()
    this.#started ??= start(RUN_FILES, this.#isCounted)
    const {child, heard, ended} = this.#started
    Object.assign(heard, {text: '', ledger: ''})
    namesOf(child).write(`${file}\n`)
    using _ = timeLimit(this.#started)
    const how = await Promise.race([ended, fileEnd(this.#started)])
    if (child.exitCode !== null || child.signalCode !== null || heard.late) this.#started = undefined
    return {how, ...heard, text: heard.text.replaceAll(MARK, ''), ms: performance.now() - since}
  }

  /** Lets the process end, and so write its coverage. Gives what is wrong with its end. */
  async end(): Promise<string | undefined> {
    if (this.#started === undefined) return undefined
    namesOf(this.#started.child).end()
    using _ = timeLimit(this.#started)
    const how = await this.#started.ended
    return how === 0 ? undefined : `a process that test files shared ended with ${how}\n${this.#started.heard.text}`
  }
}

/** 0 once the process has told the whole ledger and said in both outputs all it had to say. */
function fileEnd({heard}: Started): Promise<number> {
  return new Promise((done) => {
    heard.look = () => {
      if (heard.ledger.endsWith('\n') && heard.text.split(MARK).length > 2) done(0)
    }
  })
}

function start(program: string, isCounted: boolean): Started {
  const env = {
    ...process.env,
    ...(TEMPORARY !== undefined && {TMPDIR: TEMPORARY}),
    ...coverage(isCounted),
    ASSAY_TEST_FD: '3',
    ASSAY_TEST_MARK: MARK,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? resolve('node_modules/.cache/compile'),
  }
  const stdio = ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'] as const
  const child = spawn(process.execPath, [program], {stdio: [...stdio], detached: true, env})
  running.add(child)
  const heard: Heard = {text: '', ledger: '', late: false, look: () => undefined}
  const hear = (part: 'text' | 'ledger', stream: Readable | null) =>
    stream?.on('data', (data) => {
      heard[part] += data
      heard.look()
    })
  hear('text', child.stdout)
  hear('text', child.stderr)
  hear('ledger', child.stdio[3] as Readable)
  // Who has ended reads no more names.
  namesOf(child).on('error', () => undefined)
  const ended = new Promise<number | string>((done) =>
    child.on('close', (code, signal) => {
      running.delete(child)
      done(code ?? signal ?? 'nothing')
    }),
  )
  return {child, heard, ended}
}

function namesOf(child: ChildProcess): Writable {
  return child.stdio[4] as Writable
}

function timeLimit({child, heard}: Started): Disposable {
  const timer = setTimeout(() => {
    heard.late = true
    killGroup(child)
  }, FILE_LIMIT_MS)
  return {[Symbol.dispose]: () => clearTimeout(timer)}
}

function isCovered(file: string): boolean {
  return COVERED.some((part) => file.startsWith(part))
}

/** Counting makes code with many branches three times as slow: a file that runs others' lines once more says that it does not count them. */
function isCounted(file: string): boolean {
  return isCovered(file) && !UNCOUNTED.test(readFileSync(file, 'utf8'))
}

/** Coverage where files run in process. What others start, they kill: it would have nothing to tell. The compile cache falsifies branches. */
function coverage(isWanted: boolean): Record<string, string> {
  return COVERAGE === undefined || !isWanted ? {} : {NODE_V8_COVERAGE: COVERAGE, NODE_DISABLE_COMPILE_CACHE: '1'}
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group ended in the meantime.
  }
}
