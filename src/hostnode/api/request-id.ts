import type {Entropy} from '#random/entropy'

const FORM = /^[A-Za-z0-9._-]{1,64}$/

/** The caller's request id if it is harmless, otherwise a new one. A text that looks like a token is not accepted, since ids appear in logs. */
export function requestIdOf(given: string | readonly string[] | undefined, entropy: Entropy): string {
  if (typeof given === 'string' && FORM.test(given) && !given.includes('hn_')) return given
  return `req-${Buffer.from(entropy.bytes(12)).toString('hex')}`
}
