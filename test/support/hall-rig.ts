import {existsSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import type {Hall} from '#cli/hall'
import {main} from '#cli/main'
import {programsIn} from '#compose/compose-ports'
import {isRunId} from '#contract/ids'
import type {MeasurementPorts} from '#measurement/ports'
import {nodeThreads} from '#process/node-threads'
import {isSecretKey} from '#redact/key-names'
import type {Layers} from '#redact/layers'
import {BUILT_HOME} from './built-home.ts'
import {leaksOf} from './no-leaks.ts'
import {talkHere} from './talk-here.ts'
import {tempDir} from './temp-dir.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

/** The real threads on a machine with one core: the trials of a test are over before threads have loaded what they need. `--workers` starts them. */
export const ONE_CORE = {
  threads: {...nodeThreads(join(BUILT_HOME, 'bin', 'thread.js')), cores: () => 1},
} satisfies Partial<MeasurementPorts>

export interface RigOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly isTerminal?: boolean
  readonly columns?: number
  readonly signal?: AbortSignal
  readonly interruptedBy?: 'SIGINT' | 'SIGTERM'
  readonly ports?: Partial<MeasurementPorts>
  readonly askSecret?: Hall['askSecret']
  readonly awaitEnter?: Hall['awaitEnter']
  readonly layers?: Layers | undefined
  /** Instead of a fresh empty directory. */
  readonly cwd?: string
}

export interface Done {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * Runs one command line in this process: its own streams, an environment made from nothing, an empty directory. A variable whose
 * name says secret and whose value begins with `canary-` must stand in nothing that was printed or written.
 */
export async function assay(argv: readonly string[], options: RigOptions = {}): Promise<Done> {
  using dir = options.cwd === undefined ? tempDir() : undefined
  const written = {out: '', err: ''}
  const stream = (name: 'out' | 'err') => ({
    write: (text: string) => {
      written[name] += text
    },
    isTerminal: options.isTerminal ?? false,
    columns: options.columns,
  })
  const hall: Hall = {
    output: {out: stream('out'), err: stream('err')},
    env: options.env ?? {},
    cwd: options.cwd ?? dir?.path ?? '',
    signal: options.signal ?? new AbortController().signal,
    interruptedBy: () => options.interruptedBy,
    // A benchmark measures in this process, which costs less than half of starting another. MeasurementPorts that throw when asked for stay such.
    ports: Object.defineProperties(
      {...ONE_CORE, startTalk: talkHere, programs: programsIn(BUILT_HOME)},
      Object.getOwnPropertyDescriptors(options.ports ?? {}),
    ),
    ...(options.askSecret && {askSecret: options.askSecret}),
    ...(options.awaitEnter && {awaitEnter: options.awaitEnter}),
    ...(options.layers && {layers: options.layers}),
  }
  const code = await main(argv, ROOT, hall)
  if (!options.layers) mustHoldNoCanary(hall, written)
  return {code, ...written}
}

function mustHoldNoCanary({env, cwd}: Hall, texts: Readonly<Record<string, string>>): void {
  for (const [name, value = ''] of Object.entries(env)) {
    if (!value.startsWith('canary-') || !isSecretKey(name)) continue
    const leaks = [...leaksOf(value, {texts}), ...ownFolders(cwd).flatMap((folder) => leaksOf(value, {folder}))]
    if (leaks.length > 0) throw new Error(`the canary of ${name} got out: ${leaks.slice(0, 5).join('; ')}`)
  }
}

/** The same with `--format json`; standard output must be one document and nothing else. */
export async function assayJson(argv: readonly string[], options: RigOptions = {}) {
  const done = await assay([...argv, '--format', 'json'], options)
  return {...done, document: JSON.parse(done.out)}
}

/** Runs and bundles; other names in `runs/` are the test's own. */
function ownFolders(cwd: string): string[] {
  return ['runs', 'issue-bundles'].flatMap((name) => {
    const folder = join(cwd, name)
    const entries = existsSync(folder) ? readdirSync(folder) : []
    return entries.filter(isRunId).map((entry) => join(folder, entry))
  })
}
