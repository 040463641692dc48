import type {DiskFacts} from '../git/disk-facts.ts'
import type {CrashAt} from '../model/crash-points.ts'
import type {VerifyPorts} from '../verify/verify-data.ts'
import type {Gzip} from './gzip-port.ts'

/** What making and putting back takes. */
export interface BackupPorts extends VerifyPorts {
  readonly gzip: Gzip
  /** Copies a database as it is at one moment. */
  readonly snapshot: (path: string, target: string) => Promise<void>
  readonly takeLock: (path: string) => Disposable | undefined
  readonly disk: (folder: string) => DiskFacts
  readonly crashAt: CrashAt
}
