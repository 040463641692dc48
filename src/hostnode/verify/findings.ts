/** What may be wrong with a data directory. */
export type FindingCode =
  | 'database_damaged'
  | 'schema_wrong'
  | 'migration_half'
  | 'row_wrong'
  | 'body_damaged'
  | 'secret_lost'
  | 'directory_missing'
  | 'directory_unknown'
  | 'head_wrong'
  | 'refs_differ'
  | 'git_damaged'
  | 'block_gap'
  | 'block_id_wrong'
  | 'block_parent_wrong'
  | 'block_content_wrong'
  | 'block_proof_wrong'

/** One thing that is wrong. */
export interface DataFinding {
  readonly code: FindingCode
  /** `owner/name`. */
  readonly repo: string | null
  /** An id of git, a ref, a row or a folder. */
  readonly object: string | null
  readonly message: string
}

/** What was looked at. */
export interface Checked {
  readonly repositories: number
  readonly refs: number
  readonly hooks: number
  readonly full: boolean
}

/** What `verify` prints. */
export interface VerifyReport {
  readonly status: 'valid' | 'invalid'
  readonly errors: readonly DataFinding[]
  readonly checked: Checked
}

/** A finding that is of no repository. */
export function storeFinding(code: FindingCode, message: string, object: string | null = null): DataFinding {
  return {code, repo: null, object, message}
}

/** `owner/name` of repositories with findings, each once, sorted. */
export function affectedRepositories({errors}: VerifyReport): string[] {
  return [...new Set(errors.map(({repo}) => repo).filter((repo) => repo !== null))].sort()
}
