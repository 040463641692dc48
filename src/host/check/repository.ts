import {isRecord} from '#contract/is-record'
import {asCount, asId, asText, asTime, asTruth, type Field, readField} from '../model/field.ts'

/** A repository of a list: its owner as text or as an object with a name, its branch where it is told. */
export interface ListedRepository {
  readonly owner: string
  readonly name: string
  readonly defaultBranch: string | undefined
  /** Undefined where the service does not tell. */
  readonly isPrivate: boolean | undefined
  readonly createdAtMs: number | undefined
  /** In whatever unit the service counts. */
  readonly size: number | undefined
  readonly fieldPaths: readonly string[]
}

/** Undefined for an entry without a name. `usual`: the owner where an entry tells none. */
export function repositoryIn(item: unknown, usual: string | undefined): ListedRepository | undefined {
  const full = /^([^/]+)\/([^/]+)$/.exec(readField(item, ['full_name'], asText)?.value ?? '')
  const owner = ownerIn(item)
  const name = readField(item, ['name'], asText)
  // An owner that stands there and cannot be read is not the usual one.
  const isTold = isRecord(item) && item['owner'] !== undefined && item['owner'] !== null
  const [ownerText, nameText] = [owner?.value ?? full?.[1] ?? (isTold ? undefined : usual), name?.value ?? full?.[2]]
  if (ownerText === undefined || nameText === undefined) return undefined
  return {
    owner: ownerText,
    name: nameText,
    defaultBranch: readField(item, ['default_branch'], asText)?.value,
    isPrivate: readField(item, ['private'], asTruth)?.value,
    createdAtMs: readField(item, ['created_at'], asTime)?.value,
    size: readField(item, ['size_bytes', 'size'], asCount)?.value,
    fieldPaths: [owner?.path ?? 'full_name', name?.path ?? 'full_name'],
  }
}

const ownerIn = (item: unknown): Field<string> | undefined =>
  readField(item, ['owner.username', 'owner.login', 'owner.name'], asText) ?? readField(item, ['owner'], asText)

/** The name of a user, as repositories and Basic want it. */
export const userIn = (document: unknown): Field<string> | undefined =>
  readField(document, ['username', 'login', 'name'], asText)

export const idIn = (document: unknown): Field<string> | undefined => readField(document, ['id'], asId)

/** Where the SSH keys of the user of a token are. */
export const KEYS_PATH = '/api/user/keys'

export const fullName = ({owner, name}: Pick<ListedRepository, 'owner' | 'name'>): string => `${owner}/${name}`

export const repositoryPath = (owner: string, name: string): string =>
  `/api/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`

export const hooksPath = (owner: string, name: string): string => `${repositoryPath(owner, name)}/hooks`
