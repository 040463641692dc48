import {nodeUpgradePlan} from '#contract/generated/node-upgrade-plan'
import type {NodeUpgradePlan} from '#contract/generated/types'
import {isRunId, type RunId} from '#contract/ids'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {fileName} from '#path/safe-relative-path'
import type {RunPorts} from '#run/ports'
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
  const {reader} = ports.files
  const folder = upgradesFolder(workspace)
  const names = reader.facts(folder) === undefined ? [] : reader.list(folder).map(({name}) => name)
  return names.flatMap((name) => {
    // Without a plan nothing was begun.
    if (!isRunId(name) || !isBegun(workspace, name, reader)) return []
    const one = readUpgrade(workspace, name, ports)
    return one.plan.target === alias ? [one] : []
  })
}

/** One upgrade of any target; undefined where nothing is kept of it, or nothing was begun. Throws `upgrade_unreadable`. */
export function findUpgrade(workspace: string, id: RunId, ports: Pick<RunPorts, 'files'>): KeptUpgrade | undefined {
  const {reader} = ports.files
  const hasLedger = reader.facts(ledgerFile(upgradeFolder(workspace, id))) !== undefined
  return hasLedger && isBegun(workspace, id, reader) ? readUpgrade(workspace, id, ports) : undefined
}

const isBegun = (workspace: string, id: RunId, reader: FileReader): boolean =>
  reader.facts(planFile(upgradeFolder(workspace, id))) !== undefined

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
    if (error instanceof AssayError && error.code === 'upgrade_unreadable') throw error
    throw new AssayError('upgrade_unreadable', `the plan or the ledger of the upgrade ${id} cannot be read`, {
      cause: error,
    })
  }
  throw new AssayError('upgrade_unreadable', `the plan of the upgrade ${id} is not as it was written`)
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
  throw new AssayError(
    'upgrade_unreadable',
    `the ledger of the upgrade ${id} says nothing of ${lost.map(fileName).join(', ')} beside it: records of it were lost`,
    {
      hint: `Look which release each node runs and whether it serves; ledger.ndjson, the backups and what was taken down lie in runs/.state/upgrades/${id}. Put the ledger back as it was, or put the nodes right by hand and move that folder away.`,
    },
  )
}
