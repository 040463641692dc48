import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {makeFolders} from '#path/make-folders'
import {writeAtomic} from '#path/write-atomic'
import type {BasicPorts} from '#port/basic-ports'
import type {SecretBox} from '../model/hook-desk.ts'
import {BOX_KEY_BYTES, secretBox} from './secret-box.ts'

/**
 * The box with the key in `keys/secrets.key` of a data directory; a missing key is created, readable by its owner alone. Throws `node_store`
 * for a file that is not a key: replacing it would lose every secret.
 */
export async function openSecretBox(
  dataDir: string,
  ports: Pick<BasicPorts, 'files' | 'entropy' | 'redactor'>,
): Promise<SecretBox> {
  const {files, entropy, redactor} = ports
  const folder = join(dataDir, 'keys')
  const path = join(folder, 'secrets.key')
  if (files.reader.facts(path) === undefined) {
    await makeFolders(folder, files.directories)
    await writeAtomic(path, redactor.bytes(entropy.bytes(BOX_KEY_BYTES)), ports)
  }
  const key = files.reader.read(path, 4 * BOX_KEY_BYTES)
  if (key.length === BOX_KEY_BYTES) return secretBox(key, entropy)
  throw new AssayError('node_store', 'keys/secrets.key is no key of 32 bytes', {
    hint: 'Put the right file back: without it no secret of a webhook can be read.',
  })
}
