import {isRecord} from '#contract/is-record'
import {loadEventContract} from '#contract/load-event-contract'
import {issuesOf} from '#contract/parse'
import type {Issue} from '#error/assay-error'
import type {NodeContext} from '../context/context.ts'
import {raiseEvent} from '../hook/raised-events.ts'
import {type FieldIssue, invalidFields, nothingThere} from '../model/api-failure.ts'
import {BodyFields} from '../model/body-fields.ts'
import {isHookEvent} from '../model/hook-events.ts'
import {isObjectName} from '../model/object-names.ts'
import {repositoryByName} from '../store/repositories-table.ts'
import type {ApiCall, RouteGroup} from './routes.ts'

const MOST_NAME = 100

/** Events of any kind, raised by an administrator: the only way for events about objects that the node does not have. */
export const eventRoutes: RouteGroup = (context) => [
  {
    method: 'POST',
    url: '/api/admin/events',
    access: {needs: 'admin', always: true},
    status: 202,
    answer: (call) => raise(call, context),
  },
]

function raise(call: ApiCall, context: NodeContext): Promise<unknown> {
  const {store, hooks} = context
  const {owner, repo, kind, payload} = readEvent(call)
  const named = () => {
    const found = isObjectName(owner) && isObjectName(repo) ? repositoryByName(store, owner, repo) : undefined
    if (found === undefined) throw nothingThere()
    return found
  }
  named()
  return loadEventContract(kind).then((contract) => {
    if (contract === undefined) throw new Error('an event has no schema')
    refuseFaults(issuesOf(contract, {...payload, repository: {name: repo, owner}}) ?? [])
    // The repository may have been deleted while the schema was loaded.
    const event = store.transaction(() => raiseEvent(named(), {kind, payload}, context))
    hooks.bell.ring(event.waiting)
    return {event_id: event.id, deliveries: event.waiting.length}
  })
}

/** Reads the event to be raised. Throws `validation_error`. */
function readEvent(call: ApiCall) {
  const fields = new BodyFields(call.body)
  const owner = fields.text('owner', {most: MOST_NAME}) ?? ''
  const repo = fields.text('repo', {most: MOST_NAME}) ?? ''
  const kind = fields.text('event', {most: MOST_NAME}) ?? ''
  const payload = fields.required('payload')
  if (kind !== '' && !isHookEvent(kind)) fields.refuse('event', 'invalid', 'is no event')
  if (payload !== undefined && !isRecord(payload)) fields.refuse('payload', 'type', 'must be an object')
  fields.done()
  if (!isHookEvent(kind) || !isRecord(payload)) throw new Error('an event without a fault was not read')
  return {owner, repo, kind, payload}
}

/** Throws `validation_error` with each field where a payload breaks its schema; the values themselves are not repeated. */
function refuseFaults(issues: readonly Issue[]): void {
  if (issues.length === 0) return
  throw invalidFields(
    issues.map(({pointer, rule, message}): FieldIssue => {
      const field = `payload${pointer.replaceAll('/', '.')}`
      return {field, code: rule === 'required' || rule === 'type' ? rule : 'invalid', message}
    }),
  )
}
