import {AssayError} from '#error/assay-error'
import {Assay} from '#provider/assay'
import type {LibraryPorts} from '#provider/assay-options'
import {infoOutcome} from './provider-report.ts'

/** What is known of one provider; its promises only where it is registered. Throws `unknown_provider`. */
export async function readProvider(name: string, ports: LibraryPorts, signal: AbortSignal) {
  const {env, redactor, clock, entropy} = ports
  await using library = new Assay({env, redactor, clock, entropy, extras: ports.extras})
  const profile = library.profileOf(name)
  const diagnosis = (await library.doctor()).find((row) => row.name === name)
  if (diagnosis === undefined) throw new AssayError('internal', `provider ${name} is known and was not diagnosed`)
  const descriptor = diagnosis.registered ? (await library.describe(name, {signal})).descriptor : null
  return infoOutcome(profile, diagnosis, descriptor)
}
