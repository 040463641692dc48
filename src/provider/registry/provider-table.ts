import type {ProviderCapability, ProviderProfile, ProviderRequestPolicy} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {nearestNames, nearestQuestion} from '#error/nearest'
import {type ComposedSink, composeEventHandlers} from '#event/compose-event-handlers'
import type {EventTarget} from '#event/event-sink'
import {loadFault} from '../catalogue/availability.ts'
import {NOT_LOADED} from '../catalogue/configuration.ts'
import type {Provider} from '../model/provider.ts'
import {RunMemory} from '../operation/operation-rules.ts'
import type {RegistryEntry} from './registry.ts'

/** What a host may add when it registers a provider of its own. */
export interface RegistrationOptions {
  readonly eventHandler?: EventTarget
  readonly requestPolicy?: ProviderRequestPolicy
}

/** A registered provider, loaded once and at first use. */
export interface Registered {
  readonly profile: ProviderProfile
  readonly policy: ProviderRequestPolicy
  readonly memory: RunMemory
  readonly sink?: ComposedSink
  readonly onlySends: boolean
  readonly isLoaded: boolean
  provider(): Promise<Provider>
  /** After its teardown: whoever wants it again gets it loaded anew. */
  unload(): void
}

/** Providers by name, in order of registration. */
export class ProviderTable {
  readonly #rows = new Map<string, Registered>()

  /** Throws `duplicate_provider`. `resolve` turns a provider's own policy into the one in force. */
  add(
    entry: RegistryEntry,
    resolve: (own: ProviderRequestPolicy) => ProviderRequestPolicy,
    options: RegistrationOptions = {},
  ): Registered {
    const {name} = entry.profile
    if (this.#rows.has(name)) throw duplicateProvider(name)
    const row = new Row(entry, resolve(options.requestPolicy ?? entry.profile.request_policy), options.eventHandler)
    this.#rows.set(name, row)
    return row
  }

  get(name: string): Registered | undefined {
    return this.#rows.get(name)
  }

  all(): readonly Registered[] {
    return [...this.#rows.values()]
  }
}

class Row implements Registered {
  readonly profile: ProviderProfile
  readonly policy: ProviderRequestPolicy
  readonly memory = new RunMemory()
  readonly sink?: ComposedSink
  readonly onlySends: boolean
  readonly #entry: RegistryEntry
  #provider: Promise<Provider> | undefined

  constructor(entry: RegistryEntry, policy: ProviderRequestPolicy, handler: EventTarget | undefined) {
    this.profile = entry.profile
    this.policy = policy
    this.onlySends = entry.onlySends === true
    this.#entry = entry
    if (handler !== undefined) this.sink = composeEventHandlers(handler)
  }

  get isLoaded(): boolean {
    return this.#provider !== undefined
  }

  provider(): Promise<Provider> {
    // A load that failed may be tried again.
    this.#provider ??= this.#entry.load().catch((error: unknown) => {
      this.#provider = undefined
      throw loadFault(error, this.profile.name)
    })
    return this.#provider
  }

  unload(): void {
    this.#provider = undefined
  }
}

export function duplicateProvider(name: string): AssayError {
  return new AssayError('duplicate_provider', `a provider named ${name} is known already`)
}

interface KnownName {
  readonly name: string
  readonly skip_reason?: string | undefined
}

/** The refusal of a name nobody knows, with close ones, and with the modules that could not be loaded: it may be the provider of one. */
export function unknownProvider(name: string, known: readonly KnownName[]): AssayError {
  const unloaded = known.flatMap((one) => (isUnloaded(one) ? [`${one.name} ${one.skip_reason}`] : []))
  const near = nearestNames(
    name,
    known.map((one) => one.name),
  )
  const hint = nearestQuestion(near) ?? 'Run assay provider list.'
  const message = ['there is no such provider', ...unloaded].join('; ')
  return new AssayError('unknown_provider', message, {hint, detail: {near}, given: name})
}

function isUnloaded({skip_reason}: KnownName): boolean {
  return skip_reason?.startsWith(NOT_LOADED) === true
}

export function checkCapability(profile: ProviderProfile, capability: ProviderCapability): void {
  if (profile.capabilities.includes(capability)) return
  const hint = `It can ${profile.capabilities.join(', ') || 'do nothing'}.`
  throw new AssayError('capability_missing', `provider ${profile.name} cannot ${capability}`, {hint})
}
