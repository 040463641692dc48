import {createHmac} from 'node:crypto'
import {connect} from 'node:net'

/** What a sender may do differently from a good one. */
export interface SentDelivery {
  readonly body: string | Buffer
  readonly event?: string
  readonly id?: string
  readonly secret?: string
  /** Instead of the right one. */
  readonly signature?: string
  /** Beside or instead of those of a delivery; an empty text leaves one out. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answered {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

/** Headers of a good delivery but for what is told, made with Node alone. */
export function sentHeaders({body, event = 'push', id = 'd-1', secret = '', signature, headers}: SentDelivery) {
  const right = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const all = {
    'Content-Type': 'application/json',
    'X-Host-Event': event,
    'X-Host-Delivery': id,
    'X-Host-Signature-256': signature ?? right,
    ...headers,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** Sends a delivery with the HTTP client of Node. */
export async function sendDelivery(url: string, delivery: SentDelivery): Promise<Answered> {
  const {body} = delivery
  const reply = await fetch(url, {method: 'POST', headers: sentHeaders(delivery), body: body as never})
  return {status: reply.status, json: (await reply.json()) as Answered['json']}
}

/** Writes bytes to the port of a URL and gives all that comes back until the other side ends, or until `enough` says so. */
export function talkRaw(url: string, bytes: string | Buffer, enough = (_: string) => false): Promise<string> {
  const {hostname, port} = new URL(url)
  return new Promise((done) => {
    let text = ''
    const socket = connect({host: hostname, port: Number(port)}, () => socket.write(bytes))
    socket.on('data', (piece) => {
      text += piece
      if (enough(text)) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => done(text))
  })
}
