import type {
  ProbeLayer,
  ProbeLevel,
  ProviderDetected,
  ProviderHealth,
  ProviderRequestPolicy,
} from '#contract/generated/types'
import {AssayError, codeOf} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import type {ComposedSink} from '#event/compose-event-handlers'
import {elapsedMs, timestamp} from '#random/clock'
import {attemptContext} from '../call/attempt.ts'
import {conductOperation} from '../call/conduct-operation.ts'
import type {OperationContext, OperationPlan} from '../model/operation-plan.ts'
import type {CallContext, Provider} from '../model/provider.ts'
import {asFault} from '../model/provider-fault.ts'
import {detectedRuntime, faultIn, healthOf, levelsUpTo} from './health.ts'

export interface ProbeTarget {
  readonly provider: Provider
  readonly policy: ProviderRequestPolicy
  readonly level: ProbeLevel
  readonly signal?: AbortSignal | undefined
  readonly sink?: ComposedSink | undefined
}

/** Looks at a provider layer by layer and stops at the first bad one. An ill provider is a result; only `cancelled` is thrown. */
export async function probeProvider(target: ProbeTarget, ports: OperationContext): Promise<ProviderHealth> {
  const startedNs = ports.clock.monotonicNs()
  const layers: ProbeLayer[] = []
  const told: Told = {warnings: []}
  const {name: provider} = target.provider.profile
  const result = () =>
    healthOf({
      provider,
      required: target.level,
      layers,
      ...told,
      latencyMs: elapsedMs(ports.clock, startedNs),
      checkedAt: timestamp(ports.clock.nowMs()),
    })
  try {
    return await conductOperation(planOf(target), ports, async (context) => {
      for (const level of levelsUpTo(target.level)) {
        const layer = await probeLayer(target, level, {ports, context, told})
        layers.push(layer)
        if (!layer.ok) break
      }
      const health = result()
      const bad = layers.find((layer) => !layer.ok)
      const levels = {level_reached: health.level_reached, level_required: health.level_required}
      const metadata = {...levels, ...detectedRuntime(health)}
      return {value: health, metadata, ...(bad && {failed: {code: bad.fault ?? 'unhealthy', message: bad.detail}})}
    })
  } catch (error) {
    if (!(error instanceof AssayError) || codeOf(error) === 'cancelled') throw error
    const level = levelsUpTo(target.level)[layers.length] ?? target.level
    const fault = faultIn(error, level, target.provider.profile.transport)
    layers.push({
      level,
      ok: false,
      duration_ms: elapsedMs(ports.clock, startedNs),
      detail: error.message,
      code: error.code,
      ...(fault && {fault}),
    })
    return result()
  }
}

/** What the layers said beside being good or bad. */
interface Told {
  warnings: string[]
  detected?: ProviderDetected
}

type Probing = {readonly ports: OperationContext; readonly context: CallContext; readonly told: Told}

async function probeLayer(
  {provider}: ProbeTarget,
  level: ProbeLevel,
  {ports, context, told}: Probing,
): Promise<ProbeLayer> {
  const startedNs = ports.clock.monotonicNs()
  try {
    const found = await context.attempt('request', (signal) => provider.probe(level, attemptContext(context, signal)))
    const detail = cutText(ports.redactor.text(found.detail), 500)
    told.warnings.push(...(found.warnings ?? []).map((warning) => cutText(ports.redactor.text(warning), 500)))
    if (found.detected !== undefined)
      told.detected = ports.redactor.value({...told.detected, ...found.detected}) as ProviderDetected
    return {
      level,
      ok: found.ok === true,
      duration_ms: elapsedMs(ports.clock, startedNs),
      detail,
      ...(found.fault && {fault: found.fault}),
    }
  } catch (thrown) {
    if (context.signal.aborted) throw thrown
    const error = asFault(thrown, {provider: provider.profile.name, operation: 'health'}, ports.redactor)
    const fault = faultIn(error, level, provider.profile.transport)
    return {
      level,
      ok: false,
      duration_ms: elapsedMs(ports.clock, startedNs),
      detail: error.message,
      code: error.code,
      ...(fault && {fault}),
    }
  }
}

function planOf({provider, policy, signal, sink}: ProbeTarget): OperationPlan {
  return {
    provider: provider.profile.name,
    capability: null,
    operation: 'health',
    policy,
    limits: policy.health,
    maxAttempts: policy.health.retry.max_attempts,
    ids: {},
    signal,
    sink,
  }
}
