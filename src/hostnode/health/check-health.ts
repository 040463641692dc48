import {elapsedMs} from '#random/clock'
import type {NodeContext} from '../context/context.ts'
import {
  HEALTH_PARTS,
  type HealthCheck,
  type HealthChecks,
  type HealthPart,
  type HealthState,
  healthState,
  type PartHealth,
} from './health-checks.ts'

const KEEP_MS = 1_000
const LIMIT_MS = 2_000
/** Ms for which a part that was up still counts as up when checking it takes too long: a busy machine is no fault of its parts. */
const TRUST_MS = 30_000
const LATE = 'took too long'

/** Checks all parts at once, each for at most two seconds, and caches the result for one, so that frequent requests do no harm. */
export class HealthProbe {
  readonly #context: NodeContext
  readonly #checks: HealthChecks
  readonly #up = new Map<HealthPart, {readonly atNs: bigint; readonly found: PartHealth}>()
  #kept: {readonly atNs: bigint; readonly state: Promise<HealthState>} | undefined

  constructor(context: NodeContext, checks: HealthChecks) {
    this.#context = context
    this.#checks = checks
  }

  state(): Promise<HealthState> {
    const {time} = this.#context
    if (this.#kept === undefined || elapsedMs(time, this.#kept.atNs) >= KEEP_MS)
      this.#kept = {atNs: time.monotonicNs(), state: this.#look()}
    return this.#kept.state
  }

  async #look(): Promise<HealthState> {
    const found = await Promise.all(HEALTH_PARTS.map(async (part) => [part, await this.#lookAt(part)] as const))
    return healthState(Object.fromEntries(found))
  }

  async #lookAt(part: HealthPart): Promise<PartHealth> {
    const {time} = this.#context
    const found = await checkPart(this.#checks[part], this.#context)
    if (found.status === 'up') this.#up.set(part, {atNs: time.monotonicNs(), found})
    const before = this.#up.get(part)
    if (found['reason'] !== LATE || before === undefined || elapsedMs(time, before.atNs) > TRUST_MS) return found
    return {...before.found, reason: LATE, latency_ms: found['latency_ms']}
  }
}

async function checkPart(check: HealthCheck, context: NodeContext): Promise<PartHealth> {
  const {time, log} = context
  const startedNs = time.monotonicNs()
  const late = Promise.withResolvers<PartHealth>()
  const cancel = time.after(LIMIT_MS, () => late.resolve({status: 'down', reason: LATE}))
  try {
    const found = await Promise.race([check(context), late.promise])
    return {...found, latency_ms: Math.round(elapsedMs(time, startedNs))}
  } catch (error) {
    log.failure('a health check failed', error)
    return {status: 'down', reason: 'failed', latency_ms: Math.round(elapsedMs(time, startedNs))}
  } finally {
    cancel()
  }
}
