import {Assay} from '#provider/assay'
import type {AssayOptions, LibraryPorts} from '#provider/assay-options'

/** The provider library of a run: it shares the redactor, clock and environment of whoever conducts it. */
export function openAssay(
  {env, redactor, clock, entropy, extras}: LibraryPorts,
  options: Pick<AssayOptions, 'limits' | 'eventHandler'> = {},
): Assay {
  return new Assay({env, redactor, clock, entropy, extras, ...options})
}
