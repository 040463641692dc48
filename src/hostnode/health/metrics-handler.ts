import type {FastifyInstance} from 'fastify'
import type {NodeContext} from '../context/context.ts'
import type {RequestHandler} from '../model/listening.ts'
import {nodeFact} from '../store/facts-table.ts'
import {countDisabledHooks} from '../store/hooks-table.ts'
import {countRepositories} from '../store/repositories-table.ts'
import type {HealthProbe} from './check-health.ts'
import {isTakingTraffic} from './health-checks.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Serves `GET /metrics`, and nothing else. */
export function metricsHandler({
  metrics,
  log,
  faults,
}: Pick<NodeContext, 'metrics' | 'log' | 'faults'>): RequestHandler {
  return (request, response) => {
    // As if nothing listened on the port.
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

/** Serves metrics on the listener of the API too, like services that have only one listener. To be called before `ready`. */
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

/** Updates sizes and counts when metrics are read. */
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

/** Updates, when metrics are read, whether the node takes traffic, as `/health/ready` tells it. */
export function watchReadiness(context: NodeContext, probe: HealthProbe): void {
  context.metrics.beforeReading(() =>
    probe.state().then((health) => context.metrics.ready.set(isTakingTraffic(health, context) ? 1 : 0)),
  )
}

/** Updates the progress of a validator when metrics are read. */
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
