import {closeSync, fstatSync, openSync, readSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {MeasurementPorts} from '#measurement/ports'
import type {ServeHttp} from '#net/http-server'
import type {DiskSpace} from '#path/disk-space'
import type {Globs} from '#path/glob'
import {nodeFiles, nodeFreeBytes} from '#path/node-files'
import {removeIfEmpty} from '#path/node-writer'
import type {Children} from '#process/children'
import type {HostClassification} from '#process/host-facts'
import {nodeHostFacts} from '#process/node-host-facts'
import {nodeNeighbours, nodeProcessTable} from '#process/node-process-table'
import {nodeThreads} from '#process/node-threads'
import type {Programs} from '#process/programs'
import type {StartTalk} from '#process/talk'
import type {Variables} from '#process/variables'
import type {WatchVitals} from '#process/vitals'
import {systemClock} from '#random/system-clock'
import {pooledEntropy} from '#random/system-entropy'
import type {Redactor} from '#redact/redactor'
import {NO_PARTING_WORDS, type PartingWords} from '#report/parting-words'
import type {Progress} from '#report/progress'
import type {Naming} from '#run/labels'
import type {readProvenance} from './read-provenance.ts'

/** What a caller says of itself. */
export interface Caller {
  readonly env: Variables
  /** Absolute. */
  readonly cwd: string
  readonly assayVersion: string
  readonly isTerminal: boolean
  readonly progress: Progress
  readonly partingWords?: PartingWords | undefined
  /** How the caller calls its runs; the folder whose checkout is judged is `cwd`. Without it runs say nothing of where they come from. */
  readonly naming?: Naming | undefined
  /** Instead of the adapters of this machine. */
  readonly ports?: Partial<MeasurementPorts> | undefined
}

/** The only place that builds adapters, for commands and the library alike. Reading the machine's facts waits until someone asks. */
export function composePorts(caller: Caller, redactor: Redactor): MeasurementPorts {
  const {env, cwd, naming, ports: given = {}} = caller
  const clock = given.clock ?? systemClock
  const files = given.files ?? nodeFiles
  const children = given.children ?? lateChildren(redactor)
  return {
    files,
    clock,
    entropy: given.entropy ?? kernelEntropy,
    processes: given.processes ?? nodeProcessTable,
    redactor,
    versions: {assay: caller.assayVersion, node: process.versions.node},
    env,
    cwd,
    children,
    programs: given.programs ?? programsIn(HOME),
    neighbours: given.neighbours ?? nodeNeighbours,
    keyring: given.keyring ?? (async () => (await import('#keyring/open-keyring')).openKeyring(env)),
    provenance: given.provenance ?? (naming && (() => lateProvenance({env, cwd, files, children, clock}, naming))),
    ...latePorts(given),
    space: given.space ?? spaceFor(env['TMPDIR'] || tmpdir()),
    progress: given.progress ?? caller.progress,
    partingWords: given.partingWords ?? caller.partingWords ?? NO_PARTING_WORDS,
    host: given.host ?? lateHost(caller),
  }
}

const spaceFor = (temporary: string): DiskSpace => ({
  freeBytes: nodeFreeBytes,
  temporary,
  ofUser: join(temporary, `assay-${process.getuid?.() ?? ''}`),
})

/** What is loaded when it is first used. */
function latePorts(
  given: Partial<MeasurementPorts>,
): Pick<MeasurementPorts, 'globs' | 'recordings' | 'startTalk' | 'serveHttp' | 'threads'> {
  return {
    globs: given.globs ?? LATE_GLOBS,
    recordings: given.recordings ?? join(HOME, 'fixtures', 'replies'),
    startTalk: given.startTalk ?? lateTalk,
    serveHttp: given.serveHttp ?? lateServer,
    threads: given.threads ?? nodeThreads(THREAD_PROGRAM),
  }
}

export const lateVitals: WatchVitals = async () => await (await import('#process/node-vitals')).nodeVitals()

/** How long a thread stood without a processor, for who measures. */
export const lateProcessorWait = async (): Promise<() => number> =>
  (await import('#process/node-processor-wait')).processorWaitNs

/** The program that holds a module of others, as this process starts it. */
export function moduleProgram(): readonly [string, ...string[]] {
  return [process.execPath, join(HOME, 'bin', 'provider-host.js'), String(process.pid)]
}

/** The version of the package that this file belongs to. */
export function ownVersion(): string {
  const bytes = nodeFiles.reader.read(join(HOME, 'package.json'))
  return JSON.parse(new TextDecoder().decode(bytes)).version
}

/** The folder of the package: this file and the chunk of the bundle that holds it lie equally deep. */
const HOME = join(import.meta.dirname, '..', '..')
/** The folder of the drills that come with this version. */
export const OWN_DRILLS = drillsIn(HOME)
const MEASURE_PROGRAM = join(HOME, 'bin', 'measure.js')
const THREAD_PROGRAM = join(HOME, 'bin', 'thread.js')

/** The programs of a package, by its folder. */
export function programsIn(home: string): Programs {
  return {
    node: process.execPath,
    assay: [process.execPath, join(home, 'bin', 'assay.js')],
    hostnode: [process.execPath, join(home, 'bin', 'hostnode.js')],
    drillChild: [process.execPath, join(home, 'bin', 'drill-child.js')],
    packageBlock: join(home, 'bin', 'block-packages.js'),
    drills: drillsIn(home),
    releases: join(home, 'fixtures', 'hostnode', 'releases'),
    alerts: join(home, 'fixtures', 'alerts', 'hostnode.yaml'),
    quickstart: join(home, 'fixtures', 'jobs', 'quickstart.yaml'),
    startLines: async () => (await import('#process/execa-line-child')).execaLineChild,
    runForBytes: async () => (await import('#process/execa-byte-child')).execaByteChild,
    startDaemon: async () => (await import('#process/node-daemon')).nodeDaemon,
  }
}

function drillsIn(home: string): string {
  return join(home, 'fixtures', 'drills')
}

const LATE_GLOBS: Globs = {
  find: async (request) => (await import('#path/fast-glob-files')).fastGlobFiles.find(request),
}

const lateProvenance: typeof readProvenance = async (ports, naming) =>
  await (await import('./read-provenance.ts')).readProvenance(ports, naming)

const lateTalk: StartTalk = async (request) =>
  await (await import('#process/execa-talk')).execaTalk(MEASURE_PROGRAM)(request)

const lateServer: ServeHttp = async (address, answer) =>
  await (await import('#net/node-http-server')).nodeHttpServer(address, answer)

/** Its facts are read once, and not for commands that write no run. */
function lateHost({env, isTerminal}: Pick<Caller, 'env' | 'isTerminal'>): MeasurementPorts['host'] {
  let host: HostClassification | undefined
  return () => {
    host ??= nodeHostFacts({isCi: isSet(env, 'CI'), isTerminal})
    return host
  }
}

/** execa costs more than the rest of a start; most commands never run a child. */
function lateChildren(redactor: Redactor): Children {
  return {
    run: async (request, signal) =>
      (await import('#process/execa-children')).execaChildren(redactor).run(request, signal),
  }
}

function isSet(env: Variables, name: string): boolean {
  const value = env[name]
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}

const ENTROPY_DEVICE = '/dev/urandom'

/** Read where the kernel hands it out as a file: loading `node:crypto`, the same generator, takes 7 ms of a start, which only commands pay that hash. */
const kernelEntropy = pooledEntropy(
  (count) => kernelBytes(count) ?? process.getBuiltinModule('node:crypto').randomBytes(count),
)

function kernelBytes(count: number): Uint8Array | undefined {
  if (process.platform !== 'linux') return undefined
  let file: number
  try {
    file = openSync(ENTROPY_DEVICE, 'r')
  } catch {
    // Some sandboxes have no devices.
    return undefined
  }
  try {
    const bytes = new Uint8Array(count)
    return fstatSync(file).isCharacterDevice() && readSync(file, bytes) === count ? bytes : undefined
  } finally {
    closeSync(file)
  }
}

/** What was made for a call that was refused, or that left nothing, goes again. */
export async function removeUnused(made: readonly string[]): Promise<void> {
  for (const folder of made.toReversed()) if (!(await removeIfEmpty(folder))) return
}
