/** How full the disk of the data is. */
export interface DiskUse {
  readonly totalBytes: number
  /** For this user: less than what is free, where some is kept for the system. */
  readonly availableBytes: number
  /** How many files it can hold at all, and still; null where files need no places of their own, as on btrfs. */
  readonly totalInodes: number | null
  readonly availableInodes: number | null
}

/** The disk that holds the data. */
export interface DiskFacts {
  /** Undefined where nobody can tell. */
  use(): DiskUse | undefined
  /** Of a file; 0 where it is not there. */
  sizeOf(path: string): number
}
