import {providerProfile} from '#contract/generated/provider-profile'
import type {ProviderProfile, ProviderRequestPolicy} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {AssayError} from '#error/assay-error'
import type {AddressPolicy} from '#net/address-policy'
import type {Variables} from '#process/variables'
import type {Redactor} from '#redact/redactor'
import {registerVariable} from '#redact/register-variable'
import {CATALOGUE} from '../catalogue/catalogue.ts'
import {
  builtInConfiguration,
  type Configuration,
  callRefusal,
  readConfiguration,
  skippedConfiguration,
} from '../catalogue/configuration.ts'
import type {Extra, Extras} from '../catalogue/extras.ts'
import {SLOTS} from '../model/call-options.ts'
import type {Provider} from '../model/provider.ts'
import {type PolicyChoice, resolvePolicy} from '../model/request-policy.ts'
import {
  duplicateProvider,
  ProviderTable,
  type Registered,
  type RegistrationOptions,
  unknownProvider,
} from './provider-table.ts'
import {BUILT_IN, catalogueEntry} from './registry.ts'

const PLAIN_PROBE = "probe: (level) => ({level, ok: true, detail: 'well'})"

export interface KnownOptions {
  readonly env: Variables
  readonly network: AddressPolicy | undefined
  readonly limits: PolicyChoice
  readonly extras: Extras | undefined
}

/** Every provider there is a name for, and those of them that can be called. Nothing is loaded here. */
export class KnownProviders {
  readonly #table = new ProviderTable()
  readonly #configurations: Configuration[]
  readonly #limits: PolicyChoice

  /** Secret values of the environment go to the redactor before anything else happens with them. */
  constructor({env, network, limits, extras}: KnownOptions, redactor: Pick<Redactor, 'register'>) {
    this.#limits = limits
    const elsewhere = CATALOGUE.map((entry) => ({entry, configuration: readConfiguration(entry, env)}))
    this.#configurations = BUILT_IN.map((entry) => builtInConfiguration(entry.profile))
    for (const entry of BUILT_IN) this.#table.add(entry, this.#resolve)
    for (const {entry, configuration} of elsewhere) {
      this.#know(configuration, redactor)
      if (configuration.state === 'registered') this.#table.add(catalogueEntry(entry, env, network), this.#resolve)
    }
    for (const extra of extras?.providers ?? []) this.#addExtra(extra, {env, network}, redactor)
    for (const {name, reason} of extras?.skipped ?? []) this.#configurations.push(skippedConfiguration(name, reason))
  }

  get configurations(): readonly Configuration[] {
    return this.#configurations
  }

  /** Throws `unknown_provider`, `invalid_input` for a name that is no text. */
  configuration(name: string): Configuration {
    if (typeof name !== 'string') throw new AssayError('invalid_input', 'the name of a provider must be a text')
    const found = this.#configurations.find((one) => one.profile.name === name)
    if (found !== undefined) return found
    const known = this.#configurations.map(({profile, skipReason}) => ({name: profile.name, skip_reason: skipReason}))
    throw unknownProvider(name, known)
  }

  row(name: string): Registered | undefined {
    return this.#table.get(name)
  }

  rows(): readonly Registered[] {
    return this.#table.all()
  }

  /** Throws why it cannot be called: `unknown_provider`, `unconfigured`, `config_invalid`, `not_implemented`. */
  find(name: string): Registered {
    const found = this.#table.get(name)
    if (found !== undefined) return found
    throw callRefusal(this.configuration(name))
  }

  /** Takes a provider of the host's own. Throws `duplicate_provider`, `schema_invalid`, `config_invalid`. */
  add(provider: Provider, options: RegistrationOptions): string {
    const {requestPolicy} = options
    const own = takenProvider(provider, options)
    const {profile} = own
    if (this.#configurations.some((one) => one.profile.name === profile.name)) throw duplicateProvider(profile.name)
    this.#table.add({profile, load: () => Promise.resolve(own)}, this.#resolve, {
      ...options,
      ...(requestPolicy && {requestPolicy: structuredClone(requestPolicy)}),
    })
    this.#configurations.push(builtInConfiguration(profile))
    return profile.name
  }

  #know(configuration: Configuration, redactor: Pick<Redactor, 'register'>): void {
    this.#configurations.push(configuration)
    const register = (value: string) => redactor.register(value)
    for (const secret of configuration.secrets) register(secret)
    for (const variable of configuration.variables) registerVariable(variable, register)
  }

  #addExtra(
    {entry, load}: Extra,
    {env, network}: Pick<KnownOptions, 'env' | 'network'>,
    redactor: Pick<Redactor, 'register'>,
  ): void {
    const {profile} = entry
    if (this.#configurations.some((one) => one.profile.name === profile.name)) throw duplicateProvider(profile.name)
    const configuration = readConfiguration(entry, env)
    this.#know(configuration, redactor)
    if (configuration.state !== 'registered') return
    const loaded = () =>
      import('../catalogue/provider-setup.ts').then((module) => load(env, module.networkOf(env, network)))
    this.#table.add({profile, onlySends: true, load: loaded}, this.#resolve)
  }

  readonly #resolve = (own: ProviderRequestPolicy) => resolvePolicy(own, this.#limits)
}

/**
 * A provider a host brings as calls know it: its profile is a copy, for what the host changes later must not change what was checked, and one prediction is a
 * batch of one where it knows vectors alone. Throws `schema_invalid` for its shape, `config_invalid` where it promises a slot it does not fill or has no `probe`.
 */
export function takenProvider(provider: Provider, options: RegistrationOptions): Provider {
  const profile = checkedProfile(provider, options)
  const {checks, examples} = provider
  const taken = {
    ...(checks && {checks}),
    ...(examples && {examples: () => examples.call(provider)}),
    profile,
    // What it promises may be known only later.
    get descriptor() {
      return provider.descriptor ?? {}
    },
  }
  // Its operations may change, too: a program states in its first line whether it accepts batches.
  for (const slot of SLOTS)
    Object.defineProperty(taken, slot, {enumerable: true, get: () => filledSlot(provider, profile, slot)})
  return taken as Provider
}

function filledSlot(provider: Provider, {capabilities}: ProviderProfile, slot: (typeof SLOTS)[number]): unknown {
  const own: unknown = provider[slot]
  if (typeof own === 'function') return own.bind(provider)
  const {predictBatch} = provider
  if (slot !== 'predict' || !capabilities.includes('predict') || predictBatch === undefined) return undefined
  return predictWith(predictBatch.bind(provider))
}

function predictWith(predictBatch: NonNullable<Provider['predictBatch']>): NonNullable<Provider['predict']> {
  return (request, context) =>
    import('../external/ask-batch-of-one.ts').then(({predictByBatch}) =>
      predictByBatch(request, (batch) => Promise.try(predictBatch, batch, context)),
    )
}

function checkedProfile(provider: Provider, {requestPolicy}: RegistrationOptions): ProviderProfile {
  // Callers without types may pass anything.
  const given: unknown = provider
  if (typeof given !== 'object' || given === null) throw new AssayError('invalid_input', 'a provider must be an object')
  const profile = parse(providerProfile, provider.profile)
  if (requestPolicy !== undefined) checkRequestPolicy(profile, requestPolicy)
  const lacks = lacksOf(provider, profile)
  if (lacks.length === 0) return structuredClone(profile)
  throw new AssayError('config_invalid', `provider ${profile.name} ${lacks.join(', and ')}`)
}

/** Health is asked by `probe`, whatever a provider can do. */
function lacksOf(provider: Provider, {capabilities}: ProviderProfile): string[] {
  const empty = capabilities.filter((capability) => !isFilled(provider, capability))
  const probes = typeof provider.probe === 'function'
  return [
    ...(empty.length === 0 ? [] : [`promises ${empty.join(', ')} without a function for it`]),
    ...(probes ? [] : [`has no function probe, such as ${PLAIN_PROBE}`]),
  ]
}

/** A policy from a caller, whole and within its bounds. Throws `schema_invalid`. */
export function checkRequestPolicy(profile: ProviderProfile, policy: ProviderRequestPolicy): void {
  parse(providerProfile, {...profile, request_policy: policy})
}

function isFilled(provider: Provider, capability: ProviderProfile['capabilities'][number]): boolean {
  return provider[capability] !== undefined || (capability === 'predict' && provider.predictBatch !== undefined)
}
