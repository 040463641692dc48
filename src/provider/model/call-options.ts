import type {ProviderRequestBudget, ProviderRequestPolicy} from '#contract/generated/types'
import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import type {Correlation} from '#event/correlation'
import type {Provider} from './provider.ts'

/** Last argument of every call. Ids given here win over those in force. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly requestPolicy?: ProviderRequestPolicy
  readonly budget?: ProviderRequestBudget
  readonly ids?: Correlation
}

const KNOWN = ['signal', 'requestPolicy', 'budget', 'ids']

/** A misspelt option would be a limit that does not hold, so unknown ones are refused. Throws `invalid_input`. */
export function checkCallOptions(options: CallOptions, more: readonly string[] = []): void {
  const given = record(options)
  const known = [...KNOWN, ...more]
  if (given === undefined || Object.keys(given).some((key) => !known.includes(key))) {
    throw new AssayError('invalid_input', 'call options hold a name that is not known', {
      hint: `Use ${known.join(', ')}.`,
    })
  }
  const {signal, budget} = options
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw new AssayError('invalid_input', 'signal is not an AbortSignal')
  if (budget?.max_calls !== undefined && !(Number.isInteger(budget.max_calls) && budget.max_calls > 0)) {
    throw new AssayError('out_of_range', 'max_calls must be a whole number above 0')
  }
  if (budget?.max_credits !== undefined && !(budget.max_credits >= 0)) {
    throw new AssayError('out_of_range', 'max_credits must be a number of at least 0')
  }
}

/** What code that brings a provider may fill with a function. */
export const SLOTS = [
  'predict',
  'predictBatch',
  'score',
  'policy',
  'reset',
  'embed',
  'reason',
  'generate',
  'transfer',
  'probe',
  'describe',
  'preflight',
  'warmup',
  'teardown',
] as const satisfies readonly Exclude<keyof Provider, 'profile' | 'descriptor' | 'checks' | 'examples'>[]
