import type {ProviderFault, ProviderHealth} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import {ProviderError} from '#error/provider-error'
import {unreachable} from '#error/unreachable'
import {withCorrelation} from '#event/correlation'
import type {Assay} from '#provider/assay'
import {refusalIn} from '#provider/health/health-verdict'
import type {ActionTranslator} from '#provider/operation/policy-rules'
import type {LibraryCall} from '../model/library.ts'
import type {Operation} from '../model/operation.ts'
import type {Requests} from '../model/requests.ts'

/** The part of the library that a call uses. */
export type CallableLibrary = Pick<Assay, Operation>

/** The library and provider to call, and the translator of a policy's raw actions, without which a policy is not called. */
export interface CallPlace {
  readonly library: CallableLibrary
  readonly provider: string
  readonly translate?: ActionTranslator | undefined
}

/** A call with one fixed request. */
export function libraryCall(
  {library, provider, translate: translator}: CallPlace,
  operation: Operation,
  requests: Requests,
): LibraryCall {
  const options = (requestId: string, signal: AbortSignal) => ({signal, ids: {request_id: requestId}})
  switch (operation) {
    case 'predict': {
      const {world_state, action, steps} = requests.predict
      return (id, signal) => library.predict(world_state, action, steps, provider, options(id, signal))
    }
    case 'score':
      return (id, signal) => library.score(requests.score, provider, options(id, signal))
    case 'policy':
      if (translator === undefined) throw new AssayError('translator_missing', `${provider} policy has no translator`)
      return (id, signal) => library.policy(requests.policy, provider, {...options(id, signal), translator})
    case 'embed':
      return (id, signal) => library.embed(requests.embed, provider, options(id, signal))
    case 'reason':
      return (id, signal) => library.reason(requests.reason, provider, options(id, signal))
    case 'generate':
      return (id, signal) => library.generate(requests.generate, provider, options(id, signal))
    case 'transfer':
      return (id, signal) => library.transfer(requests.transfer, provider, options(id, signal))
    case 'health':
      return (id, signal) =>
        withCorrelation({request_id: id}, () => library.health(provider, {signal}).then(demandHealthy))
    default:
      return unreachable(operation)
  }
}

const CODES: Readonly<Record<ProviderFault, ErrorCode>> = {
  down: 'unreachable',
  busy: 'busy',
  timeout: 'timeout',
  wrong_service: 'wrong_service',
  unauthorized: 'unauthorized',
  incompatible: 'incompatible',
}

/**
 * Passes a healthy result through and throws otherwise: finding the provider ill is a valid answer to the probe, but a failed call where
 * successes are counted.
 */
function demandHealthy(health: ProviderHealth): ProviderHealth {
  if (health.status === 'healthy') return health
  const refusal = refusalIn(health)
  if (refusal) throw refusal
  const code = health.fault === null ? 'upstream_error' : CODES[health.fault]
  throw new ProviderError(code, `provider ${health.provider} is ${health.status}`, {provider: health.provider})
}
