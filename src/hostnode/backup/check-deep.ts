import {basename, dirname, join} from 'node:path'
import {uniqueName} from '#path/write-atomic'
import type {BackupContext} from './backup-context.ts'
import {extractBackup, refuseTooLarge} from './load-backup.ts'
import type {ReadBackup} from './read-backup.ts'

const LOCK = 'lock'
/** End of names made by `uniqueName`. */
const OWN_END = /\.deep-[0-9a-f]{16}$/

/**
 * Unpacks a backup into a folder beside it and checks everything in it, as a restore would. Throws `archive_refused`, `disk_full`,
 * `workspace_unwritable`.
 */
export async function checkDeep(file: string, read: ReadBackup, schema: number, ports: BackupContext): Promise<void> {
  const {directories} = ports.files
  await removeLeft(file, ports)
  const scratch = join(dirname(file), uniqueName(beginningOf(file), ports.entropy))
  const target = join(scratch, 'data')
  await directories.make(scratch)
  // Held so that another check of the same backup does not remove the folder.
  using _ = ports.takeLock(join(scratch, LOCK))
  try {
    await directories.make(target)
    refuseTooLarge(read, target, ports)
    await extractBackup({file, target, schema, complete: () => Promise.resolve()}, ports)
  } finally {
    await directories.removeTree(scratch)
  }
}

const beginningOf = (file: string) => `${basename(file)}.deep-`

/** Removes folders that killed processes left: nobody holds their locks. */
async function removeLeft(file: string, {files: {reader, directories}, takeLock}: BackupContext): Promise<void> {
  for (const {name, kind} of reader.list(dirname(file))) {
    // An unrelated folder may begin with the same text.
    if (kind !== 'directory' || !name.startsWith(beginningOf(file)) || !OWN_END.test(name)) continue
    const folder = join(dirname(file), name)
    const lock = join(folder, LOCK)
    if (reader.facts(lock) === undefined) continue
    using free = takeLock(lock)
    if (free !== undefined) await directories.removeTree(folder)
  }
}
