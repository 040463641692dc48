import {AssayError} from '#error/assay-error'
import type {Assay} from '#provider/assay'
import {refusalIn} from '#provider/health/health-verdict'
import {makeTranslator} from '#provider/translator/chosen-translator'
import {libraryCall} from '../clock/library-call.ts'
import type {LibraryCall, MeasuredLibrary} from '../model/library.ts'
import {chooseRequests} from '../model/requests.ts'
import type {SessionSetting} from './session-talk.ts'

/** Makes calls with the cases in turn, beginning again after the last. */
function inTurn(calls: readonly LibraryCall[]): LibraryCall {
  return (id, signal, seq) => {
    const call = calls[seq % calls.length]
    if (!call) throw new AssayError('bug', 'a benchmark without a case')
    return call(id, signal, seq)
  }
}

/**
 * The real library behind the calls of a benchmark; cases are sent in turn. An adapter is loaded in `prepare`, so that its loading is not
 * part of the first call.
 */
export function openLibrary(
  library: Assay,
  {cases, translator}: Pick<SessionSetting, 'cases' | 'translator'>,
): MeasuredLibrary {
  const translate = translator === undefined ? undefined : makeTranslator(translator)
  const met = new Set<string>()
  return {
    prepare: async (provider, operation, signal) => {
      const {profile} = await library.describe(provider, {signal})
      // The run must record which server answered, even if no call asks for that. If the server is ill, the calls will show it.
      if (profile.transport !== 'in_process' && !met.has(provider)) {
        const refusal = refusalIn(await library.health(provider, {signal}))
        if (refusal) throw refusal
      }
      met.add(provider)
      const examples = await library.examples(provider)
      const requests = cases.map((inputs) => chooseRequests(inputs, examples))
      if (operation !== 'health') for (const one of requests) await library.check(operation, one[operation], provider)
      return inTurn(requests.map((one) => libraryCall({library, provider, translate}, operation, one)))
    },
    prepareDry: async (provider, operation) => {
      if (operation === 'health') throw new AssayError('bug', 'a health probe is never built without being sent')
      const examples = await library.examples(provider)
      const requests = cases.map((inputs) => chooseRequests(inputs, examples)[operation])
      return inTurn(requests.map((request) => () => library.check(operation, request, provider)))
    },
    close: async () => {
      await library.close()
    },
  }
}
