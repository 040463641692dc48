import {AssayError} from '#error/assay-error'
import {unfilledIn} from '../model/text-words.ts'
import type {Site} from '../site/open-site.ts'

/** Arguments with every word filled. Throws `invalid_input` where nothing stands for one yet: whatever would be done with its braces is not what the drill says. */
export function filledWhole(args: object, site: Pick<Site, 'filled'>): Readonly<Record<string, unknown>> {
  const filled = site.filled(args)
  const [open] = unfilledIn(filled)
  if (open === undefined) return filled
  throw new AssayError('invalid_input', `nothing stands for {${open}} at this moment`)
}
