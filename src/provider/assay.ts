import type {ProviderDiagnosis, ProviderHealth, ProviderProfile, ProviderRequestPolicy} from '#contract/generated/types'
import {EventDispatcher} from '#event/event-dispatcher'
import type {EventTarget} from '#event/event-sink'
import type {AddressPolicy} from '#net/address-policy'
import type {Clock} from '#random/clock'
import type {Entropy} from '#random/entropy'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'
import type {Action} from '#world/action'
import type {WorldState} from '#world/world-state'
import type {PlanRequest, PlanResult} from './action-plan.ts'
import type {ArtifactStore} from './artifact.ts'
import type {CallOptions} from './call-options.ts'
import {callRegistered} from './call-registered.ts'
import {callReset} from './call-reset.ts'
import {checkHealth, checkReadiness, type HealthOptions} from './check-health.ts'
import {closeProviders} from './close-providers.ts'
import {type DiagnosisFilter, diagnoseProviders} from './diagnose-providers.ts'
import type {Extras} from './external/extras.ts'
import {KnownProviders} from './known-providers.ts'
import type {HookResult} from './lifecycle.ts'
import {generateRules, transferRules, type VideoClip} from './media-rules.ts'
import {type Description, openProvider} from './open-provider.ts'
import type {OperationPorts} from './operation-plan.ts'
import type {OperationRules} from './operation-rules.ts'
import {type ActionPolicyResult, type ActionTranslator, policyRules} from './policy-rules.ts'
import {type BatchResult, batchRules, type PredictionResult, predictRules} from './predict-rules.ts'
import type {
  BatchRequest,
  EmbedRequest,
  GenerateRequest,
  PolicyRequest,
  Provider,
  ReasonRequest,
  ResetRequest,
  TransferRequest,
} from './provider.ts'
import type {RegistrationOptions} from './provider-table.ts'
import type {Readiness} from './readiness.ts'
import type {PolicyChoice} from './request-policy.ts'
import {type ActionScoreResult, type ScoreInput, scoreRules} from './score-rules.ts'
import {startProvider} from './start-provider.ts'
import {type EmbeddingResult, embedRules, type ReasoningResult, reasonRules} from './text-rules.ts'
import {type WaitOut, waitOut} from './wait-out.ts'

export interface AssayOptions {
  readonly eventHandler?: EventTarget | undefined
  /** The same under the name of the operations contract. */
  readonly event_handler?: EventTarget | undefined
  /** Variables that configure providers; nothing is read from the process itself. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Limits and retries chosen over every provider's own. */
  readonly limits?: PolicyChoice
  /** Where connections may go beside public addresses; else what `ASSAY_ALLOW_LOOPBACK` and `ASSAY_ALLOW_HOSTS` of `env` say. */
  readonly network?: AddressPolicy
  /** Providers that the host named in a file or as modules; see `loadExtras`. */
  readonly extras?: Extras | undefined
  /** Where clips of providers elsewhere go while they are fetched, such as an `ArtifactFolder`; without it they stay in memory. */
  readonly artifacts?: ArtifactStore | undefined
  readonly redactor?: Redactor
  readonly clock?: Clock
  readonly entropy?: Entropy
  readonly waitOut?: WaitOut
}

export interface DoctorOptions extends DiagnosisFilter {
  readonly probe?: HealthOptions
}

/** The library: calls providers by name, checks what goes in and comes out, and tells events. Loads no adapter before its first use. */
export class Assay {
  readonly #ports: OperationPorts
  readonly #known: KnownProviders

  /** Throws `preset_unknown`, `out_of_range` for limits that cannot be. */
  constructor(options: AssayOptions = {}) {
    const {
      event_handler,
      eventHandler = event_handler,
      redactor = new Redactor(),
      clock = systemClock,
      entropy = systemEntropy,
    } = options
    const dispatcher = new EventDispatcher(eventHandler ? [eventHandler] : [], {redactor, clock, entropy})
    const {artifacts} = options
    this.#ports = {dispatcher, redactor, clock, entropy, waitOut: options.waitOut ?? waitOut, artifacts}
    this.#known = new KnownProviders(
      {env: options.env ?? {}, network: options.network, limits: options.limits ?? {}, extras: options.extras},
      redactor,
    )
  }

  /** The world `steps` environment steps later, as the provider sees it. */
  // biome-ignore lint/complexity/useMaxParams: the operations contract names these parameters.
  predict(
    worldState: WorldState,
    action: Action,
    steps: number,
    provider: string,
    options: CallOptions = {},
  ): Promise<PredictionResult> {
    return this.#call(predictRules, {world_state: worldState, action, steps}, provider, options)
  }

  predictBatch(request: BatchRequest, provider: string, options: CallOptions = {}): Promise<BatchResult> {
    return this.#call(batchRules, request, provider, options)
  }

  score(request: ScoreInput, provider: string, options: CallOptions = {}): Promise<ActionScoreResult> {
    return this.#call(scoreRules, request as never, provider, options)
  }

  embed(request: EmbedRequest, provider: string, options: CallOptions = {}): Promise<EmbeddingResult> {
    return this.#call(embedRules, request, provider, options)
  }

  reason(request: ReasonRequest, provider: string, options: CallOptions = {}): Promise<ReasoningResult> {
    return this.#call(reasonRules, request, provider, options)
  }

  generate(request: GenerateRequest, provider: string, options: CallOptions = {}): Promise<VideoClip> {
    return this.#call(generateRules, request, provider, options)
  }

  transfer(request: TransferRequest, provider: string, options: CallOptions = {}): Promise<VideoClip> {
    return this.#call(transferRules, request, provider, options)
  }

  /** The translator belongs to the host; without one there is no call. */
  policy(
    request: PolicyRequest,
    provider: string,
    options: CallOptions & {readonly translator: ActionTranslator},
  ): Promise<ActionPolicyResult> {
    const rules = () => policyRules(options?.translator)
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
    return import('./make-plan.ts').then(({makePlan}) => makePlan(request, options, ports))
  }

  /** Tells a policy that a new episode begins: between episodes, whoever runs them. One that remembers nothing does nothing. */
  reset(provider: string, request: ResetRequest = {}, options: CallOptions = {}): Promise<void> {
    return callReset(() => this.#known.find(provider), request, options, this.#ports)
  }

  /** Adds a provider of the host's own. Throws `duplicate_provider`, `schema_invalid`, `config_invalid`. */
  registerProvider(provider: Provider, options: RegistrationOptions = {}): {readonly name: string} {
    return {name: this.#known.add(provider, options)}
  }

  /** How well a provider is, looked at up to `level`; never by real work. Throws `unknown_provider`, `cancelled`. */
  health(provider: string, options: HealthOptions = {}): Promise<ProviderHealth> {
    return checkHealth(this.#known, provider, options, this.#ports)
  }

  /** Whether a host may send traffic to a provider now. */
  readiness(provider: string, options: HealthOptions = {}): Promise<Readiness> {
    return checkReadiness(this.#known, provider, options, this.#ports)
  }

  /** One row a known provider. `probe` looks at each registered one, all at once. */
  doctor(options: DoctorOptions = {}): Promise<ProviderDiagnosis[]> {
    const {probe, ...filter} = options
    return diagnoseProviders(this.#known.configurations, filter, probe && ((name) => this.health(name, probe)))
  }

  /** What a known provider is and needs, configured or not. Throws `unknown_provider`. */
  profileOf(provider: string): ProviderProfile {
    return this.#known.configuration(provider).profile
  }

  /** What a provider promises, loaded if need be. Throws `unknown_provider`, `unconfigured`. */
  describe(provider: string): Promise<Description> {
    return openProvider(() => this.#known.find(provider))
  }

  /** Preflight and warm-up of a provider, one result each. Throws `unknown_provider`, `unconfigured`. */
  start(provider: string): Promise<HookResult[]> {
    return startProvider(() => this.#known.find(provider), this.#ports)
  }

  /** Settles when every sink has the events told so far. `lostEvents` counts those that some sink failed to take. */
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

  /** Limits and retries in force for a provider, resolved to numbers. Throws `unknown_provider`. */
  requestPolicy(provider: string): ProviderRequestPolicy {
    return this.#known.find(provider).policy
  }

  #call<Request, Result>(
    rules: OperationRules<Request, Result>,
    request: Request,
    name: string,
    options: CallOptions,
  ): Promise<Result> {
    return callRegistered({find: () => this.#known.find(name), rules: () => rules, request, options}, this.#ports)
  }
}
