/** How much room there is. */
export interface DiskSpace {
  /** Bytes that this user may still write to the file system of a folder; undefined where it does not tell. */
  freeBytes(folder: string): number | undefined
  /** Where programs put what they need for a moment. */
  readonly temporary: string
  /** A name there that no other user of this machine has. */
  readonly ofUser: string
}
