import type {ApiCall, NodeRoute} from '../api/routes.ts'
import type {NodeContext} from '../context/context.ts'
import type {HealthProbe} from './check-health.ts'
import {isTakingTraffic, uptimeSeconds} from './health-checks.ts'
import {nodeStatus} from './status-document.ts'

const OPEN = {needs: 'open', anonymous: true, unlimited: true, always: true} as const

/** The health of the node, open to anybody: no token, no limit, no maintenance. */
export function healthRoutes(context: NodeContext, probe: HealthProbe): readonly NodeRoute[] {
  const up = () => ({status: 'up', uptime_seconds: uptimeSeconds(context)})
  const ready = (withUptime: boolean) => (call: ApiCall) => readiness({call, context, probe, withUptime})
  return [
    {method: 'GET', url: '/health/live', access: OPEN, answer: up},
    {method: 'GET', url: '/health/startup', access: OPEN, answer: up},
    {method: 'GET', url: '/health/ready', access: OPEN, answer: ready(false)},
    {method: 'GET', url: '/health', access: OPEN, answer: ready(true)},
    {method: 'GET', url: '/api/node/status', access: OPEN, answer: () => nodeStatus(context)},
  ]
}

interface Readiness {
  readonly call: ApiCall
  readonly context: NodeContext
  readonly probe: HealthProbe
  readonly withUptime: boolean
}

function readiness({call, context, probe, withUptime}: Readiness): Promise<unknown> {
  return probe.state().then((health) => {
    const {checks} = health
    const isReady = isTakingTraffic(health, context)
    if (!isReady) call.setStatus(503)
    return {
      status: isReady ? 'up' : 'down',
      version: context.release.version,
      ...(withUptime && {uptime_seconds: uptimeSeconds(context)}),
      ...(context.state.phase === 'draining' && {reason: 'draining'}),
      checks,
    }
  })
}
