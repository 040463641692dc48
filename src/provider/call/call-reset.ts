import {AssayError} from '#error/assay-error'
import {type CallOptions, checkCallOptions} from '../model/call-options.ts'
import type {OperationContext} from '../model/operation-plan.ts'
import type {ResetRequest} from '../model/provider.ts'
import {checkRequestPolicy} from '../registry/known-providers.ts'
import type {Registered} from '../registry/provider-table.ts'
import {conductOperation} from './conduct-operation.ts'

/**
 * Tells a provider that a new episode begins, in one attempt with one terminal event; one that remembers nothing is told nothing. Throws
 * `invalid_input` for a seed that is none, and as a call does.
 */
export async function callReset(
  find: () => Registered,
  {seed}: ResetRequest,
  options: CallOptions,
  ports: OperationContext,
): Promise<void> {
  checkCallOptions(options)
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new AssayError('invalid_input', 'seed is no whole number')
  const row = find()
  if (options.requestPolicy !== undefined) checkRequestPolicy(row.profile, options.requestPolicy)
  const provider = await row.provider()
  if (provider.reset === undefined) return
  const policy = options.requestPolicy ?? row.policy
  const plan = {
    provider: row.profile.name,
    capability: null,
    operation: 'reset',
    policy,
    limits: policy.request,
    maxAttempts: 1,
    ids: options.ids ?? {},
    signal: options.signal,
    sink: row.sink,
  }
  await conductOperation(plan, ports, async (context) => {
    await provider.reset?.({...(seed !== undefined && {seed})}, context)
    return {value: undefined}
  })
}
