/** How full the disk of the data is, in bytes. */
export interface DiskUse {
  readonly totalBytes: number
  /** For this user: less than what is free, where some is kept for the system. */
  readonly availableBytes: number
}

/** The disk that holds the data. */
export interface DiskFacts {
  /** Undefined where nobody can tell. */
  use(): DiskUse | undefined
  /** Of a file; 0 where it is not there. */
  sizeOf(path: string): number
}
