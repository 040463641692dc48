import {AssayError} from '#error/assay-error'

/** Never a provider's doing. */
const OURS: readonly string[] = ['bug', 'cancelled']

/** An answer, or undefined where there is none that the library takes. An abort and mistakes of our own are thrown on. */
export async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AssayError) || OURS.includes(error.code)) throw error
    return undefined
  }
}
