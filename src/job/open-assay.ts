import {Assay, type AssayOptions} from '#provider/assay'
import type {JobPorts} from './step-runner.ts'

/** The provider library of a step: it shares the job's redactor, clock and environment. */
export function openAssay(ports: JobPorts, options: Pick<AssayOptions, 'limits' | 'eventHandler'> = {}): Assay {
  const {env, redactor, clock, entropy} = ports
  return new Assay({env, redactor, clock, entropy, extras: ports.extras, ...options})
}
