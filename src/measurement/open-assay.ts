import {Assay} from '#provider/assay'
import type {AssayOptions} from '#provider/assay-options'
import type {MeasurementPorts} from './ports.ts'

/** The provider library of a run: it shares the redactor, clock and environment of whoever conducts it. */
export function openAssay(
  {env, redactor, clock, entropy, extras}: Pick<MeasurementPorts, 'env' | 'redactor' | 'clock' | 'entropy' | 'extras'>,
  options: Pick<AssayOptions, 'limits' | 'eventHandler'> = {},
): Assay {
  return new Assay({env, redactor, clock, entropy, extras, ...options})
}
