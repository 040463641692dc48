import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {writeAtomic} from '#path/write-atomic'
import type {BasicPorts} from '#port/basic-ports'
import {draftToken} from '../api/token-drafts.ts'
import type {NodeContext} from '../context/context.ts'
import {nodeFact, setNodeFact} from '../store/facts-table.ts'
import {insertToken} from '../store/tokens-table.ts'
import {insertUser} from '../store/users-table.ts'

/** Of a file with one token; whatever is larger is another's. */
const MOST_BYTES = 4_096

/**
 * The first user and an admin token, written to a file that its owner alone may read. On the first start only: later ones leave both as they are. The
 * file is whole before the token is good, so a crash in between leaves a token that nobody has, and the next start makes another. Throws
 * `node_refused` where the file is there and none of these data: another node's only token may stand in it.
 */
export async function writeBootstrap(
  context: NodeContext,
  ports: Pick<BasicPorts, 'files' | 'entropy' | 'redactor'>,
): Promise<void> {
  const {bootstrapUser: username, bootstrapTokenFile: path} = context.settings
  const {store, ids, time, log} = context
  if (username === undefined || path === undefined) return
  if (nodeFact(store, 'bootstrapped') !== undefined) return log.write('info', 'the first user was made before')
  if (!isOursToWrite(path, nodeFact(store, 'bootstrap_file'), ports.files.reader))
    throw new AssayError('node_refused', 'the file for the first token is there already, and a token may stand in it', {
      hint: 'Move it away, or name another with --bootstrap-token-file.',
    })
  const user = {id: ids.next('usr'), username, email: null, created_at: time.nowMs()}
  const token = draftToken(context, {user_id: user.id, name: 'bootstrap', scopes: ['admin'], expires_at: null})
  const content = new TextEncoder().encode(`${token.text}\n`)
  store.transaction(() => setNodeFact(store, 'bootstrap_file', sha256(content)))
  context.crashAt('bootstrap.before-file')
  await writeAtomic(path, ports.redactor.bytes(content), ports)
  context.crashAt('bootstrap.after-file')
  store.transaction(() => {
    insertUser(store, user)
    insertToken(store, token.row)
    setNodeFact(store, 'bootstrapped', user.id)
  })
  log.write('info', 'the first user and a token were made', {username})
}

/** A start that was cut off wrote what it told the database before. */
function isOursToWrite(path: string, written: string | undefined, reader: FileReader): boolean {
  const facts = reader.facts(path)
  if (facts === undefined) return true
  if (facts.kind !== 'file' || facts.sizeBytes > MOST_BYTES) return false
  return written !== undefined && sha256(reader.read(path, MOST_BYTES)) === written
}
