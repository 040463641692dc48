import type {ProcessIdentity} from './process-table.ts'

/** Other processes of this machine, found by where they run, or by a number that somebody noted and what they have open. */
export interface Neighbours {
  /**
   * Those whose working directory is the folder or lies in it, but for whoever asks: this process, those that it was started by, and shells that people have open in a
   * terminal. `undefined` where the system does not tell.
   */
  inFolder(folder: string): readonly ProcessIdentity[] | undefined
  /** The process of this number, if a file in the folder is open in it; `undefined` too where the system does not tell. */
  holding(pid: number, folder: string): ProcessIdentity | undefined
  /** A signal to exactly this process: false where it is gone or another one has its number. */
  signal(process: ProcessIdentity, name: NodeJS.Signals): boolean
  /** How many of them there are for the processors of this machine: the one-minute load average. */
  load(): {readonly average: number; readonly processors: number}
}
