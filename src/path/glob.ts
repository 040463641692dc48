import type {FilePattern} from './file-pattern.ts'

/** How far a search goes before it gives up. */
export interface SearchLimits {
  readonly files: number
  readonly names: number
  readonly levels: number
}

/** What matched, slash separated and sorted, links and special files included; folders that were not looked into; and which limit ended the search. */
export interface FoundFiles {
  readonly paths: readonly string[]
  readonly unopened: readonly string[]
  readonly beyond?: string
}

/** Which files below a folder match a pattern. Links are not followed; hidden names want a pattern that begins with their dot. */
export interface Globs {
  /** Throws the reason of the signal. */
  find(request: {
    readonly pattern: FilePattern
    readonly folder: string
    readonly limits: SearchLimits
    readonly signal: AbortSignal
  }): Promise<FoundFiles>
}
