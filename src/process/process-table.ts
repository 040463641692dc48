/** A process that cannot be mistaken for a later one with the same number: start time in the host's own unit. */
export interface ProcessIdentity {
  readonly pid: number
  readonly start: string
}

/** The processes of this machine. `bootIdentity` and `hostIdentity` are raw and host-local: they leave this process only as digests. */
export interface ProcessTable {
  self(): ProcessIdentity
  /** Start time of a living process; `undefined` when there is none, `'unknown'` where the system does not tell. */
  startOf(pid: number): string | undefined
  host(): {readonly bootIdentity: string; readonly hostIdentity: string}
}
