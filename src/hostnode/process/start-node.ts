import {sleep} from '#random/timers'
import {apiRoutes} from '../api/all-routes.ts'
import {buildApp} from '../api/build-app.ts'
import type {NodeContext} from '../context/context.ts'
import {HealthProbe} from '../health/check-health.ts'
import {PART_CHECKS} from '../health/check-parts.ts'
import {healthRoutes} from '../health/health-routes.ts'
import {metricsHandler, watchSizes, watchStanding} from '../health/metrics-handler.ts'
import {startingHandler} from '../health/starting-handler.ts'
import type {Listener, TlsFiles} from '../model/listening.ts'
import {addGitRoutes} from '../transport/git-routes.ts'
import {type EarlyContext, earlyContext, openContext, openDataDir, type StartWish} from './open-context.ts'
import type {NodePorts} from './ports.ts'
import {START_STEPS} from './start-steps.ts'
import {WORKERS} from './workers.ts'
import {type Announcement, announcementPath, writeAnnouncement} from './write-announcement.ts'

const METRICS_GRACE_MS = 1_000

/** A node that serves. */
export interface RunningNode {
  readonly context: NodeContext
  readonly announcement: Announcement
  /** Ends it: not ready at once, no new connections after the delay, then what is in flight, then the store. */
  stop(): Promise<void>
}

/**
 * Starts a node in its order: lock, listeners, database, what was left half done, routes. Until it serves, the API answers that it is starting.
 * Throws `node_refused`, `node_store`, `node_listen`, `io_error`; nothing is held then.
 */
export async function startNode(wish: StartWish & {readonly pid: number}, ports: NodePorts): Promise<RunningNode> {
  const {settings} = wish
  await using undo = new AsyncDisposableStack()
  undo.use(await openDataDir(settings.dataDir, ports))
  const early = earlyContext(wish, ports)
  const api = await ports.listen({...settings.apiAddr, tls: readTls(early, ports), handle: startingHandler(early)})
  undo.defer(() => api.close(0))
  const context = await openContext(early, {network: wish.network, publicUrl: api.url}, ports)
  undo.use(context.store)
  for (const step of START_STEPS) await step(context, ports)
  const metrics = await listenMetrics(context, ports)
  undo.defer(() => metrics?.close(METRICS_GRACE_MS))
  const probe = new HealthProbe(context, PART_CHECKS)
  const app = buildApp(context, [...apiRoutes(context), ...healthRoutes(context, probe)])
  addGitRoutes(app.app, context)
  await app.ready()
  for (const worker of WORKERS) undo.defer(worker(context))
  const peer = (await context.validator?.open()) ?? null
  undo.defer(() => context.validator?.close())
  api.handleWith(app.handle)
  context.state.phase = 'ready'
  const announcement = announce(context, {api, metrics, peer, pid: wish.pid})
  const places = [announcementPath(settings.dataDir), settings.readyFile].filter((path) => path !== undefined)
  for (const path of places) await writeAnnouncement(path, announcement, ports)
  context.log.write('info', 'serving', {api: api.url, metrics: metrics?.url ?? null, version: context.release.version})
  const held = undo.move()
  return {context, announcement, stop: () => stopServing(context, api, held)}
}

async function stopServing(
  {state, settings, time, log, store}: NodeContext,
  api: Listener,
  held: AsyncDisposableStack,
) {
  state.phase = 'draining'
  log.write('info', 'stopping')
  if (settings.drainDelayMs > 0) await sleep(time, settings.drainDelayMs)
  await api.close(settings.drainTimeoutMs)
  held.defer(() => store.checkpoint())
  await held.disposeAsync()
  log.write('info', 'stopped')
}

async function listenMetrics(context: NodeContext, {listen}: NodePorts): Promise<Listener | undefined> {
  watchSizes(context)
  watchStanding(context)
  const {metricsAddr} = context.settings
  return metricsAddr && (await listen({...metricsAddr, handle: metricsHandler(context)}))
}

function readTls({settings}: EarlyContext, {files}: NodePorts): TlsFiles | undefined {
  const {tlsCert, tlsKey} = settings
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  return {cert: files.reader.read(tlsCert), key: files.reader.read(tlsKey)}
}

interface Served {
  readonly api: Listener
  readonly metrics: Listener | undefined
  readonly peer: string | null
  readonly pid: number
}

function announce({release, state}: NodeContext, {api, metrics, peer, pid}: Served): Announcement {
  const {version} = release
  return {pid, api: api.url, metrics: metrics?.url ?? null, peer, version, instance_id: state.instanceId}
}
