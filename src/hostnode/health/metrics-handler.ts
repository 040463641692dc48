import type {NodeContext} from '../context/context.ts'
import type {RequestHandler} from '../model/listening.ts'
import {countRepositories} from '../store/repositories-table.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** `GET /metrics`, and nothing else. */
export function metricsHandler({metrics, log}: Pick<NodeContext, 'metrics' | 'log'>): RequestHandler {
  return (request, response) => {
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
  })
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
