import type {NodeSettings} from '../config/settings.ts'
import {invalidFields} from '../model/api-failure.ts'
import type {BodyFields} from '../model/body-fields.ts'
import {type HookEvent, isHookEvent} from '../model/hook-events.ts'
import type {DeliveryRow} from '../model/hook-rows.ts'
import {hookUrlFault, parseHookTarget} from '../model/hook-targets.ts'

const MOST_URL = 2_048
const SECRET_BYTES = {least: 8, most: 256} as const
const STATUSES = ['pending', 'retrying', 'success', 'failed'] as const

/** What a caller sets of a webhook. The secret is as the caller gave it. */
export interface HookDraft {
  readonly url: string
  readonly secret: string
  readonly events: readonly HookEvent[]
  readonly active: boolean
}

/** Reads all fields of a new webhook. Throws `validation_error`. */
export function hookDraft(fields: BodyFields, settings: NodeSettings): HookDraft {
  const draft = {
    url: readUrl(fields, settings) ?? '',
    secret: readSecret(fields) ?? '',
    events: fields.has('events') ? (readEvents(fields) ?? []) : (['push'] as const),
    active: fields.has('active') ? (fields.flag('active') ?? true) : true,
  }
  fields.done()
  return draft
}

/** Reads the fields of a webhook that are to change, at least one. Throws `validation_error`. */
export function hookPatch(fields: BodyFields, settings: NodeSettings): Partial<HookDraft> {
  const url = fields.has('url') ? readUrl(fields, settings) : undefined
  const secret = fields.has('secret') ? readSecret(fields) : undefined
  const events = fields.has('events') ? readEvents(fields) : undefined
  const active = fields.has('active') ? fields.flag('active') : undefined
  fields.done()
  const patch = {
    ...(url !== undefined && {url}),
    ...(secret !== undefined && {secret}),
    ...(events !== undefined && {events}),
    ...(active !== undefined && {active}),
  }
  if (Object.keys(patch).length > 0) return patch
  throw invalidFields([{field: '', code: 'required', message: 'needs at least one of url, secret, events and active'}])
}

/** Reads `?status=` of a list of deliveries. Throws `validation_error`. */
export function statusFilter(text: string | undefined): DeliveryRow['status'] | undefined {
  if (text === undefined) return undefined
  const status = STATUSES.find((one) => one === text)
  if (status !== undefined) return status
  throw invalidFields([{field: 'status', code: 'invalid', message: `must be one of ${STATUSES.join(', ')}`}])
}

function readUrl(fields: BodyFields, {allowHookTarget}: NodeSettings): string | undefined {
  const text = fields.text('url', {most: MOST_URL})
  if (text === undefined) return undefined
  const targets = allowHookTarget.map(parseHookTarget).filter((one) => one !== undefined)
  const fault = hookUrlFault(text, targets)
  return fault === undefined ? text : fields.refuse('url', 'invalid', fault)
}

function readSecret(fields: BodyFields): string | undefined {
  const text = fields.text('secret', {most: SECRET_BYTES.most})
  if (text === undefined) return undefined
  const bytes = Buffer.byteLength(text)
  if (!text.isWellFormed()) return fields.refuse('secret', 'invalid', 'is no well-formed text')
  if (bytes < SECRET_BYTES.least) return fields.refuse('secret', 'too_short', 'must have at least 8 bytes')
  if (bytes > SECRET_BYTES.most) return fields.refuse('secret', 'too_long', 'must have at most 256 bytes')
  return text
}

function readEvents(fields: BodyFields): HookEvent[] | undefined {
  const texts = fields.texts('events')
  if (texts === undefined) return undefined
  const events = texts.filter(isHookEvent)
  if (events.length === texts.length) return events
  return fields.refuse('events', 'invalid', 'has an entry that is no event')
}
