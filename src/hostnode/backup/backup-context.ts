import type {CrashAt} from '../model/crash-points.ts'
import type {DataPorts} from '../verify/data-ports.ts'

/** What creating and restoring backups needs. */
export interface BackupContext extends DataPorts {
  readonly crashAt: CrashAt
}
