import {backup, DatabaseSync} from 'node:sqlite'

/** Copies a database as it is at one moment, whoever writes to it. */
export async function nodeSnapshot(path: string, target: string): Promise<void> {
  const db = new DatabaseSync(path)
  try {
    await backup(db, target)
  } finally {
    db.close()
  }
}
