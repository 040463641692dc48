import {join} from 'node:path'
import type {Digest} from '#contract/ids'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import type {AddressPolicy} from '#net/address-policy'
import type {FileReader, Files} from '#path/files'
import {makeFolders} from '#path/make-folders'
import {elapsedMs} from '#random/clock'
import {finishRestore} from '../backup/apply-restore.ts'
import type {NodeSettings} from '../config/settings.ts'
import type {ValidatorNetwork} from '../consensus/network.ts'
import type {NodeContext} from '../context/context.ts'
import {jsonLog} from '../context/json-log.ts'
import {nodeMetrics} from '../context/metrics.ts'
import {NO_MAINTENANCE} from '../context/state.ts'
import {faultResolver} from '../fault/fault-resolver.ts'
import type {FaultTable} from '../fault/fault-table.ts'
import {faultTime} from '../fault/fault-time.ts'
import {holdMigration} from '../fault/hold-migration.ts'
import {peerFaultsOf} from '../fault/peer-faults-of.ts'
import {gitWork} from '../git/git-work.ts'
import {RepositoryPlaces} from '../git/repository-places.ts'
import {RunningChildren} from '../git/running-children.ts'
import {openSecretBox} from '../hook/open-secret-box.ts'
import type {CrashAt} from '../model/crash-points.ts'
import {HookBell} from '../model/hook-desk.ts'
import {IdMaker} from '../model/object-ids.ts'
import {RateLimiter} from '../model/rate-limits.ts'
import type {NodeRelease} from '../model/release.ts'
import {compareReleases} from '../model/release-order.ts'
import {steadyClock} from '../model/steady-clock.ts'
import {nodeFact} from '../store/facts-table.ts'
import type {NodeStore} from '../store/node-store.ts'
import {Readings} from '../store/readings.ts'
import {runMigrations, storedSchema} from '../store/run-migrations.ts'
import {headBranch} from './head-branch.ts'
import {joinNetwork} from './join-network.ts'
import {openMemberKey} from './open-member-key.ts'
import type {NodePorts} from './ports.ts'

/** So long lines of requests may wait to be written with others. */
const TELL_WITHIN_MS = 10

/** How late it may be seen that another process wrote. */
const LOOK_EVERY_MS = 10

/** The part of a context that needs no store: a node has it while it migrates. */
export type EarlyContext = Omit<
  NodeContext,
  'store' | 'callers' | 'repositories' | 'gitWork' | 'publicUrl' | 'hooks' | 'key' | 'validator'
>

/** What a start is told. */
export interface StartWish {
  readonly settings: NodeSettings
  readonly release: NodeRelease
  readonly crashAt: CrashAt
  /** The validators to join. */
  readonly network?: ValidatorNetwork | undefined
  readonly say: (line: string) => void
  /** The data directory as it is typed where the node was started, for commands that are suggested. */
  readonly typedDataDir?: string
}

export function earlyContext(
  {settings, release, crashAt, say}: StartWish,
  faults: FaultTable,
  ports: NodePorts,
): EarlyContext {
  const {entropy, redactor} = ports
  const time = faultTime(ports.time, faults)
  const nowMs = () => time.nowMs()
  const ids = new IdMaker(nowMs, entropy)
  return {
    settings,
    release,
    crashAt,
    time,
    entropy,
    ids,
    configSha256: configDigest(settings, ports.files.reader),
    disk: ports.disk(settings.dataDir),
    faults,
    peerFaults: peerFaultsOf(faults),
    log: jsonLog(say, {time, soon: (work) => void ports.time.after(TELL_WITHIN_MS, work), redactor}),
    metrics: nodeMetrics(release),
    limiter: new RateLimiter(steadyClock(time)),
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

/**
 * Data that are reached through a link are no other configuration: a driver starts a node by the folder that its own file names. Nor are the settings
 * that do something at the first start alone.
 */
function configDigest(settings: NodeSettings, reader: FileReader): Digest {
  const {dataDir, bootstrapUser: _user, bootstrapTokenFile: _file, ...rest} = settings
  return digestOf(JSON.parse(JSON.stringify({...rest, dataDir: reader.real(dataDir) ?? dataDir})))
}

/** Folders of a data directory. */
const FOLDERS = ['repos', 'keys', 'home']

/** A link to one counts: data are moved to other disks in this way. */
function isFolder(path: string, {reader}: Pick<Files, 'reader'>): boolean {
  const real = reader.real(path)
  return real !== undefined && reader.facts(real)?.kind === 'directory'
}

/** Takes the data directory for this process, and makes it where it is missing. Throws `node_refused` where another one has it; `node_store`, `io_error`. */
export async function openDataDir(dataDir: string, {files, takeLock}: NodePorts): Promise<Disposable> {
  await finishRestore(dataDir, {files})
  await makeFolders(dataDir, files.directories)
  if (!isFolder(dataDir, files))
    throw new AssayError('node_store', 'the data directory is no folder', {hint: 'Name a folder with --data-dir.'})
  const inTheWay = FOLDERS.find((name) => {
    const path = join(dataDir, name)
    return files.reader.facts(path) !== undefined && !isFolder(path, files)
  })
  if (inTheWay !== undefined)
    throw new AssayError('node_store', `${inTheWay} of the data directory is no folder`, {
      hint: 'Put back what was there, or restore a backup into another directory.',
    })
  const lock = takeLock(join(dataDir, 'node.lock'))
  if (lock !== undefined) return lock
  throw new AssayError('node_refused', 'another node has the data directory', {
    hint: 'Stop it first, or name another one.',
  })
}

/** The whole context: store open and of the right schema, folders there. Throws `node_store`, `node_refused`. */
export async function openContext(
  early: EarlyContext,
  {network, publicUrl, typedDataDir}: Pick<StartWish, 'network' | 'typedDataDir'> & {readonly publicUrl: string},
  ports: NodePorts,
): Promise<NodeContext> {
  const {settings, release, crashAt, metrics, time, log, state, faults} = early
  const {dataDir} = settings
  const onWrite = () => {
    const startedNs = time.monotonicNs()
    return {[Symbol.dispose]: () => metrics.storeWriteDuration.observe(elapsedMs(time, startedNs) / 1000)}
  }
  const store = ports.openStore(join(dataDir, 'node.sqlite'), {
    crashAt,
    onWrite,
    soon: (work) => void time.after(LOOK_EVERY_MS, work),
  })
  try {
    const places = new RepositoryPlaces(dataDir, release.schemaVersion)
    const home = join(dataDir, 'home')
    if (storedSchema(store) === 0) refuseLostDatabase(dataDir, places.root, ports)
    for (const folder of [places.root, home]) await makeFolders(folder, ports.files.directories)
    await runMigrations(store, release.schemaVersion, {
      typedDataDir: typedDataDir ?? dataDir,
      disk: {headOf: (owner, name) => headBranch(join(dataDir, 'repos', owner, `${name}.git`), ports)},
      say: (line) => {
        log.write('info', line)
        if (line.startsWith('Running')) state.lastMigration = line.replace('Running migration: ', '')
      },
      crashAt,
      nowMs: () => time.nowMs(),
      beforeStep: (step) => holdMigration(step, faults, ports.time),
    })
    const children = new RunningChildren()
    const halves = new Set<string>()
    const {files, redactor} = ports
    const repositories = {store, files, redactor, git: ports.git(home), places, children, halves, crashAt}
    refuseOlder(store, release)
    const key = await openMemberKey(dataDir, ports)
    const address = settings.peerAddr ?? {host: '', port: 0}
    const {version} = release
    const {entropy, peerFaults} = early
    const seat = {
      network,
      key,
      store,
      time,
      log,
      crashAt,
      address,
      version,
      entropy,
      faults: peerFaults,
      sockets: ports.peers,
    }
    const hooks = {
      box: await openSecretBox(dataDir, ports),
      bell: new HookBell(),
      mask: (text: string) => redactor.text(text),
      reach: (policy: AddressPolicy) => ports.reach(policy, faultResolver(ports.resolver, faults)),
    }
    return {
      ...early,
      store,
      callers: new Readings(store),
      repositories,
      hooks,
      key,
      validator: joinNetwork(seat),
      gitWork: gitWork(dataDir, ports.backend(home), children),
      publicUrl: settings.publicUrl ?? publicUrl,
    }
  } catch (error) {
    store[Symbol.dispose]()
    throw error
  }
}

/** A new database in the place of one that is gone would be a node without anybody's accounts, and would look well. */
function refuseLostDatabase(dataDir: string, repositories: string, {files}: NodePorts): void {
  const {reader} = files
  const hasRepositories = reader.facts(repositories)?.kind === 'directory' && reader.list(repositories).length > 0
  if (!hasRepositories && reader.facts(join(dataDir, 'keys', 'secrets.key')) === undefined) return
  throw new AssayError('node_store', 'the data directory is that of a node, and its database is gone or empty', {
    hint: 'Put node.sqlite back, or restore a backup; to begin anew, name another data directory.',
  })
}

/** Once a release was made final, there is no way back before it. Throws `node_refused`. */
function refuseOlder(store: NodeStore, {version}: NodeRelease): void {
  const finalised = nodeFact(store, 'finalised_version')
  if (finalised === undefined || compareReleases(version, finalised) >= 0) return
  throw new AssayError('node_refused', `release ${finalised} was made final on these data, and this is ${version}`, {
    hint: `Run ${finalised} or newer, or restore a backup that was made before.`,
  })
}
