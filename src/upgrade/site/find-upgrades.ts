import {nodeUpgradePlan} from '#contract/generated/node-upgrade-plan'
import type {NodeUpgradePlan} from '#contract/generated/types'
import {isRunId, type RunId} from '#contract/ids'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {fileName} from '#path/safe-relative-path'
import type {RunPorts} from '#run/ports'
import {unreadableUpgrade} from '../model/unreadable-upgrade.ts'
import {planDigest} from '../model/upgrade-plan.ts'
import type {UpgradeProgress} from '../model/upgrade-progress.ts'
import {readUpgradeProgress} from './open-ledger.ts'
import {backupFile, beforeFile, ledgerFile, planFile, upgradeFolder, upgradesFolder} from './upgrade-places.ts'

/** An upgrade that was begun in a workspace. */
export interface KeptUpgrade {
  readonly id: RunId
  readonly plan: NodeUpgradePlan
  readonly progress: UpgradeProgress
}

const MOST_BYTES = 4 * 1024 * 1024

/** Upgrades of a target, the oldest first. Throws `upgrade_unreadable`. */
export function findUpgrades(workspace: string, alias: string, ports: Pick<RunPorts, 'files'>): KeptUpgrade[] {
  const {kept, unreadable} = listUpgrades(workspace, ports)
  const [first] = unreadable
  if (first !== undefined) throw first
  return kept.filter(({plan}) => plan.target === alias)
}

/** Upgrades of a workspace, the oldest first, and of those that cannot be read why: `upgrade_unreadable`. */
export function listUpgrades(
  workspace: string,
  ports: Pick<RunPorts, 'files'>,
): {readonly kept: readonly KeptUpgrade[]; readonly unreadable: readonly AssayError[]} {
  const {reader} = ports.files
  const folder = upgradesFolder(workspace)
  const names = reader.facts(folder) === undefined ? [] : reader.list(folder).map(({name}) => name)
  const kept: KeptUpgrade[] = []
  const unreadable: AssayError[] = []
  for (const name of names) {
    // Without a plan and a ledger nothing was begun.
    if (!isRunId(name) || !isBegun(workspace, name, reader)) continue
    try {
      kept.push(readUpgrade(workspace, name, ports))
    } catch (error) {
      if (!isUnreadable(error)) throw error
      unreadable.push(error)
    }
  }
  return {kept, unreadable}
}

const isUnreadable = (error: unknown): error is AssayError =>
  error instanceof AssayError && error.code === 'upgrade_unreadable'

/** One upgrade of any target; undefined where nothing is kept of it, or nothing was begun. Throws `upgrade_unreadable`. */
export function findUpgrade(workspace: string, id: RunId, ports: Pick<RunPorts, 'files'>): KeptUpgrade | undefined {
  const {reader} = ports.files
  const hasLedger = reader.facts(ledgerFile(upgradeFolder(workspace, id))) !== undefined
  return hasLedger && isBegun(workspace, id, reader) ? readUpgrade(workspace, id, ports) : undefined
}

/** The plan is written first: one that is gone while the ledger is there was lost. */
function isBegun(workspace: string, id: RunId, reader: FileReader): boolean {
  const folder = upgradeFolder(workspace, id)
  return [planFile(folder), ledgerFile(folder)].some((path) => reader.facts(path) !== undefined)
}

function readUpgrade(workspace: string, id: RunId, ports: Pick<RunPorts, 'files'>): KeptUpgrade {
  const folder = upgradeFolder(workspace, id)
  try {
    const text = new TextDecoder().decode(ports.files.reader.read(planFile(folder), MOST_BYTES))
    const plan = parse(nodeUpgradePlan, JSON.parse(text))
    if (planDigest(plan) === plan.plan_sha256) {
      const progress = readUpgradeProgress(folder, id, ports)
      demandWhole({id, plan, progress}, folder, ports)
      return {id, plan, progress}
    }
  } catch (error) {
    if (isUnreadable(error)) throw error
    throw unreadableUpgrade(id, `the plan or the ledger of the upgrade ${id} cannot be read`, error)
  }
  throw unreadableUpgrade(id, `the plan of the upgrade ${id} is not as it was written`)
}

/** A step is in the ledger before it makes a file: one that is missing there was lost, and what else was done nobody knows. */
function demandWhole({id, plan, progress}: KeptUpgrade, folder: string, {files}: Pick<RunPorts, 'files'>): void {
  const isLost = (step: string, path: string) =>
    !progress.begun.forth.has(step) && files.reader.facts(path) !== undefined
  const lost = plan.nodes.flatMap(({name}) => [
    ...(isLost(`baseline:${name}`, beforeFile(folder, name)) ? [beforeFile('', name)] : []),
    ...(isLost(`backup:${name}`, backupFile(folder, name)) ? [backupFile('', name)] : []),
  ])
  if (lost.length === 0) return
  const names = lost.map(fileName).join(', ')
  throw unreadableUpgrade(
    id,
    `the ledger of the upgrade ${id} says nothing of ${names} beside it: records of it were lost`,
  )
}
