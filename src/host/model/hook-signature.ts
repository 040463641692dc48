import {createHmac, timingSafeEqual} from 'node:crypto'

const FORM = /^sha256=[0-9a-f]{64}$/

/** Whether a delivery was signed with this secret: `sha256=` and the lower-case hex HMAC-SHA256 of the body as it came. */
export function isSignedBody(body: Uint8Array, secret: string, signature: string | undefined): boolean {
  if (signature === undefined || !FORM.test(signature)) return false
  const wanted = createHmac('sha256', secret).update(body).digest()
  return timingSafeEqual(wanted, Buffer.from(signature.slice('sha256='.length), 'hex'))
}
