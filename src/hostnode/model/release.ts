import type {NodeFault} from './fault-forms.ts'

/** Which release of the node runs. Launchers run the same sources as another one, so nothing below may take it from elsewhere. */
export interface NodeRelease {
  /** Such as `1.2.0`. */
  readonly version: string
  /** Schema version of the store that the release reads and writes, 1 to 4. */
  readonly schemaVersion: number
  /** The beginning of a digest of what runs, 8 hex digits. */
  readonly build: string
  /** What a release that is broken on purpose does wrong, from its start to its end. */
  readonly faults?: readonly NodeFault[]
}

/** Every release that there was, with the schema of its data. */
const RELEASES: ReadonlyMap<string, number> = new Map([
  ['1.0.0', 1],
  ['1.0.1', 1],
  ['1.1.0', 2],
  ['1.2.0', 3],
  ['2.0.0', 4],
])

/** The schema of a release, with or without `v` before it; undefined for one that there never was. */
export function schemaOfRelease(version: string): number | undefined {
  return RELEASES.get(version.replace(/^v/, ''))
}

/** The release in which a schema came first. */
export const SCHEMA_RELEASES = ['1.0.0', '1.1.0', '1.2.0', '2.0.0'] as const

/** From here on repositories have a `default_branch`. */
export const DEFAULT_BRANCH_SCHEMA = 2
/** From here on each attempt of a delivery is kept. */
export const ATTEMPTS_SCHEMA = 3
/** From here on repositories lie in folders named by their id, and moving them is no automatic migration. */
export const FOLDERS_BY_ID_SCHEMA = 4

/** What `--version` prints. */
export function releaseLine({version, schemaVersion, build}: NodeRelease): string {
  return `hostnode ${version} (schema ${schemaVersion}, build ${build})`
}

/** The first release with a schema. */
export function releaseOfSchema(schema: number): string {
  return SCHEMA_RELEASES[schema - 1] ?? `schema ${schema}`
}
