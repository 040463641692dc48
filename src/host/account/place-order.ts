import {AssayError} from '#error/assay-error'
import {originOfUrl} from './account-place.ts'

/** An account of a place as somebody named them. */
export interface PlaceOrder {
  readonly url: string
  readonly account: string
}

/** The origin that `--host` means. Throws `usage`. */
export function namedOrigin(url: string): string {
  const origin = originOfUrl(url)
  if (origin !== undefined) return origin
  throw new AssayError('usage', '--host names no hosting service', {
    given: url,
    hint: 'Give its URL, such as https://host.example.',
  })
}
