import {DatabaseSync} from 'node:sqlite'
import {sqliteCode} from './store-faults.ts'

const BUSY = 5

/** Holds a data directory for this process. The kernel lets go of it when the process ends, however it does: it is never stale. */
export class DataLock implements Disposable {
  readonly #db: DatabaseSync

  private constructor(db: DatabaseSync) {
    this.#db = db
  }

  /** Undefined where another process holds it. Throws what SQLite says of a file that cannot be opened. */
  static take(path: string): DataLock | undefined {
    const db = new DatabaseSync(path)
    try {
      db.exec('PRAGMA busy_timeout=0')
      db.exec('BEGIN EXCLUSIVE')
      return new DataLock(db)
    } catch (error) {
      db.close()
      if (sqliteCode(error) === BUSY) return undefined
      throw error
    }
  }

  [Symbol.dispose](): void {
    if (this.#db.isOpen) this.#db.close()
  }
}
