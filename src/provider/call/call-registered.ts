import {type CallOptions, checkCallOptions} from '../model/call-options.ts'
import type {OperationPorts} from '../model/operation-plan.ts'
import type {OperationRules} from '../operation/operation-rules.ts'
import {checkCapability, type Registered} from '../registry/provider-table.ts'
import {checkRequestPolicy} from '../registry/registration.ts'
import {callProvider} from './call-provider.ts'

/** A call by name. `find` and `rules` may refuse; `extraOptions` are names this call takes beside the usual ones. */
export interface RegisteredCall<Request, Result> {
  find(): Registered
  rules(): OperationRules<Request, Result> | Promise<OperationRules<Request, Result>>
  readonly request: Request
  readonly options: CallOptions
  readonly extraOptions?: readonly string[]
}

/** Finds the provider, loads it at its first use and calls it. Every refusal is a rejection, never a throw in the caller's face. */
export async function callRegistered<Request, Result>(
  call: RegisteredCall<Request, Result>,
  ports: OperationPorts,
): Promise<Result> {
  checkCallOptions(call.options, call.extraOptions)
  const row = call.find()
  const rules = await call.rules()
  checkCapability(row.profile, rules.capability)
  if (call.options.requestPolicy !== undefined) checkRequestPolicy(row.profile, call.options.requestPolicy)
  const provider = await row.provider()
  const {policy, memory, sink, onlySends} = row
  const target = {provider, policy, memory, sink, onlySends, options: call.options}
  return await callProvider(rules, call.request, target, ports)
}
