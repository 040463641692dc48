import type {NodeRollbackNode, NodeRollbackPlanResult} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {exitFor} from '#error/exit'
import type {HostSetting} from '#host/execute/load-setting'
import {makeInventory} from '#host/execute/make-inventory'
import {openCheckContext} from '#host/execute/open-context'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import {backStepsOf, type WayBack} from '../engine/check-backups.ts'
import {demandWayBack} from '../engine/revert-upgrade.ts'
import {watchData} from '../engine/watch-data.ts'
import {fencedNodes} from '../model/fenced-nodes.ts'
import {lostSince} from '../model/lost-since.ts'
import {rollbackCommand} from '../model/next-command.ts'
import {toldOfReplaced} from '../model/replaced-data.ts'
import {backupTime, dataFate, stoodStillMs, type TimedEntry, toldBackStep} from '../model/rollback-plan.ts'
import type {UpgradeRequest} from '../model/upgrade-options.ts'
import {progressOf, type UpgradeEntry} from '../model/upgrade-progress.ts'
import {rollbackPlanReport} from '../report/rollback-plan-report.ts'
import {keptBefore} from '../site/keep-before.ts'
import {oneNode} from '../site/one-node.ts'
import {openBeside} from '../site/open-beside.ts'
import {readLedgerEntries} from '../site/open-ledger.ts'
import {openSight} from '../site/open-sight.ts'
import {backupFile, upgradeFolder} from '../site/upgrade-places.ts'
import {findReplaced} from './find-replaced.ts'
import {planShownRollback} from './plan-driver.ts'

/**
 * What a rollback would put back, in its order, from which backups, and what would be lost with that. Nodes and backups are looked at, and nothing is changed:
 * what would be refused is refused here. Throws as `planShownRollback` and `demandWayBack` do.
 */
export async function showRollback(order: Order<UpgradeRequest>, ports: MeasurementPorts, signal: AbortSignal) {
  const {id, plan, site, state} = await planShownRollback(order, ports)
  const {setting, hands} = site
  const folder = upgradeFolder(setting.workspace, id)
  const kept = readLedgerEntries(folder, id, ports)
  const entries: UpgradeEntry[] = kept.map(({entry}) => entry)
  const ledger = {
    progress: () => progressOf(entries),
    append: async (entry: UpgradeEntry) => void entries.push(entry),
    close: async () => undefined,
  }
  await using sight = openSight(setting, ports)
  const work = {id, plan, setting, hands, folder, ledger, sight: watchData(sight, {plan, ledger})}
  const fenced = fencedNodes(plan, ledger.progress())
  await demandWayBack(work, signal)
  // As if it were begun: a retry does some of what was put back before once more.
  entries.push(BEGUN)
  const {done} = ledger.progress()
  const steps = backStepsOf(work).filter((step) => !done.back.has(step.id))
  const nodes: NodeRollbackNode[] = []
  for (const {name} of plan.nodes) nodes.push(await fateOf(work, {name, steps, kept}, ports, signal))
  const result: NodeRollbackPlanResult = {
    schema_version: 1,
    command: 'node rollback',
    exit: exitFor('pass', `${steps.length} steps; nothing was done`),
    upgrade: id,
    target: plan.target,
    strategy: plan.strategy,
    from: plan.to,
    to: plan.from,
    state,
    steps: steps.map((step) => toldBackStep(step, plan)),
    nodes,
    fenced,
    next: rollbackCommand({id, plan}, setting.argv),
  }
  return {result, report: rollbackPlanReport(result)}
}

const BEGUN: UpgradeEntry = {kind: 'state', state: 'rolling_back', reason: ''}

interface Shown {
  readonly name: string
  readonly steps: ReturnType<typeof backStepsOf>
  readonly kept: readonly TimedEntry[]
}

async function fateOf(
  work: WayBack,
  {name, steps, kept}: Shown,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<NodeRollbackNode> {
  const {plan, id, ledger, hands} = work
  const progress = ledger.progress()
  const isOver = progress.done.back.has(`restore_data:${name}`)
  const {data, why} = dataFate(plan, steps, {name, moved: progress.moved.get(name), isRestored: isOver})
  const isRestored = data === 'restored'
  const aside = isOver
    ? findReplaced({id, plan, progress, hands, cwd: ports.cwd}).filter(({node}) => node === name)
    : []
  const seen =
    data === 'kept' || isOver
      ? {lost: null, unknown: toldOfReplaced(aside)[0] ?? null}
      : await lossAt(work, {name, data}, ports, signal)
  const isStopped = steps.some((step) => step.act === 'stop' && step.node === name)
  return {
    name,
    data,
    why,
    backup: isRestored && !isOver ? backupFile(upgradeFolder('', id), name) : null,
    backup_at: isRestored ? (backupTime(kept, name) ?? null) : null,
    stood_still_ms: isStopped ? (stoodStillMs(kept, name) ?? null) : null,
    ...seen,
  }
}

/** A node that does not answer, or not to this token, keeps nobody from reading the rest. */
async function lossAt(
  {folder, setting}: WayBack,
  {name, data}: Pick<NodeRollbackNode, 'name' | 'data'>,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<Pick<NodeRollbackNode, 'lost' | 'unknown'>> {
  try {
    const {inventory} = keptBefore(folder, name, ports)
    await using beside = data === 'beside' ? openBeside(setting, ports) : undefined
    const now = await inventoryAt(oneNode(beside?.setting ?? setting, name, false), ports, signal)
    return {lost: lostSince(inventory, now), unknown: null}
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AssayError) || error.code === 'bug' || error.exit === 'refused') throw error
    return {lost: null, unknown: error.message}
  }
}

async function inventoryAt(setting: HostSetting, ports: MeasurementPorts, signal: AbortSignal) {
  const unkept = {named: new Set<string>(), log: () => undefined, keep: () => undefined}
  const place = {setting, mode: 'quick' as const, runId: 'rollback', before: undefined, to: undefined}
  await using context = await openCheckContext({...place, ...unkept}, ports, signal)
  const sentinels = {token_id: null, hook_id: null, repository: null}
  return (await makeInventory(context, sentinels, false)).inventory
}
