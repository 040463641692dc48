import {join} from 'node:path'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import {makeFolders} from '#path/make-folders'
import {elapsedMs} from '#random/clock'
import {finishRestore} from '../backup/apply-restore.ts'
import type {NodeSettings} from '../config/settings.ts'
import type {NodeContext} from '../context/context.ts'
import {jsonLog} from '../context/json-log.ts'
import {nodeMetrics} from '../context/metrics.ts'
import {NO_MAINTENANCE} from '../context/state.ts'
import {gitWork} from '../git/git-work.ts'
import {RepositoryPlaces} from '../git/repository-places.ts'
import {RunningChildren} from '../git/running-children.ts'
import {openSecretBox} from '../hook/open-secret-box.ts'
import type {CrashAt} from '../model/crash-points.ts'
import {HookBell} from '../model/hook-desk.ts'
import {IdMaker} from '../model/object-ids.ts'
import {RateLimiter} from '../model/rate-limits.ts'
import type {NodeRelease} from '../model/release.ts'
import {runMigrations} from '../store/run-migrations.ts'
import {headBranch} from './head-branch.ts'
import type {NodePorts} from './ports.ts'

/** The part of a context that needs no store: a node has it while it migrates. */
export type EarlyContext = Omit<NodeContext, 'store' | 'repositories' | 'gitWork' | 'publicUrl' | 'hooks'>

/** What a start is told. */
export interface StartWish {
  readonly settings: NodeSettings
  readonly release: NodeRelease
  readonly crashAt: CrashAt
  readonly say: (line: string) => void
}

export function earlyContext({settings, release, crashAt, say}: StartWish, ports: NodePorts): EarlyContext {
  const {time, entropy, redactor} = ports
  const nowMs = () => time.nowMs()
  const ids = new IdMaker(nowMs, entropy)
  return {
    settings,
    release,
    crashAt,
    time,
    entropy,
    ids,
    configSha256: digestOf(JSON.parse(JSON.stringify(settings))),
    disk: ports.disk(settings.dataDir),
    log: jsonLog(say, time, redactor),
    metrics: nodeMetrics(release),
    limiter: new RateLimiter(nowMs),
    state: {
      phase: 'starting',
      instanceId: ids.next('node').replace('node_', 'inst_'),
      startedAtMs: time.nowMs(),
      startedNs: time.monotonicNs(),
      maintenance: NO_MAINTENANCE,
      lastMigration: undefined,
    },
  }
}

/** Takes the data directory for this process, and makes it where it is missing. Throws `node_refused` where another one has it; `node_store`, `io_error`. */
export async function openDataDir(dataDir: string, {files, takeLock}: NodePorts): Promise<Disposable> {
  await finishRestore(dataDir, {files})
  await makeFolders(dataDir, files.directories)
  if (files.reader.facts(dataDir)?.kind === 'file')
    throw new AssayError('node_store', 'the data directory is a file', {hint: 'Name a folder with --data-dir.'})
  const lock = takeLock(join(dataDir, 'node.lock'))
  if (lock !== undefined) return lock
  throw new AssayError('node_refused', 'another node has the data directory', {
    hint: 'Stop it first, or name another one.',
  })
}

/** The whole context: store open and of the right schema, folders there. Throws `node_store`, `node_refused`. */
export async function openContext(early: EarlyContext, publicUrl: string, ports: NodePorts): Promise<NodeContext> {
  const {settings, release, crashAt, metrics, time, log, state} = early
  const {dataDir} = settings
  const onWrite = () => {
    const startedNs = time.monotonicNs()
    return {[Symbol.dispose]: () => metrics.storeWriteDuration.observe(elapsedMs(time, startedNs) / 1000)}
  }
  const store = ports.openStore(join(dataDir, 'node.sqlite'), {crashAt, onWrite})
  try {
    const places = new RepositoryPlaces(dataDir, release.schemaVersion)
    const home = join(dataDir, 'home')
    for (const folder of [places.root, home]) await makeFolders(folder, ports.files.directories)
    runMigrations(store, release.schemaVersion, {
      disk: {headOf: (owner, name) => headBranch(join(dataDir, 'repos', owner, `${name}.git`), ports)},
      say: (line) => {
        log.write('info', line)
        if (line.startsWith('Running')) state.lastMigration = line.replace('Running migration: ', '')
      },
      crashAt,
      nowMs: () => time.nowMs(),
    })
    const children = new RunningChildren()
    const repositories = {store, files: ports.files, git: ports.git(home), places, children, crashAt}
    const mask = (text: string) => ports.redactor.text(text)
    const hooks = {box: await openSecretBox(dataDir, ports), bell: new HookBell(), mask, reach: ports.reach}
    return {
      ...early,
      store,
      repositories,
      hooks,
      gitWork: gitWork(dataDir, ports.backend(home), children),
      publicUrl: settings.publicUrl ?? publicUrl,
    }
  } catch (error) {
    store[Symbol.dispose]()
    throw error
  }
}
