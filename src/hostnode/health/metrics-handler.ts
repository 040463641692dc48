import type {FastifyInstance} from 'fastify'
import type {NodeContext} from '../context/context.ts'
import type {RequestHandler} from '../model/listening.ts'
import {nodeFact} from '../store/facts-table.ts'
import {countDisabledHooks} from '../store/hooks-table.ts'
import {countRepositories} from '../store/repositories-table.ts'
import type {HealthProbe} from './check-health.ts'
import {isTakingTraffic} from './health-checks.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** `GET /metrics`, and nothing else. */
export function metricsHandler({
  metrics,
  log,
  faults,
}: Pick<NodeContext, 'metrics' | 'log' | 'faults'>): RequestHandler {
  return (request, response) => {
    // As if nobody listened.
    if (faults.first('metrics_off') !== undefined) return void request.socket.destroy()
    const path = (request.url ?? '').replace(/\?.*$/s, '')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (path !== '/metrics' || !isRead) {
      response.writeHead(path === '/metrics' ? 405 : 404, {'content-type': 'text/plain', allow: 'GET, HEAD'}).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, {'content-type': TYPE}).end(request.method === 'HEAD' ? undefined : text),
      (error) => {
        log.failure('the metrics were not read', error)
        response.writeHead(500).end()
      },
    )
  }
}

/** Metrics on the listener of the API, for services that have no other. Before `ready`. */
export function addMetricsRoute(app: FastifyInstance, context: Pick<NodeContext, 'metrics' | 'log' | 'faults'>): void {
  const handle = metricsHandler(context)
  app.get(
    '/metrics',
    {config: {access: {needs: 'open', anonymous: true, unlimited: true, always: true}}},
    (request, reply) => {
      reply.hijack()
      handle(request.raw, reply.raw)
    },
  )
}

/** Sizes that are looked up when somebody reads them. */
export function watchSizes({metrics, disk, store, settings}: NodeContext): void {
  metrics.beforeReading(() => {
    const use = disk.use()
    if (use !== undefined) {
      metrics.diskFreeBytes.set(use.availableBytes)
      metrics.diskTotalBytes.set(use.totalBytes)
    }
    metrics.storeWalBytes.set(disk.sizeOf(`${settings.dataDir}/node.sqlite-wal`))
    metrics.repositories.set(countRepositories(store))
    metrics.hooksDisabled.set(countDisabledHooks(store))
    const backup = nodeFact(store, 'last_backup')
    if (backup !== undefined) metrics.backupLastSuccess.set(Date.parse(backup) / 1000)
  })
}

/** Whether it takes traffic, as `/health/ready` tells it. */
export function watchReadiness(context: NodeContext, probe: HealthProbe): void {
  context.metrics.beforeReading(() =>
    probe.state().then((health) => context.metrics.ready.set(isTakingTraffic(health, context) ? 1 : 0)),
  )
}

/** How far a validator is, looked up when somebody reads it. */
export function watchStanding({metrics, validator}: NodeContext): void {
  if (validator === undefined) return
  const gauges = metrics.consensus()
  metrics.beforeReading(() => {
    const {height, view, isLeader, peers, hasQuorum, syncTarget} = validator.standing()
    gauges.height.set(height)
    gauges.view.set(view)
    gauges.isLeader.set(isLeader ? 1 : 0)
    gauges.peersConnected.set(peers.filter(({isConnected}) => isConnected).length)
    gauges.hasQuorum.set(hasQuorum ? 1 : 0)
    gauges.syncLagBlocks.set(syncTarget - height)
  })
}
