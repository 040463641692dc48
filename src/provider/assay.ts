import type {ProviderDiagnosis, ProviderHealth, ProviderProfile, ProviderRequestPolicy} from '#contract/generated/types'
import {EventDispatcher} from '#event/event-dispatcher'
import type {EventTarget} from '#event/event-sink'
import type {Clock} from '#random/clock'
import type {Entropy} from '#random/entropy'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'
import type {Action} from '#world/action'
import type {WorldState} from '#world/world-state'
import type {CallOptions} from './call-options.ts'
import {callRegistered} from './call-registered.ts'
import {CATALOGUE} from './catalogue.ts'
import {checkHealth, checkReadiness, type HealthOptions} from './check-health.ts'
import {closeProviders} from './close-providers.ts'
import {builtInConfiguration, type Configuration, readConfiguration, refusalOf} from './configuration.ts'
import {type DiagnosisFilter, diagnoseProviders} from './diagnose-providers.ts'
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
  TransferRequest,
} from './provider.ts'
import {
  duplicateProvider,
  ProviderTable,
  type Registered,
  type RegistrationOptions,
  unknownProvider,
} from './provider-table.ts'
import type {Readiness} from './readiness.ts'
import {checkRegistration} from './registration.ts'
import {BUILT_IN, withoutTransportEntry} from './registry.ts'
import {type PolicyChoice, resolvePolicy} from './request-policy.ts'
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
  readonly #table = new ProviderTable()
  readonly #ports: OperationPorts
  readonly #limits: PolicyChoice
  readonly #configurations: Configuration[]

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
    this.#ports = {dispatcher, redactor, clock, entropy, waitOut: options.waitOut ?? waitOut}
    this.#limits = options.limits ?? {}
    this.#configurations = [
      ...BUILT_IN.map((entry) => builtInConfiguration(entry.profile)),
      ...CATALOGUE.map((entry) => readConfiguration(entry, options.env ?? {})),
    ]
    for (const secret of this.#configurations.flatMap((one) => one.secrets)) redactor.register(secret)
    for (const entry of BUILT_IN) this.#table.add(entry, this.#resolve)
    for (const {profile, state} of this.#configurations.slice(BUILT_IN.length)) {
      if (state === 'registered') this.#table.add(withoutTransportEntry(profile), this.#resolve)
    }
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
      find: () => this.#find(provider),
      rules,
      request,
      options: options ?? {},
      extraOptions: ['translator'],
    }
    return callRegistered(call, this.#ports)
  }

  /** Adds a provider of the host's own. Throws `duplicate_provider`, `schema_invalid`, `config_invalid`. */
  registerProvider(provider: Provider, options: RegistrationOptions = {}): {readonly name: string} {
    const profile = checkRegistration(provider, options)
    if (this.#configurations.some((one) => one.profile.name === profile.name)) throw duplicateProvider(profile.name)
    this.#table.add({profile, load: () => Promise.resolve(provider)}, this.#resolve, options)
    this.#configurations.push(builtInConfiguration(profile))
    return {name: profile.name}
  }

  /** How well a provider is, looked at up to `level`; never by real work. Throws `unknown_provider`, `cancelled`. */
  health(provider: string, options: HealthOptions = {}): Promise<ProviderHealth> {
    return checkHealth(
      {configuration: this.#configurationOf, row: (name) => this.#table.get(name)},
      provider,
      options,
      this.#ports,
    )
  }

  /** Whether a host may send traffic to a provider now. */
  readiness(provider: string, options: HealthOptions = {}): Promise<Readiness> {
    return checkReadiness(
      {configuration: this.#configurationOf, row: (name) => this.#table.get(name)},
      provider,
      options,
      this.#ports,
    )
  }

  /** One row a known provider. `probe` looks at each registered one, all at once. */
  doctor(options: DoctorOptions = {}): Promise<ProviderDiagnosis[]> {
    const {probe, ...filter} = options
    return diagnoseProviders(this.#configurations, filter, probe && ((name) => this.health(name, probe)))
  }

  /** What a known provider is and needs, configured or not. Throws `unknown_provider`. */
  profileOf(provider: string): ProviderProfile {
    return this.#configurationOf(provider).profile
  }

  /** What a provider promises, loaded if need be. Throws `unknown_provider`, `unconfigured`. */
  describe(provider: string): Promise<Description> {
    return openProvider(() => this.#find(provider))
  }

  /** Preflight and warm-up of a provider, one result each. Throws `unknown_provider`, `unconfigured`. */
  start(provider: string): Promise<HookResult[]> {
    return startProvider(() => this.#find(provider), this.#ports)
  }

  /** Settles when every sink has the events told so far. `lostEvents` counts those that some sink failed to take. */
  flush(): Promise<void> {
    const own = this.#table.all().map((row) => row.sink?.flush())
    return Promise.all([this.#ports.dispatcher.flush(), ...own]).then(() => undefined)
  }

  get lostEvents(): number {
    return this.#table.all().reduce((sum, row) => sum + (row.sink?.lost ?? 0), this.#ports.dispatcher.lost)
  }

  /** Tears down what was used, last first, and flushes. Never rejects; a teardown that failed says so in its row. */
  close(): Promise<HookResult[]> {
    return closeProviders(this.#table.all(), this.#ports)
  }

  /** Limits and retries in force for a provider, resolved to numbers. Throws `unknown_provider`. */
  requestPolicy(provider: string): ProviderRequestPolicy {
    return this.#find(provider).policy
  }

  readonly #resolve = (own: ProviderRequestPolicy) => resolvePolicy(own, this.#limits)

  #call<Request, Result>(
    rules: OperationRules<Request, Result>,
    request: Request,
    name: string,
    options: CallOptions,
  ): Promise<Result> {
    return callRegistered({find: () => this.#find(name), rules: () => rules, request, options}, this.#ports)
  }

  #find(name: string): Registered {
    const found = this.#table.get(name)
    if (found !== undefined) return found
    throw refusalOf(this.#configurationOf(name))
  }

  readonly #configurationOf = (name: string): Configuration => {
    const found = this.#configurations.find((one) => one.profile.name === name)
    if (found !== undefined) return found
    throw unknownProvider(
      name,
      this.#configurations.map((one) => one.profile.name),
    )
  }
}
