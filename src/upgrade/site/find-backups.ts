import {join} from 'node:path/posix'
import {isRunId, type RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {KeptBeside} from '#run/clean-beside'
import {runsFolder} from '#run/layout'
import type {RunPorts} from '#run/ports'
import {treeSize} from '#run/tree-size'
import {isOpenState} from '../model/upgrade-progress.ts'
import {findUpgrade} from './find-upgrades.ts'
import {BACKUP_STEM, upgradeFolder, upgradesFolder} from './upgrade-places.ts'

type Ports = Pick<RunPorts, 'files'>

/** The backups of the upgrades of a workspace, whole ones and what is left of others: an upgrade that is open, or of which nobody knows what became of it, needs them and its run. */
export function findBackups(workspace: string, ports: Ports): KeptBeside[] {
  const {reader} = ports.files
  const folder = upgradesFolder(workspace)
  const names = reader.facts(folder) === undefined ? [] : reader.list(folder).map(({name}) => name)
  return names.filter(isRunId).map((id) => ({
    runId: id,
    name: upgradeFolder(workspace, id).slice(runsFolder(workspace).length + 1),
    paths: backupsOf(workspace, id, ports),
    sizeBytes: backupBytes(workspace, id, ports),
    need: needOf(workspace, id, ports),
    over: 'upgrade_over',
  }))
}

/** How much the backups of an upgrade take. */
export const backupBytes = (workspace: string, id: RunId, ports: Ports): number =>
  backupsOf(workspace, id, ports).reduce((sum, path) => sum + treeSize(path, ports.files.reader), 0)

/** With what makers of backups leave beside them, such as checksums, and halves that they did not end. */
function backupsOf(workspace: string, id: RunId, {files: {reader}}: Ports): string[] {
  const folder = upgradeFolder(workspace, id)
  if (reader.facts(folder)?.kind !== 'directory') return []
  const names = reader.list(folder).map(({name}) => name)
  return names.filter((name) => name.startsWith(BACKUP_STEM)).map((name) => join(folder, name))
}

function needOf(workspace: string, id: RunId, ports: Ports): string | undefined {
  try {
    const found = findUpgrade(workspace, id, ports)
    return found !== undefined && isOpenState(found.progress.state) ? 'upgrade_open' : undefined
  } catch (error) {
    if (error instanceof AssayError && error.code === 'upgrade_unreadable') return 'upgrade_unreadable'
    throw error
  }
}
