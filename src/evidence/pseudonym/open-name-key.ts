import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {Files} from '#path/files'
import type {Entropy} from '#random/entropy'
import type {Redactor} from '#redact/redactor'
import {runsFolder, STATE, TEMPORARY_PREFIX} from '#run/layout'

const KEY_BYTES = 32
const KEY_FILE = 'names.key'

/**
 * The key of a workspace from which pseudonyms are made: 32 random bytes that never leave `runs/.state`, made when first needed. If two
 * processes make it at once, both use that of the first. Without the key a guessed name cannot be tested against a pseudonym.
 */
export async function openNameKey(
  workspace: string,
  ports: {readonly files: Files; readonly entropy: Entropy; readonly redactor: Redactor},
): Promise<Uint8Array> {
  const {reader, writer, directories} = ports.files
  const folder = join(runsFolder(workspace), STATE)
  const path = join(folder, KEY_FILE)
  if (reader.facts(path) === undefined) {
    await directories.make(folder)
    const temporary = join(folder, `${TEMPORARY_PREFIX}${Buffer.from(ports.entropy.bytes(8)).toString('hex')}`)
    const file = await writer.open(temporary, 'new', {private: true})
    try {
      await file.write(ports.redactor.bytes(ports.entropy.bytes(KEY_BYTES)))
      await file.sync()
    } finally {
      await file.close()
    }
    await writer.link(temporary, path)
    await writer.remove(temporary)
    await directories.sync(folder)
  }
  const key = reader.read(path, KEY_BYTES)
  if (key.length !== KEY_BYTES) throw new AssayError('key_invalid', 'the key for pseudonyms in runs/.state is damaged')
  return key
}
