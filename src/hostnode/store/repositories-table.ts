import {nameKey} from '../model/object-names.ts'
import type {RepositoryRow} from '../model/objects.ts'
import type {PageQuery} from '../model/pages.ts'
import {noteWrite} from './ledger-table.ts'
import type {NodeStore, StoreRow, StoreValues} from './node-store.ts'

const FROM = 'FROM repositories r JOIN users u ON u.id = r.owner_id'
const SELECT = `SELECT r.*, u.username AS owner ${FROM}`

/** Throws where the owner has a repository of that name, whatever its state. */
export function insertRepository(store: NodeStore, row: RepositoryRow, ownerId: string): void {
  store.run(
    'INSERT INTO repositories (id, owner_id, name, name_key, private, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    row.id,
    ownerId,
    row.name,
    nameKey(row.name),
    row.private ? 1 : 0,
    row.state,
    row.created_at,
  )
}

export function setRepositoryState(store: NodeStore, id: string, state: RepositoryRow['state']): void {
  store.run('UPDATE repositories SET state = ? WHERE id = ?', state, id)
  if (state !== 'creating') noteWrite(store, state === 'active' ? 'repository.made' : 'repository.removed', id)
}

/** Its refs, hooks and queued deliveries go with it. */
export function deleteRepositoryRow(store: NodeStore, id: string): void {
  store.run('DELETE FROM repositories WHERE id = ?', id)
}

/** An active one; upper and lower case are the same. */
export function repositoryByName(store: NodeStore, owner: string, name: string): RepositoryRow | undefined {
  const sql = `${SELECT} WHERE u.username_key = ? AND r.name_key = ? AND r.state = 'active'`
  const row = store.one(sql, nameKey(owner), nameKey(name))
  return row && toRepository(row)
}

/** An active one. */
export function activeRepository(store: NodeStore, id: string): RepositoryRow | undefined {
  const row = store.one(`${SELECT} WHERE r.id = ? AND r.state = 'active'`, id)
  return row && toRepository(row)
}

/** All active ones. */
export function activeRepositoryIds(store: NodeStore): string[] {
  return store.all(`SELECT id FROM repositories WHERE state = 'active' ORDER BY id`).map(({id}) => String(id))
}

/** Its refs moved. Inside a transaction. */
export function notePush(store: NodeStore, id: string, nowMs: number): void {
  store.run('UPDATE repositories SET pushed_at = ? WHERE id = ?', nowMs, id)
}

/** Who asks for a list: `userId` sees public ones and its own, `all` sees all. */
export interface RepositoryQuery {
  readonly userId: string | undefined
  readonly all: boolean
  readonly owner: string | undefined
}

/** Active ones that somebody may see, by id. */
export function visibleRepositories(
  store: NodeStore,
  query: RepositoryQuery,
  {page, perPage}: PageQuery,
): RepositoryRow[] {
  const {where, values} = visible(query)
  return store
    .all(`${SELECT} WHERE ${where} ORDER BY r.id LIMIT ? OFFSET ?`, ...values, perPage, (page - 1) * perPage)
    .map(toRepository)
}

export function countVisible(store: NodeStore, query: RepositoryQuery): number {
  const {where, values} = visible(query)
  return Number(store.one(`SELECT count(*) AS n ${FROM} WHERE ${where}`, ...values)?.['n'])
}

export function countRepositories(store: NodeStore): number {
  return Number(store.one(`SELECT count(*) AS n FROM repositories WHERE state = 'active'`)?.['n'])
}

/** Those whose making or deletion did not come to its end. */
export function halfRepositories(store: NodeStore): RepositoryRow[] {
  return store.all(`${SELECT} WHERE r.state <> 'active' ORDER BY r.id`).map(toRepository)
}

function visible({userId, all, owner}: RepositoryQuery): {where: string; values: StoreValues} {
  const parts = [`r.state = 'active'`]
  const values: string[] = []
  if (!all) {
    parts.push('(r.private = 0 OR r.owner_id = ?)')
    values.push(userId ?? '')
  }
  if (owner !== undefined) {
    parts.push('u.username_key = ?')
    values.push(nameKey(owner))
  }
  return {where: parts.join(' AND '), values}
}

function toRepository(row: StoreRow): RepositoryRow {
  const {id, name, owner, state, created_at, pushed_at, default_branch} = row
  return {
    id: String(id),
    owner: String(owner),
    name: String(name),
    private: row['private'] === 1,
    ...(typeof default_branch === 'string' && {default_branch}),
    state: state === 'creating' || state === 'deleting' ? state : 'active',
    created_at: Number(created_at),
    pushed_at: typeof pushed_at === 'number' ? pushed_at : null,
  }
}

/** Those that somebody may see, by id. */
export function activeRepositories(store: NodeStore): RepositoryRow[] {
  return store.all(`${SELECT} WHERE r.state = 'active' ORDER BY r.id`).map(toRepository)
}
