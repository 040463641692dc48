import {join} from 'node:path/posix'
import type {RunId} from '#contract/ids'
import {RUNS, STATE} from '#run/layout'

/** Where upgrades of a workspace keep what must outlive the run that began them. */
export const upgradesFolder = (workspace: string): string => join(workspace, RUNS, STATE, 'upgrades')
export const upgradeFolder = (workspace: string, id: RunId): string => join(upgradesFolder(workspace), id)
export const planFile = (folder: string): string => join(folder, 'plan.json')
export const ledgerFile = (folder: string): string => join(folder, 'ledger.ndjson')
export const beforeFile = (folder: string, node: string): string => join(folder, `before-${node}.json`)
export const backupFile = (folder: string, node: string): string => join(folder, `${BACKUP_STEM}${node}.tar.gz`)
/** What names of backups, and of what is made beside them, begin with. */
export const BACKUP_STEM = 'backup-'
