import type {NodeStatusResult, NodeStatusRow} from '#contract/generated/types'
import type {AssayError} from '#error/assay-error'
import {type Exit, exitFor} from '#error/exit'
import {type HostSetting, loadSettingToLook} from '#host/execute/load-setting'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import type {ProcessIdentity} from '#process/process-table'
import {howToEnd} from '#run/hold-claim'
import {fencedNodes, toldOfFence} from '../model/fenced-nodes.ts'
import {restorableNodes, toldOfLoss} from '../model/moved-data.ts'
import {abortCommand, nextCommand} from '../model/next-command.ts'
import {type SeenNode, silencesOf} from '../model/seen.ts'
import type {UpgradeRequest} from '../model/upgrade-options.ts'
import {isOpenState} from '../model/upgrade-progress.ts'
import {statusReport} from '../report/status-report.ts'
import {upgradesInTheWay} from '../site/find-marks.ts'
import {type KeptUpgrade, listUpgrades} from '../site/find-upgrades.ts'
import {openSight} from '../site/open-sight.ts'
import {driverOf} from '../site/upgrade-claims.ts'

/** The nodes as they answer now, the upgrades of this workspace, and those of others that are not over. Reads only, and needs no token. Throws as `loadSettingToLook` does. */
export async function showUpgrades(order: Order<UpgradeRequest>, ports: MeasurementPorts, signal: AbortSignal) {
  const setting = await loadSettingToLook(order, ports)
  const {alias} = setting.target.profile
  await using sight = openSight(setting, ports)
  const seen = await sight.look(signal)
  const nodes = seen.map(rowOf)
  const driver = driverOf(setting.workspace, alias, ports)
  const {kept, unreadable} = listUpgrades(setting.workspace, ports)
  const own = kept.filter(({plan}) => plan.target === alias)
  const upgrades = own.map(({id, plan, progress: {state}}, at) => {
    const driven = driver !== undefined && at === own.length - 1
    // A second driver would be refused.
    const next = driven ? null : nextCommand({state, id, plan}, order.commandArgv)
    return {upgrade: id, strategy: plan.strategy, from: plan.from, to: plan.to, state, driven, next}
  })
  const result: NodeStatusResult = {
    schema_version: 1,
    command: 'node status',
    exit: exitOf(seen, unreadable),
    target: alias,
    nodes,
    upgrades,
  }
  const driven = new Set(upgrades.flatMap((one) => (one.driven ? [one.upgrade] : [])))
  const elsewhere = upgradesInTheWay(setting, isOpenState, ports).filter(
    ({workspace}) => workspace !== setting.workspace,
  )
  return {
    result,
    report: statusReport(result, {
      seen,
      elsewhere: elsewhere.map(({refusal}) => refusal),
      unreadable,
      missing: missingTokens(setting),
      open: own
        .filter(({progress}) => isOpenState(progress.state))
        .flatMap((one) => openRemarks(one, driven.has(one.id) ? driver : undefined, order.commandArgv)),
    }),
  }
}

function exitOf(seen: readonly SeenNode[], [unreadable]: readonly AssayError[]): Exit {
  if (unreadable !== undefined) return exitFor('unsafe-state', unreadable.message)
  return seen.some(({answers}) => answers)
    ? exitFor('pass', `${seen.length} nodes`)
    : exitFor('unavailable', ['no node answers', ...silencesOf(seen)].join('; '))
}

/** Names of what the target names for its tokens and nobody gave. */
function missingTokens({target: {auth, profile}, token, nodeTokens}: HostSetting): string[] {
  const own = token === undefined ? [auth.token_env ?? auth.account] : []
  const others = profile.nodes.map(({name, token_env}) => (nodeTokens.has(name) ? undefined : token_env))
  return [...new Set([...own, ...others])].filter((one) => one !== undefined)
}

/** What takes no writes, and both ways on; beside a driver there is none. */
function openRemarks(
  {id, plan, progress}: KeptUpgrade,
  driver: ProcessIdentity | undefined,
  argv: readonly string[],
): string[] {
  const {state} = progress
  const fenced = toldOfFence(fencedNodes(plan, progress)).map((told) => `Mind: ${told} by the upgrade ${id}.`)
  if (driver) {
    const {pid} = driver
    return [...fenced, `State ${state}: a driver is at work, wait for it to end (process ${pid}). ${howToEnd(pid)}`]
  }
  const back = abortCommand({state, id, plan}, argv)
  return [
    ...fenced,
    ...toldOfLoss(restorableNodes(plan, progress)).map((told) => `Mind: ${told}.`),
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
