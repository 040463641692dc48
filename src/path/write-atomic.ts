import {dirname, join} from 'node:path'
import type {Safe, SafeBytes} from '#redact/safe'
import type {Files} from './files.ts'

/** What a name that must not collide is made of. */
export interface NameSource {
  bytes(count: number): Uint8Array
}

/** The beginning and 16 hex digits that nobody can foresee: for a file or folder that is not in its place yet. */
export function uniqueName(beginning: string, source: NameSource): string {
  return `${beginning}${Buffer.from(source.bytes(8)).toString('hex')}`
}

/**
 * Replaces a file or leaves the old one: temporary beside it, write, sync, close, rename, sync of the directory. After it
 * returned the new content is durable; after a throw (`disk_full`, `workspace_unwritable`, `io_error`) the old one stands
 * and no temporary is left. Only its owner may read it unless it is `forOthers`: then who may is left to the umask. A `program` may be run by its owner.
 */
export async function writeAtomic(
  path: string,
  content: Safe | SafeBytes,
  ports: {readonly files: Files; readonly entropy: NameSource},
  {forOthers = false, program = false}: {readonly forOthers?: boolean; readonly program?: boolean} = {},
): Promise<void> {
  const {writer, directories} = ports.files
  const folder = dirname(path)
  const temporary = join(folder, uniqueName('.tmp-', ports.entropy))
  const file = await writer.open(temporary, 'new', {private: !forOthers, program})
  try {
    try {
      await file.write(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await writer.rename(temporary, path)
  } catch (error) {
    await writer.remove(temporary).catch(() => undefined)
    throw error
  }
  await directories.sync(folder)
}
