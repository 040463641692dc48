import {writeAtomic} from '#path/write-atomic'
import type {BasicPorts} from '#port/basic-ports'
import {draftToken} from '../api/token-drafts.ts'
import type {NodeContext} from '../context/context.ts'
import {nodeFact, setNodeFact} from '../store/facts-table.ts'
import {insertToken} from '../store/tokens-table.ts'
import {insertUser} from '../store/users-table.ts'

/**
 * The first user and an admin token, written to a file that its owner alone may read. On the first start only: later ones leave both as they are. The
 * file is whole before the token is good, so a crash in between leaves a token that nobody has, and the next start makes another.
 */
export async function writeBootstrap(
  context: NodeContext,
  ports: Pick<BasicPorts, 'files' | 'entropy' | 'redactor'>,
): Promise<void> {
  const {bootstrapUser: username, bootstrapTokenFile: path} = context.settings
  const {store, ids, time, log} = context
  if (username === undefined || path === undefined) return
  if (nodeFact(store, 'bootstrapped') !== undefined) return log.write('info', 'the first user was made before')
  const user = {id: ids.next('usr'), username, email: null, created_at: time.nowMs()}
  const token = draftToken(context, {user_id: user.id, name: 'bootstrap', scopes: ['admin'], expires_at: null})
  context.crashAt('bootstrap.before-file')
  await writeAtomic(path, ports.redactor.bytes(new TextEncoder().encode(`${token.text}\n`)), ports)
  store.transaction(() => {
    insertUser(store, user)
    insertToken(store, token.row)
    setNodeFact(store, 'bootstrapped', user.id)
  })
  log.write('info', 'the first user and a token were made', {username})
}
