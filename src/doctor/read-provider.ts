import {AssayError} from '#error/assay-error'
import {Assay} from '#provider/assay'
import type {LibraryPorts} from '#provider/assay-options'
import {isHostLack} from '#provider/catalogue/availability'
import {infoOutcome} from './provider-report.ts'

/**
 * What is known of one provider; its promises only where it is registered and what it takes is on this machine: who lacks
 * a package looks here for what to do. Throws `unknown_provider`.
 */
export async function readProvider(name: string, ports: LibraryPorts, signal: AbortSignal) {
  const {env, redactor, clock, entropy} = ports
  await using library = new Assay({env, redactor, clock, entropy, extras: ports.extras})
  const profile = library.profileOf(name)
  const diagnosis = (await library.doctor()).find((row) => row.name === name)
  if (diagnosis === undefined) throw new AssayError('internal', `provider ${name} is known and was not diagnosed`)
  if (!diagnosis.registered) return infoOutcome(profile, diagnosis, null)
  try {
    return infoOutcome(profile, diagnosis, (await library.describe(name, {signal})).descriptor)
  } catch (error) {
    if (!isHostLack(error)) throw error
    return infoOutcome(profile, {...diagnosis, skip_reason: error.message}, null)
  }
}
