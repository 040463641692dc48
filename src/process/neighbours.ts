import type {ProcessIdentity} from './process-table.ts'

/** Other processes of this machine, found by where they run. */
export interface Neighbours {
  /** Those whose working directory is the folder or lies in it; `undefined` where the system does not tell. */
  inFolder(folder: string): readonly ProcessIdentity[] | undefined
  /** A signal to exactly this process: false where it is gone or another one has its number. */
  signal(process: ProcessIdentity, name: NodeJS.Signals): boolean
  /** How many of them there are for the processors of this machine: the one-minute load average. */
  load(): {readonly average: number; readonly processors: number}
}
