import {join} from 'node:path'
import {AssayError} from '#error/assay-error'
import {makeFolders} from '#path/make-folders'
import {writeAtomic} from '#path/write-atomic'
import type {BasicPorts} from '#port/basic-ports'
import {type MemberKey, makeKeyPem, memberKey} from '../consensus/member-key.ts'

const MOST_BYTES = 4096

/** The key under `keys/node.key` of a data directory; made where there is none, for its owner alone. Throws `node_store` for a file that is no key. */
export async function openMemberKey(
  dataDir: string,
  ports: Pick<BasicPorts, 'files' | 'entropy' | 'redactor'>,
): Promise<MemberKey> {
  const folder = join(dataDir, 'keys')
  const path = join(folder, 'node.key')
  const {reader, directories} = ports.files
  if (reader.facts(path) === undefined) {
    await makeFolders(folder, directories)
    await writeAtomic(path, ports.redactor.bytes(new TextEncoder().encode(makeKeyPem())), ports)
  }
  const key = memberKey(new TextDecoder().decode(reader.read(path, MOST_BYTES)))
  if (key !== undefined) return key
  throw new AssayError('node_store', 'keys/node.key is no Ed25519 key in PEM', {
    hint: 'Put the right file back: the other validators know this node by it.',
  })
}
