/** How full the disk with the data is. */
export interface DiskUse {
  readonly totalBytes: number
  /** Available to this user: less than what is free if the system reserves some. */
  readonly availableBytes: number
  /** Total and available inodes; null on file systems without fixed inodes, such as btrfs. */
  readonly totalInodes: number | null
  readonly availableInodes: number | null
}

/** The disk that holds the data. */
export interface DiskFacts {
  /** Undefined if it cannot be measured. */
  use(): DiskUse | undefined
  /** Size of a file in bytes; 0 if it does not exist. */
  sizeOf(path: string): number
}
