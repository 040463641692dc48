import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {type Delivered, forgedDelivery, isForgery} from '../model/forgery.ts'
import {sendDelivery} from '../site/send-delivery.ts'
import {type ActionWay, textOf} from './action-context.ts'

/** Sends the first good delivery once more, as it was or changed, as somebody who saw it could. What was sent is gone; there is nothing to undo. */
export const forgeDelivery: ActionWay = async (args, {site, ports, signal}) => {
  const {receivers} = site ?? {}
  if (site === undefined || receivers === undefined) return 'noop'
  const [id, how] = [textOf(args, 'server'), textOf(args, 'how')]
  if (!isForgery(how)) throw new AssayError('invalid_input', 'a delivery is not forged in this way')
  const {headers, base64} = receivers.captured(id)
  const seen: Delivered = {headers, body: Buffer.from(base64, 'base64')}
  const to = {...ports, authority: site.tls?.authority}
  const {status, text} = await sendDelivery(receivers.place(id).url, forgedDelivery(seen, how), to, signal)
  receivers.tellForged(id, {how, status, outcome: outcomeIn(text), pid: site.server(id).hello.pid})
  return 'done'
}

/** What the receiver says that it made of it. */
function outcomeIn(text: string): string {
  const said: unknown = JSON.parse(text)
  return isRecord(said) ? String(said['status'] ?? said['error']) : 'nothing'
}
