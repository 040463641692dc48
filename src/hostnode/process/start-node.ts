import {timestamp} from '#random/clock'
import {sleep} from '#random/timers'
import {apiRoutes} from '../api/all-routes.ts'

import {buildApp, type NodeApp} from '../api/build-app.ts'
import {refusals} from '../api/refusals.ts'
import type {NodeSettings} from '../config/settings.ts'

import {isOpenAddress} from '../config/settings-rules.ts'
import type {NodeContext} from '../context/context.ts'
import {FaultTable} from '../fault/fault-table.ts'
import {HealthProbe} from '../health/check-health.ts'
import {PART_CHECKS} from '../health/check-parts.ts'
import {healthRoutes} from '../health/health-routes.ts'
import {addMetricsRoute, metricsHandler, watchReadiness, watchSizes, watchStanding} from '../health/metrics-handler.ts'
import {startingHandler} from '../health/starting-handler.ts'
import type {Listener, TlsFiles} from '../model/listening.ts'
import {addGitRoutes} from '../transport/git-routes.ts'
import {type EarlyContext, earlyContext, openContext, openDataDir, type StartWish} from './open-context.ts'
import {type OpenControl, openFaults} from './open-faults.ts'
import type {NodePorts} from './ports.ts'
import {readTls} from './read-tls.ts'
import {START_STEPS} from './start-steps.ts'
import {WORKERS} from './workers.ts'
import {type Announcement, announcementPath, writeAnnouncement} from './write-announcement.ts'

const METRICS_GRACE_MS = 1_000

/** How a node is started. `runtimeDir`: for a control socket whose path would be too long. */
export type NodeWish = StartWish & {readonly pid: number; readonly runtimeDir?: string}

/** A node that serves. */
export interface RunningNode {
  readonly context: NodeContext
  readonly announcement: Announcement
  /** Ends it: not ready at once, no new connections after the delay, then what is in flight, then the store. */
  stop(): Promise<void>
}

/**
 * Starts a node in its order: lock, listeners, database, what was left half done, routes. Until it serves, the API answers that it is starting.
 * Throws `node_refused`, `node_store`, `listen_failed`, `io_error`; nothing is held then.
 */
export async function startNode(wish: NodeWish, ports: NodePorts): Promise<RunningNode> {
  const {settings} = wish
  const tls = readTls(settings, ports.files.reader)
  await using undo = new AsyncDisposableStack()
  undo.use(await openDataDir(settings.dataDir, ports))
  const faults = new FaultTable(ports.time, wish.release.faults)
  undo.defer(() => void faults.clear())
  const early = earlyContext(wish, faults, ports)
  const served: {app?: NodeApp} = {}
  const control = settings.allowFaults
    ? await openFaults(early, {wish, routes: () => served.app?.routes}, ports)
    : undefined
  if (control !== undefined) undo.use(control)
  const handle = startingHandler(early)
  const api = await ports.listen({...settings.apiAddr, ...listening(early), tls, handle})
  if (tls !== undefined) warnOfDates(tls, early)
  undo.defer(() => api.close(0))
  const context = await openContext(early, {...wish, publicUrl: api.url}, ports)
  undo.use(context.store)
  for (const step of START_STEPS) await step(context, ports)
  const metrics = await listenMetrics(context, tls, ports)
  undo.defer(() => metrics?.close(METRICS_GRACE_MS))
  const probe = new HealthProbe(context, PART_CHECKS)
  watchReadiness(context, probe)
  const app = buildApp(context, [...apiRoutes(context), ...healthRoutes(context, probe)])
  addGitRoutes(app.app, context)
  if (isMetricsOnApi(settings)) addMetricsRoute(app.app, context)
  await app.ready()
  served.app = app
  for (const worker of WORKERS) undo.defer(worker(context))
  const peer = (await context.validator?.open()) ?? null
  undo.defer(() => context.validator?.close())
  api.handleWith(app.handle)
  context.state.phase = 'ready'
  const announcement = announce(context, {api, metrics, control, peer, pid: wish.pid})
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

/** Where others reach it, it speaks TLS as the API does; whoever scrapes on this machine needs no certificate. */
async function listenMetrics(
  context: NodeContext,
  tls: TlsFiles | undefined,
  {listen}: NodePorts,
): Promise<Listener | undefined> {
  watchSizes(context)
  watchStanding(context)
  const {metricsAddr} = context.settings
  if (metricsAddr === undefined || isMetricsOnApi(context.settings)) return undefined
  const secured = isOpenAddress(metricsAddr) ? tls : undefined
  return await listen({...metricsAddr, ...listening(context), tls: secured, handle: metricsHandler(context)})
}

function listening(context: EarlyContext) {
  return {refuse: refusals(context), idleMs: context.settings.idleTimeoutMs}
}

/** Clients refuse such a certificate: that is for who runs the node to know, and no reason not to serve those who do not look. */
function warnOfDates({validFromMs, validToMs}: TlsFiles, {time, log}: EarlyContext): void {
  const nowMs = time.nowMs()
  if (nowMs < validFromMs || nowMs > validToMs)
    log.write('warn', 'the certificate is not valid now', {from: timestamp(validFromMs), to: timestamp(validToMs)})
}

interface Served {
  readonly api: Listener
  readonly metrics: Listener | undefined
  readonly control: OpenControl | undefined
  readonly peer: string | null
  readonly pid: number
}

const isMetricsOnApi = ({compat}: NodeSettings) => compat.includes('metrics-on-api')

function announce({release, state, settings}: NodeContext, {api, metrics, control, peer, pid}: Served): Announcement {
  const {version} = release
  const own = {
    pid,
    api: api.url,
    metrics: (isMetricsOnApi(settings) ? api : metrics)?.url ?? null,
    peer,
    control: control?.path ?? null,
  }
  return {...own, version, instance_id: state.instanceId}
}
