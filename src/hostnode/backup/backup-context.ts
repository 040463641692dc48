import type {CrashAt} from '../model/crash-points.ts'
import type {DataPorts} from '../verify/data-ports.ts'

/** What making and putting back works with. */
export interface BackupContext extends DataPorts {
  readonly crashAt: CrashAt
}
