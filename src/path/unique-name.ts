/** What a name that must not collide is made of. */
export interface NameSource {
  bytes(count: number): Uint8Array
}

/** The beginning and 16 hex digits that nobody can foresee: for a file or folder that is not in its place yet. */
export function uniqueName(beginning: string, source: NameSource): string {
  return `${beginning}${Buffer.from(source.bytes(8)).toString('hex')}`
}
