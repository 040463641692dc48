import {AssayError} from '#error/assay-error'
import type {OpenKeyring} from '#keyring/keyring'
import {deadline, type Timers} from '#random/timers'

const MOST_MS = 5_000
/** Under this nothing is kept: a store that answers has nothing to say of it. */
const NOBODY = ['assay:doctor', 'nobody'] as const

/** What came of asking the keyring of this system, in words; the package that speaks to it is there. */
export async function askKeyring(open: OpenKeyring, clock: Pick<Timers, 'after'>): Promise<string> {
  const late = Promise.withResolvers<string>()
  using limit = deadline(clock, MOST_MS, () => new DOMException('the keyring did not answer', 'TimeoutError'))
  limit.signal.addEventListener('abort', () => late.resolve('no keyring answered in 5 seconds'))
  return await Promise.race([askOnce(open), late.promise])
}

async function askOnce(open: OpenKeyring): Promise<string> {
  try {
    await (await open()).find(...NOBODY)
    return 'a keyring answers'
  } catch (error) {
    if (error instanceof AssayError && error.exit === 'unavailable') return error.message
    throw error
  }
}
