import {DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync} from 'node:sqlite'
import type {CrashAt} from '../model/crash-points.ts'
import {isDamage, refusedDamage} from './store-faults.ts'

/** A row as SQLite gives it, without a prototype: tables read it by the names of columns, and it goes no further. A copy of each cost more than its reading. */
export type StoreRow = Record<string, SQLOutputValue>
/** Values of the places of a statement. */
export type StoreValues = readonly SQLInputValue[]

const PRAGMAS = ['journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON', 'trusted_schema=OFF'] as const

/** From the first statement on: another process that opens or closes the file holds it whole for a moment. */
const BUSY_LIMIT_MS = 5_000
/** Longest wait for a lock: longer than any writer holds one that a reader needs. */
const LOOK_LIMIT_MS = 1_000

/** What a store tells of itself. */
export interface StoreWatch {
  readonly crashAt: CrashAt
  /** After each transaction, with what it took. */
  readonly onWrite: () => Disposable
  /** Calls once it is time to look again whether another process has written. */
  readonly soon: (work: () => void) => void
}

/** The database of a node: short transactions, one after the other, durable when `transaction` returns. */
export class NodeStore implements Disposable {
  readonly #path: string
  readonly #db: DatabaseSync
  readonly #watch: StoreWatch
  readonly #statements = new Map<string, StatementSync>()
  #isInside = false
  #writes = 0
  #othersVersion: SQLOutputValue | undefined
  #hasLooked = false
  #isDamaged = false
  /** Pages that the database may have, while it may not grow. */
  #held: {readonly before: number} | undefined

  /** Throws what SQLite says: a folder in place of the file, a file that is no database. */
  constructor(path: string, watch: StoreWatch) {
    this.#path = path
    this.#db = new DatabaseSync(path, {enableForeignKeyConstraints: true, timeout: BUSY_LIMIT_MS})
    this.#watch = watch
    try {
      for (const pragma of PRAGMAS) this.#db.exec(`PRAGMA ${pragma}`)
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  one(sql: string, ...values: StoreValues): StoreRow | undefined {
    return this.#watched(() => this.#statement(sql).get(...values))
  }

  all(sql: string, ...values: StoreValues): StoreRow[] {
    return this.#watched(() => this.#statement(sql).all(...values))
  }

  /** Inside a transaction only: else nobody would know when it is durable. How many rows it changed. */
  run(sql: string, ...values: StoreValues): number {
    if (!this.#isInside) throw new Error('a write outside of a transaction')
    return Number(this.#watched(() => this.#statement(sql).run(...values)).changes)
  }

  /** A number that is another one after each write, of this process or another; undefined inside a transaction. */
  writesSeen(): number | undefined {
    if (this.#isInside) return undefined
    // Looking takes a lock of the file, longer than what is kept saves.
    if (this.#hasLooked) return this.#writes
    this.#hasLooked = true
    this.#watch.soon(() => {
      this.#hasLooked = false
    })
    // SQLite changes it when another connection has written.
    const version = this.#statement('PRAGMA data_version').get()?.['data_version']
    if (version !== this.#othersVersion) this.#writes++
    this.#othersVersion = version
    return this.#writes
  }

  /** Statements without places, several of them. */
  script(sql: string): void {
    if (!this.#isInside) throw new Error('a script outside of a transaction')
    this.#db.exec(sql)
  }

  /** All of it or nothing. When it returns, all of it is on the disk. Throws once damage was seen. */
  transaction<T>(work: () => T): T {
    if (this.#isInside) return work()
    if (this.#isDamaged) throw refusedDamage()
    using _ = this.#watch.onWrite()
    this.#watched(() => this.#db.exec('BEGIN IMMEDIATE'))
    this.#isInside = true
    try {
      if (this.#held !== undefined) this.#grow()
      const result = work()
      this.#watch.crashAt('store.before-commit')
      this.#watched(() => this.#db.exec('COMMIT'))
      this.#watch.crashAt('store.after-commit')
      return result
    } catch (error) {
      // SQLite rolls back by itself where the disk is full.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw error
    } finally {
      this.#isInside = false
      this.#writes++
    }
  }

  /**
   * Whether the database may not grow. Then each transaction first asks SQLite for more room than there is and fails as on a full disk,
   * with `SQLITE_FULL`: without that, what fits into pages that are there would still be written.
   */
  holdSize(isHeld: boolean): void {
    if (isHeld === (this.#held !== undefined)) return
    if (this.#held === undefined) {
      const before = this.#pragma('max_page_count')
      this.#db.exec(`PRAGMA max_page_count=${this.#pragma('page_count')}`)
      this.#held = {before}
    } else {
      this.#db.exec(`PRAGMA max_page_count=${this.#held.before}`)
      this.#held = undefined
    }
  }

  /**
   * Whether the database is what it was. Looks at it as who opens it now would, at the head of every table, for this process may have all of it in memory.
   * Once damage was seen, here or by any statement, it stays damaged: what was lost nobody knows.
   */
  isWhole(): boolean {
    if (this.#isDamaged) return false
    try {
      this.#watched(() => this.#lookAnew())
    } catch (error) {
      if (!isDamage(error)) throw error
    }
    return !this.#isDamaged
  }

  /** Puts what is in the log into the database itself. */
  checkpoint(): void {
    this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  [Symbol.dispose](): void {
    this.#statements.clear()
    if (this.#db.isOpen) this.#db.close()
  }

  #lookAnew(): void {
    const db = new DatabaseSync(this.#path, {readOnly: true, timeout: LOOK_LIMIT_MS})
    try {
      const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all()
      for (const {name} of tables) db.prepare(`SELECT 1 FROM "${name}" LIMIT 1`).get()
    } finally {
      db.close()
    }
  }

  #watched<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (isDamage(error)) this.#isDamaged = true
      throw error
    }
  }

  #grow(): void {
    const bytes = (this.#pragma('freelist_count') + 2) * this.#pragma('page_size')
    this.#db.exec('CREATE TABLE filler (bytes BLOB)')
    this.#db.exec(`INSERT INTO filler VALUES (zeroblob(${bytes}))`)
  }

  #pragma(name: 'max_page_count' | 'page_count' | 'freelist_count' | 'page_size'): number {
    return Number(this.#db.prepare(`PRAGMA ${name}`).get()?.[name])
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const made = this.#db.prepare(sql)
    this.#statements.set(sql, made)
    return made
  }
}
