import type {NodeContext} from '../context/context.ts'
import {ApiFailure, nothingThere} from '../model/api-failure.ts'
import {BodyFields} from '../model/body-fields.ts'
import {isIdOf} from '../model/object-ids.ts'
import {type KeyRow, keyView} from '../model/objects.ts'
import {parseSshKey} from '../model/ssh-keys.ts'
import {countKeys, deleteKey, insertKey, keysOfUser} from '../store/keys-table.ts'
import {isTaken} from '../store/store-faults.ts'
import {answerList} from './lists.ts'
import type {ApiCall, RouteGroup} from './routes.ts'
import {signedIn} from './signed-in.ts'

const MOST_TITLE = 100
const MOST_KEY = 8_192
const MOST_KEYS = 100

/** SSH keys of the caller: they are registered, but cannot be used for a connection yet. */
export const keyRoutes: RouteGroup = (context) => [
  {
    method: 'POST',
    url: '/api/user/keys',
    access: {needs: 'user'},
    status: 201,
    answer: (call) => createKey(call, context),
  },
  {
    method: 'GET',
    url: '/api/user/keys',
    access: {needs: 'user:read'},
    answer: (call) => {
      const {user} = signedIn(call)
      return answerList(call, context, {
        rows: (page) => keysOfUser(context.store, user.id, page),
        count: () => countKeys(context.store, user.id),
        view: keyView,
      })
    },
  },
  {
    method: 'DELETE',
    url: '/api/user/keys/:key_id',
    access: {needs: 'user'},
    answer: (call) => {
      const {user} = signedIn(call)
      const id = call.params['key_id'] ?? ''
      const {store} = context
      if (!isIdOf('key', id) || !store.transaction(() => deleteKey(store, user.id, id))) throw nothingThere()
    },
  },
]

function createKey(call: ApiCall, {store, ids, time}: NodeContext): unknown {
  const {user} = signedIn(call)
  const fields = new BodyFields(call.body)
  const title = fields.text('title', {most: MOST_TITLE}) ?? ''
  const text = fields.text('key', {most: MOST_KEY})
  const parsed = text === undefined ? {wrong: ''} : parseSshKey(text)
  if (text !== undefined && 'wrong' in parsed) fields.refuse('key', 'invalid', parsed.wrong)
  fields.done()
  if ('wrong' in parsed) throw new Error('a key without a fault was not read')
  const {key, keyType: key_type, fingerprint} = parsed
  const row: KeyRow = {
    id: ids.next('key'),
    user_id: user.id,
    title,
    key,
    key_type,
    fingerprint,
    created_at: time.nowMs(),
  }
  try {
    store.transaction(() => {
      if (countKeys(store, user.id) >= MOST_KEYS)
        throw new ApiFailure('conflict', `a user has at most ${MOST_KEYS} keys`)
      insertKey(store, row)
    })
  } catch (error) {
    if (isTaken(error)) throw new ApiFailure('conflict', 'the key is registered already')
    throw error
  }
  return keyView(row)
}
