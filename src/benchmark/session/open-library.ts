import {AssayError} from '#error/assay-error'
import type {Assay} from '#provider/assay'
import {refusalIn} from '#provider/health-verdict'
import {makeTranslator} from '#provider/translator/load-translator'
import {libraryCall} from '../measure/library-call.ts'
import {requestsOf} from '../plan/requests.ts'
import type {MeasuredLibrary} from './library.ts'
import type {SessionSetting} from './session-talk.ts'

/** The real library behind the calls of a benchmark; cases are sent in turn. Loading an adapter is part of getting ready, not of the first call. */
export function openLibrary(
  library: Assay,
  {cases, translator}: Pick<SessionSetting, 'cases' | 'translator'>,
): MeasuredLibrary {
  const translate = translator === undefined ? undefined : makeTranslator(translator)
  const met = new Set<string>()
  return {
    prepare: async (provider, operation, signal) => {
      const {profile} = await library.describe(provider)
      // The run must tell which server answered, also where no call asks it. What is wrong with it shows in the calls.
      if (profile.transport !== 'in_process' && !met.has(provider)) {
        const refusal = refusalIn(await library.health(provider, {signal}))
        if (refusal) throw refusal
      }
      met.add(provider)
      const calls = cases.map((inputs) => libraryCall({library, provider, translate}, operation, requestsOf(inputs)))
      return (id, signal, seq) => {
        const call = calls[seq % calls.length]
        if (!call) throw new AssayError('bug', 'a benchmark without a case')
        return call(id, signal, seq)
      }
    },
    close: async () => {
      await library.close()
    },
  }
}
