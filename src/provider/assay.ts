import type {
  ProviderCapability,
  ProviderDiagnosis,
  ProviderHealth,
  ProviderProfile,
  ProviderRequestPolicy,
} from '#contract/generated/types'
import {parseTraceparent} from '#event/correlation'
import {EventDispatcher} from '#event/event-dispatcher'
import {systemClock, timeOf} from '#random/system-clock'
import {soundEntropy, systemEntropy} from '#random/system-entropy'
import {sleep} from '#random/timers'
import {Redactor} from '#redact/redactor'
import type {Action} from '#world/model/action'
import type {WorldState} from '#world/model/world-state'
import {type AssayOptions, checkAssayOptions, load} from './assay-options.ts'
import {callRegistered} from './call/call-provider.ts'
import {type Description, openExamples, openProvider} from './call/open-provider.ts'
import type {HealthOptions} from './health/check-health.ts'
import {type DiagnosisFilter, diagnoseProviders} from './health/diagnose-providers.ts'
import type {Readiness} from './health/readiness.ts'
import type {HookResult} from './hook/lifecycle.ts'
import {closeProviders} from './hook/run-hook.ts'
import type {CallOptions} from './model/call-options.ts'
import type {OperationContext} from './model/operation-plan.ts'
import type {
  BatchRequest,
  EmbedRequest,
  Examples,
  GenerateRequest,
  PolicyRequest,
  Provider,
  ReasonRequest,
  ResetRequest,
  TransferRequest,
} from './model/provider.ts'
import type {VideoClip} from './operation/media-rules.ts'
import type {OperationRules} from './operation/operation-rules.ts'
import type {ActionPolicyResult, ActionTranslator} from './operation/policy-rules.ts'
import {type BatchResult, batchRules, type PredictionResult, predictRules} from './operation/predict-rules.ts'
import {type ActionScoreResult, type ScoreInput, scoreRules} from './operation/score-rules.ts'
import type {EmbeddingResult, ReasoningResult} from './operation/text-rules.ts'
import type {PlanRequest, PlanResult} from './planning/action-plan.ts'
import {KnownProviders} from './registry/known-providers.ts'
import type {RegistrationOptions} from './registry/provider-table.ts'

/** Which providers are told, and how far each is probed. */
export interface DoctorOptions extends DiagnosisFilter {
  readonly probe?: HealthOptions
}

/**
 * The library of providers: calls them by name, checks what goes in and comes out, and tells events. Loads no adapter before its first use.
 * Every call throws `unknown_provider`, `unconfigured`, `config_invalid`, `capability_missing`, `invalid_input` before the provider sees anything, and of the
 * provider `timeout`, `unreachable`, `upstream_error`, `contract_violation`, `budget_exceeded`, `cancelled`.
 */
export class Assay {
  readonly #ports: OperationContext
  readonly #known: KnownProviders

  /** Throws `invalid_input` for options that are not known or of another kind, `preset_unknown`, `out_of_range` for limits that cannot be. */
  constructor(options: AssayOptions = {}) {
    checkAssayOptions(options)
    const {
      event_handler,
      eventHandler = event_handler,
      redactor = new Redactor(),
      waitOut = (ms, signal) => sleep(clock, ms, signal),
    } = options
    const entropy = options.entropy ? soundEntropy(options.entropy) : systemEntropy
    const clock = timeOf(options.clock ?? systemClock)
    const dispatcher = new EventDispatcher(eventHandler ? [eventHandler] : [], {redactor, clock, entropy})
    const {artifacts, witness} = options
    const trace = parseTraceparent(options.env?.['TRACEPARENT'])
    this.#ports = {dispatcher, redactor, clock, entropy, waitOut, artifacts, trace, witness}
    this.#known = new KnownProviders(
      {env: options.env ?? {}, network: options.network, limits: options.limits ?? {}, extras: options.extras},
      redactor,
    )
  }

  /** The world `steps` environment steps later, as the provider sees it; `worldState` is not changed. Throws as every call, and `world_state_invalid`. */
  // biome-ignore lint/complexity/useMaxParams: the operations contract names these parameters.
  predict(
    worldState: WorldState,
    action: Action,
    steps: number,
    provider: string,
    options: CallOptions = {},
  ): Promise<PredictionResult> {
    return this.#call(() => predictRules, {world_state: worldState, action, steps}, provider, options)
  }

  /** Many rollouts: `states` `[N, D]` or `[1, D]` and `actions` `[N, H, A]` give `states` `[N, H, D]`. Throws as every call, and `invalid_tensor`. */
  predictBatch(request: BatchRequest, provider: string, options: CallOptions = {}): Promise<BatchResult> {
    return this.#call(() => batchRules, request, provider, options)
  }

  /**
   * Candidates `[1, samples, horizon, action_dim]` give `scores` `[samples]`; `best_index` is computed here, the first on ties. Throws as every call, and
   * `invalid_candidates`.
   */
  score(request: ScoreInput, provider: string, options: CallOptions = {}): Promise<ActionScoreResult> {
    return this.#call(() => scoreRules, request as never, provider, options)
  }

  /** A text, or a frame uint8 `[H, W, 3]`, as a vector `[dimension]`. Throws as every call, and `invalid_tensor`. */
  embed(request: EmbedRequest, provider: string, options: CallOptions = {}): Promise<EmbeddingResult> {
    return this.#call(() => load.textRules().then(({embedRules}) => embedRules), request, provider, options)
  }

  /** An answer to a question about a scene, and what it rests on. Throws as every call, and `world_state_invalid`. */
  reason(request: ReasonRequest, provider: string, options: CallOptions = {}): Promise<ReasoningResult> {
    return this.#call(() => load.textRules().then(({reasonRules}) => reasonRules), request, provider, options)
  }

  /** A clip from a prompt, seconds long. Tried once: a repeat may cost twice. Throws as every call, and `out_of_range`. */
  generate(request: GenerateRequest, provider: string, options: CallOptions = {}): Promise<VideoClip> {
    return this.#call(() => load.mediaRules().then(({generateRules}) => generateRules), request, provider, options)
  }

  /** A clip made anew, in pixels and frames a second. Tried once. Throws as every call, and `out_of_range`. */
  transfer(request: TransferRequest, provider: string, options: CallOptions = {}): Promise<VideoClip> {
    return this.#call(() => load.mediaRules().then(({transferRules}) => transferRules), request, provider, options)
  }

  /** Actions of a policy. The translator belongs to the host; without one there is no call. Throws as every call, and `translator_missing`. */
  policy(
    request: PolicyRequest,
    provider: string,
    options: CallOptions & {readonly translator: ActionTranslator},
  ): Promise<ActionPolicyResult> {
    const rules = () => load.policyRules().then(({policyRules}) => policyRules(options?.translator))
    const call = {
      find: () => this.#known.find(provider),
      rules,
      request,
      options: options ?? {},
      extraOptions: ['translator'],
    }
    return callRegistered(call, this.#ports)
  }

  /**
   * Actions towards a structured goal, in the way the provider offers: a search over its predictions from `worldState` or over its scores of
   * `info`, its own answer as a policy, or scores of what `policyProvider` proposes. The same seed and answers give the same plan.
   * `options` hold for each call by itself. Throws `invalid_input`, `goal_not_structured`, `capability_missing`, `translator_missing` before anybody is asked;
   * `budget_exceeded` where the budget allows no evaluation; and what the providers throw.
   */
  plan(request: PlanRequest, options: CallOptions = {}): Promise<PlanResult> {
    const ports = {library: this, clock: this.#ports.clock}
    // Environments and planners are loaded by who plans.
    return import('./planning/make-plan.ts').then(({makePlan}) => makePlan(request, options, ports))
  }

  /** Tells a policy that a new episode begins. One that remembers nothing does nothing. Throws as every call. */
  reset(provider: string, request: ResetRequest = {}, options: CallOptions = {}): Promise<void> {
    return import('./call/call-reset.ts').then(({callReset}) =>
      callReset(() => this.#known.find(provider), request, options, this.#ports),
    )
  }

  /** Throws what a call with this request is refused with before anything is sent; sends and starts nothing, so what only a server knows stays open. */
  check(operation: ProviderCapability, request: unknown, provider: string): Promise<void> {
    return import('./call/check-call.ts').then(({checkCall}) =>
      checkCall(() => this.#known.find(provider), operation, request, this.#ports.redactor),
    )
  }

  /** Small requests that a provider takes, where it names some: for trials where nobody says what to send. Throws `unknown_provider`, `unconfigured`. */
  examples(provider: string): Promise<Examples> {
    return openExamples(() => this.#known.find(provider))
  }

  /** Adds a provider of the host's own. Throws `duplicate_provider`, `schema_invalid`, `config_invalid`. */
  registerProvider(provider: Provider, options: RegistrationOptions = {}): {readonly name: string} {
    return {name: this.#known.add(provider, options)}
  }

  /** How well a provider is, looked at up to `level`; never by real work. Throws `unknown_provider`, `cancelled`. */
  health(provider: string, options: HealthOptions = {}): Promise<ProviderHealth> {
    return load.healthChecks().then(({diagnoseHealth}) => diagnoseHealth(this.#known, provider, options, this.#ports))
  }

  /** Whether a host may send traffic to a provider now: `ready`, `provider_unconfigured` or `provider_unhealthy`. Throws `unknown_provider`, `cancelled`. */
  readiness(provider: string, options: HealthOptions = {}): Promise<Readiness> {
    return load.healthChecks().then(({checkReadiness}) => checkReadiness(this.#known, provider, options, this.#ports))
  }

  /** One row a known provider. `probe` looks at each registered one, all at once. Throws `cancelled`. */
  doctor(options: DoctorOptions = {}): Promise<ProviderDiagnosis[]> {
    const {probe, ...filter} = options
    return diagnoseProviders(this.#known.configurations, filter, probe && ((name) => this.health(name, probe)))
  }

  /** What a known provider is and needs, configured or not: a copy, as all that is given out here. Throws `unknown_provider`. */
  profileOf(provider: string): ProviderProfile {
    return structuredClone(this.#known.configuration(provider).profile)
  }

  /** What a provider promises, loaded if need be. Throws `unknown_provider`, `unconfigured`. */
  describe(provider: string, options: Pick<CallOptions, 'signal'> = {}): Promise<Description> {
    return openProvider(() => this.#known.find(provider), this.#ports, options.signal)
  }

  /** Preflight and warm-up of a provider, one result each; `skipped` where the host lacks what it needs. Throws `unknown_provider`, `config_invalid`. */
  start(provider: string): Promise<HookResult[]> {
    return import('./hook/start-provider.ts').then(({startProvider}) =>
      startProvider(provider, () => this.#known.find(provider), this.#ports),
    )
  }

  /** Settles when every sink has the events told so far. `lostEvents` counts those that some sink failed to take. Never rejects. */
  flush(): Promise<void> {
    const own = this.#known.rows().map((row) => row.sink?.flush())
    return Promise.all([this.#ports.dispatcher.flush(), ...own]).then(() => undefined)
  }

  get lostEvents(): number {
    return this.#known.rows().reduce((sum, row) => sum + (row.sink?.lost ?? 0), this.#ports.dispatcher.lost)
  }

  /** Tears down what was used, last first, and flushes. Never rejects; a teardown that failed says so in its row. */
  close(): Promise<HookResult[]> {
    return closeProviders(this.#known.rows(), this.#ports)
  }

  /** Closes it as `close` does, at the end of an `await using`. Never rejects. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close().then(() => undefined)
  }

  /** Limits and retries in force for a provider, resolved to numbers. Throws `unknown_provider`. */
  requestPolicy(provider: string): ProviderRequestPolicy {
    return structuredClone(this.#known.find(provider).policy)
  }

  #call<Request, Result>(
    rules: () => OperationRules<Request, Result> | Promise<OperationRules<Request, Result>>,
    request: Request,
    name: string,
    options: CallOptions,
  ): Promise<Result> {
    return callRegistered({find: () => this.#known.find(name), rules, request, options}, this.#ports)
  }
}
