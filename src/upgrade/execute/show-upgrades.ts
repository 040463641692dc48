import type {NodeStatusResult, NodeStatusRow} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import {loadSetting} from '#host/execute/load-setting'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import {fencedNodes, toldOfFence} from '../model/fenced-nodes.ts'
import {abortCommand, nextCommand} from '../model/next-command.ts'
import {type SeenNode, silencesOf} from '../model/seen.ts'
import type {UpgradeRequest} from '../model/upgrade-options.ts'
import {isOpenState} from '../model/upgrade-progress.ts'
import {statusReport} from '../report/status-report.ts'
import {upgradesInTheWay} from '../site/find-marks.ts'
import {findUpgrades, type KeptUpgrade} from '../site/find-upgrades.ts'
import {openSight} from '../site/open-sight.ts'
import {driverOf} from '../site/upgrade-claims.ts'

/** The nodes as they answer now, the upgrades of this workspace, and those of others that are not over. Reads only. Throws as `loadSetting` does, and `upgrade_unreadable`. */
export async function showUpgrades(order: Order<UpgradeRequest>, ports: MeasurementPorts, signal: AbortSignal) {
  const setting = await loadSetting(order, ports)
  const {alias} = setting.target.profile
  await using sight = openSight(setting, ports)
  const seen = await sight.look(signal)
  const nodes = seen.map(rowOf)
  const isHeld = driverOf(setting.workspace, alias, ports) !== undefined
  const kept = findUpgrades(setting.workspace, alias, ports)
  const upgrades = kept.map(({id, plan, progress: {state}}, at) => ({
    upgrade: id,
    strategy: plan.strategy,
    from: plan.from,
    to: plan.to,
    state,
    driven: isHeld && at === kept.length - 1,
    next: nextCommand({state, id, plan}, order.commandArgv),
  }))
  const isAnswering = nodes.some(({answers}) => answers)
  const result: NodeStatusResult = {
    schema_version: 1,
    command: 'node status',
    exit: exitFor(
      isAnswering ? 'pass' : 'unavailable',
      isAnswering ? `${nodes.length} nodes` : ['no node answers', ...silencesOf(seen)].join('; '),
    ),
    target: alias,
    nodes,
    upgrades,
  }
  const elsewhere = upgradesInTheWay(setting, isOpenState, ports).filter(
    ({workspace}) => workspace !== setting.workspace,
  )
  return {
    result,
    report: statusReport(result, {
      seen,
      elsewhere: elsewhere.map(({refusal}) => refusal),
      open: kept
        .filter(({progress}) => isOpenState(progress.state))
        .flatMap((one) => openRemarks(one, order.commandArgv)),
    }),
  }
}

/** What takes no writes, and both ways on. */
function openRemarks({id, plan, progress}: KeptUpgrade, argv: readonly string[]): string[] {
  const {state} = progress
  const back = abortCommand({state, id, plan}, argv)
  return [
    ...toldOfFence(fencedNodes(plan, progress)).map((told) => `Mind: ${told} by the upgrade ${id}.`),
    ...(back === null ? [] : [`To put back what was done: ${back}`]),
    `State ${state}, next: ${nextCommand({state, id, plan}, argv)}`,
  ]
}

const rowOf = (node: SeenNode): NodeStatusRow => ({
  name: node.name,
  answers: node.answers,
  ready: node.ready,
  version: node.version ?? null,
  schema_version: node.schema ?? null,
  synced: node.synced ?? null,
  height: node.height ?? null,
  leader: node.isLeader ?? null,
})
