import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {type ActionWay, namesOf, textOf} from './action-context.ts'

/** Makes the receiver answer all deliveries this way from now on. */
export const setReceiver: ActionWay = async (args, {site, signal}) => {
  if (site === undefined) return 'noop'
  await site.server(textOf(args, 'server')).ask('behave', args, signal)
  return 'done'
}

/** A receiver that is gone, or was started anew, misbehaves no more. */
export const clearReceiver: ActionWay = async (args, {site, signal}) => {
  const receiver = site?.server(textOf(args, 'server'))
  if (receiver === undefined || !receiver.isThere()) return 'noop'
  const {before} = await receiver.ask('behave', {mode: 'ok'}, signal)
  return before === 'ok' ? 'noop' : 'done'
}

/** The receiver takes these secrets and no others. */
export const trustSecrets: ActionWay = async (args, {site, signal}) => {
  if (site === undefined) return 'noop'
  const names = namesOf(args, 'names')
  const {taken} = await site.server(textOf(args, 'server')).ask('trust', {names}, signal)
  if (taken !== names.length) throw new AssayError('invalid_input', 'the receiver did not take them')
  return 'done'
}

/** What failed for good is sent once more, as the owner of a webhook would order it. */
export const redeliverFailed: ActionWay = async (args, {site, signal}) => {
  const {nodes, receivers} = site ?? {}
  if (site === undefined || nodes === undefined || receivers === undefined) return 'noop'
  const id = textOf(args, 'server')
  const own = `${nodes.hooksOf(receivers.place(id).repo)}/${site.filled({hook: `{hook.${id}}`})['hook']}/deliveries`
  const {json} = await nodes.ask('n1', {path: `${own}?status=failed&per_page=100`}, signal)
  const items = isRecord(json) && Array.isArray(json['items']) ? json['items'] : []
  for (const item of items) {
    const path = `${own}/${isRecord(item) ? String(item['id']) : ''}/redeliver`
    const {status} = await nodes.ask('n1', {method: 'POST', path}, signal)
    if (status !== 202) throw new AssayError('unreachable', `the node redelivers nothing: ${status}`)
  }
  return items.length === 0 ? 'noop' : 'done'
}
