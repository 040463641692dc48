import type {ProviderRequestPolicy} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {ComposedSink} from '#event/compose-event-handlers'
import {elapsedMs} from '#random/clock'
import {type CallOptions, checkCallOptions} from '../model/call-options.ts'
import type {OperationContext, OperationPlan, Witness} from '../model/operation-plan.ts'
import type {CallContext, Metadata, Provider} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import {attemptsFor} from '../model/request-policy.ts'
import {copyValue, digestValue, isSameValue} from '../model/value-check.ts'
import {checkRequest, type OperationRules, type RunMemory} from '../operation/operation-rules.ts'
import {checkRequestPolicy} from '../registry/known-providers.ts'
import {checkCapability, type Registered} from '../registry/provider-table.ts'
import {attemptContext} from './attempt.ts'
import {conductOperation} from './conduct-operation.ts'

/** The provider to call, with its policy, options and memory. */
export interface CallTarget {
  readonly provider: Provider
  readonly policy: ProviderRequestPolicy
  readonly memory: RunMemory
  readonly sink?: ComposedSink | undefined
  /** The request is written out by an adapter of ours: it is neither copied nor compared. */
  readonly onlySends?: boolean
  readonly options: CallOptions
}

/**
 * The one path to a provider: request checked and sent under one deadline, answer checked, one terminal event.
 * Throws caller errors before the operation begins, without an event; afterwards `ProviderError` and its kin. The caller's values are never
 * changed; they are read until the call ends.
 */
export async function callProvider<Request, Result>(
  rules: OperationRules<Request, Result>,
  request: Request,
  target: CallTarget,
  ports: OperationContext,
): Promise<Result> {
  const plan = planOf(rules.capability, target)
  const checked = checkRequest(rules, request, target.provider, ports.redactor)
  return await conductOperation(plan, ports, async (context, noteInput) => {
    noteInput(() => digestValue(checked), target.onlySends === true)
    const {answer, latencyMs} = await send(rules, checked, {target, ports, context})
    const metadata = ports.redactor.value(metadataOf(answer)) as Metadata
    const origin = {provider: target.provider.profile.name, metadata}
    const {result, told} = rules.checkAnswer(answer, checked, {
      origin,
      latencyMs,
      memory: target.memory,
      descriptor: target.provider.descriptor,
    })
    return {value: result, metadata: {...told, ...runtimeIn(metadata)}}
  })
}

interface Sending {
  readonly target: CallTarget
  readonly ports: OperationContext
  readonly context: CallContext
}

async function send<Request, Result>(
  rules: OperationRules<Request, Result>,
  request: Request,
  {target, ports, context}: Sending,
): Promise<{answer: unknown; latencyMs: number}> {
  const {provider, onlySends = false, options} = target
  const {asked, answered, took} = witnessOf(ports.witness, options.ids?.request_id)
  let latencyMs = 0
  const once = async (signal?: AbortSignal) => {
    const own = onlySends ? request : copyValue(request)
    const startedNs = ports.clock.monotonicNs()
    // Adapters of ours use the operation as it is; others get what they may call, and no more.
    const given = onlySends && signal === undefined ? context : attemptContext(context, signal ?? context.signal, took)
    asked?.()
    const answer: unknown = await callSlot(provider, rules.slot, own, given)
    answered?.()
    latencyMs = elapsedMs(ports.clock, startedNs)
    if (!onlySends && !isSameValue(own, request)) throw violation('provider changed its input')
    return answer
  }
  // A provider in this process is one step; one elsewhere makes its own, with their own limits and retries.
  const answer = provider.profile.transport === 'in_process' ? await context.attempt('request', once) : await once()
  return {answer, latencyMs}
}

/** The witness of a call by its request id; without an id nothing is timed. */
function witnessOf(witness: Witness | undefined, requestId: string | undefined) {
  if (witness === undefined || requestId === undefined) return {}
  return {
    asked: () => witness.asked(requestId),
    answered: () => witness.answered(requestId),
    took: (ns: number) => witness.took(requestId, ns),
  }
}

function callSlot(
  provider: Provider,
  slot: OperationRules<unknown, unknown>['slot'],
  request: unknown,
  context: CallContext,
): unknown {
  const method = provider[slot] as ((request: unknown, context: CallContext) => unknown) | undefined
  if (method === undefined)
    throw new AssayError('capability_missing', `provider ${provider.profile.name} has no ${slot}`)
  return method.call(provider, request, context)
}

function planOf(capability: OperationRules<unknown, unknown>['capability'], target: CallTarget): OperationPlan {
  const {provider, options, sink} = target
  const limits = options.requestPolicy ?? target.policy
  const policy = options.budget === undefined ? limits : {...limits, budget: options.budget}
  return {
    provider: provider.profile.name,
    capability,
    operation: capability,
    policy,
    limits: policy.request,
    maxAttempts: attemptsFor(policy, capability, provider.profile),
    ids: options.ids ?? {},
    signal: options.signal,
    sink,
  }
}

/** What runs and events must tell of the runtime that answered; `runtime` are the packages at the other end. */
const TOLD = ['evidence_class', 'runtime_manifest_id', 'server_version', 'metadata_digest', 'runtime', 'model'] as const

function runtimeIn(metadata: Metadata): Metadata {
  const told = TOLD.filter((name) => metadata[name] !== undefined)
  return Object.fromEntries(told.map((name) => [name, metadata[name]]))
}

function metadataOf(answer: unknown): Metadata {
  const metadata = typeof answer === 'object' && answer !== null && 'metadata' in answer ? answer.metadata : undefined
  return typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? {...metadata} : {}
}

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
  ports: OperationContext,
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
