/** Which regular files below a folder match a glob pattern. Links are not followed; hidden files do not match. */
export interface Globs {
  /** Paths relative to `folder`, slash separated, in no order to rely on. */
  match(pattern: string, folder: string): Promise<string[]>
}
