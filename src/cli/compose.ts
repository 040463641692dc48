import {homedir, tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Globs} from '#path/glob'
import {nodeFiles} from '#path/node-files'
import type {Children} from '#process/children'
import type {HostClassification} from '#process/host-facts'
import {nodeHostFacts} from '#process/node-host-facts'
import {nodeProcessTable} from '#process/node-process-table'
import {nodeThreads} from '#process/node-threads'
import type {StartTalk} from '#process/talk'
import type {WatchVitals} from '#process/vitals'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import type {KnownRoot} from '#redact/host-paths'
import {isSecretKey} from '#redact/key-names'
import {Redactor} from '#redact/redactor'
import {NO_PROGRESS} from '#report/progress'
import type {Environment, Hall, Ports} from './hall.ts'
import {StatusLine} from './progress.ts'

/** What the flags say about the world of a command. */
export interface Setting {
  readonly assayVersion: string
  readonly quiet: boolean
  /** Absolute. */
  readonly workspace?: string
}

/** The redactor of a process: it knows its directories and every secret-named value of its environment. */
export function composeRedactor(hall: Pick<Hall, 'env' | 'cwd' | 'layers'>, workspace?: string): Redactor {
  const redactor = new Redactor({roots: knownRoots(hall, workspace)}, hall.layers)
  for (const [name, value] of Object.entries(hall.env)) if (value && isSecretVariable(name)) redactor.register(value)
  return redactor
}

/** The only place that builds adapters. Reading the machine's facts waits until someone asks; disposing ends the status line. */
export function compose(hall: Hall, setting: Setting, redactor: Redactor): Ports & Disposable {
  let host: HostClassification | undefined
  let line: StatusLine | undefined
  const clock = hall.ports?.clock ?? systemClock
  return {
    files: hall.ports?.files ?? nodeFiles,
    clock,
    entropy: hall.ports?.entropy ?? systemEntropy,
    processes: hall.ports?.processes ?? nodeProcessTable,
    redactor,
    versions: {assay: setting.assayVersion, node: process.versions.node},
    env: hall.env,
    cwd: hall.cwd,
    children: hall.ports?.children ?? lateChildren(redactor),
    globs: hall.ports?.globs ?? LATE_GLOBS,
    recordings: hall.ports?.recordings ?? join(HOME, 'fixtures', 'replies'),
    startTalk: hall.ports?.startTalk ?? lateTalk,
    get threads() {
      return hall.ports?.threads ?? nodeThreads(THREAD_PROGRAM)
    },
    get host() {
      host ??= hall.ports?.host ?? nodeHostFacts({isCi: isSet(hall.env, 'CI'), isTerminal: hall.output.err.isTerminal})
      return host
    },
    get progress() {
      if (hall.ports?.progress) return hall.ports.progress
      if (setting.quiet) return NO_PROGRESS
      line ??= new StatusLine(hall.output.err, redactor, clock)
      return line
    },
    [Symbol.dispose]: () => line?.[Symbol.dispose](),
  }
}

/** Files of this machine, for a program that composes itself. */
export const hereFiles = nodeFiles

const LATE_GLOBS: Globs = {
  match: async (pattern, folder) => (await import('#path/fast-glob-files')).fastGlobFiles.match(pattern, folder),
}

/** The folder of the package: this file and the chunk of the bundle that holds it lie equally deep. */
const HOME = join(import.meta.dirname, '..', '..')
const MEASURE_PROGRAM = join(HOME, 'bin', 'measure.js')
const THREAD_PROGRAM = join(HOME, 'bin', 'thread.js')

const lateTalk: StartTalk = async (request) =>
  await (await import('#process/execa-talk')).execaTalk(MEASURE_PROGRAM)(request)

export const lateVitals: WatchVitals = async () => await (await import('#process/node-vitals')).nodeVitals()

/** execa costs more than the rest of a start; most commands never run a child. */
function lateChildren(redactor: Redactor): Children {
  return {
    run: async (request, signal) =>
      (await import('#process/execa-children')).execaChildren(redactor).run(request, signal),
  }
}

/** A shell keeps its directory in PWD, which is no password. */
function isSecretVariable(name: string): boolean {
  return name !== 'PWD' && name !== 'OLDPWD' && isSecretKey(name)
}

function knownRoots(hall: Pick<Hall, 'env' | 'cwd'>, workspace?: string): KnownRoot[] {
  return [
    ...withReal(workspace, '<workspace>'),
    ...withReal(hall.cwd, '<cwd>'),
    ...withReal(hall.env['HOME'] ?? homedir(), '<home>'),
    ...withReal(hall.env['TMPDIR'] ?? tmpdir(), '<temp>'),
  ]
}

function withReal(path: string | undefined, mark: KnownRoot['mark']): KnownRoot[] {
  // The root of all paths names nothing.
  if (path === undefined || path === '' || path === '/') return []
  const real = nodeFiles.reader.real(path)
  return [{path, mark}, ...(real === undefined || real === path ? [] : [{path: real, mark}])]
}

function isSet(env: Environment, name: string): boolean {
  const value = env[name]
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}
