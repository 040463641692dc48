import {record} from '#contract/json'
import {AssayError} from '#error/assay-error'
import {demandOptions, unknownOption} from '#error/collect-mistakes'
import type {EventTarget} from '#event/event-sink'
import type {AddressPolicy} from '#net/address-policy'
import type {Clock} from '#random/clock'
import type {Entropy} from '#random/entropy'
import type {Timers} from '#random/timers'
import type {Redactor} from '#redact/redactor'
import type {Extras} from './catalogue/extras.ts'
import type {ArtifactStore} from './model/artifact.ts'
import type {Witness} from './model/operation-plan.ts'
import type {PolicyChoice} from './model/request-policy.ts'
import type {WaitOut} from './model/wait-out.ts'

/** What a library gets from whoever leaves none of it to chance: the environment of the caller, and one redactor, clock and source of names. */
export type LibraryPorts = Required<Pick<AssayOptions, 'env' | 'redactor' | 'clock' | 'entropy'>> & {
  // Spelt out: published types hold nothing that is internal.
  readonly extras?: Extras | undefined
}

/** How a library of providers is set up; every field may be left out. Nothing is read from the process. */
export interface AssayOptions {
  readonly eventHandler?: EventTarget | undefined
  /** `eventHandler` under its name in the operations contract. */
  readonly event_handler?: EventTarget | undefined
  /** Variables that configure providers, and `TRACEPARENT` for events; nothing is read from the process itself. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Limits and retries chosen over every provider's own. */
  readonly limits?: PolicyChoice
  /** Where connections may go beside public addresses; else what `ASSAY_ALLOW_LOOPBACK` and `ASSAY_ALLOW_HOSTS` of `env` say. */
  readonly network?: AddressPolicy
  /**
   * Providers that the host named in a file or as modules; see `loadExtras`.
   * @internal
   */
  readonly extras?: Extras | undefined
  /** Where clips of providers elsewhere go while they are fetched, such as an `ArtifactFolder`; without it they stay in memory. */
  readonly artifacts?: ArtifactStore | undefined
  readonly redactor?: Redactor
  /** Timers that it lacks are those of this machine. */
  readonly clock?: Clock & Partial<Timers>
  readonly entropy?: Entropy
  readonly waitOut?: WaitOut
  /**
   * Who times the providers.
   * @internal
   */
  readonly witness?: Witness | undefined
}

const isRecord = (value: unknown) => record(value) !== undefined
const isFunction = (value: unknown) => typeof value === 'function'
const has = (value: unknown, ...names: readonly string[]) => {
  const given = record(value)
  return given !== undefined && names.every((name) => isFunction(given[name]))
}
const isEnv = (value: unknown) =>
  isRecord(value) && Object.values(value as object).every((one) => one === undefined || typeof one === 'string')
const isHandler = (value: unknown) => isFunction(value) || isRecord(value)

type Wanted = readonly [fits: (value: unknown) => boolean, words: string]
const WANTED: Readonly<Record<keyof Required<AssayOptions>, Wanted>> = {
  eventHandler: [isHandler, 'a function or a sink'],
  event_handler: [isHandler, 'a function or a sink'],
  env: [isEnv, 'an object of texts by name'],
  limits: [isRecord, 'an object of limits'],
  network: [isRecord, 'what addressPolicy gives'],
  extras: [isRecord, 'an object'],
  artifacts: [isRecord, 'an object that keeps clips'],
  redactor: [isRecord, 'a Redactor'],
  clock: [(value) => has(value, 'nowMs', 'monotonicNs'), 'an object with the functions nowMs and monotonicNs'],
  entropy: [(value) => has(value, 'bytes'), 'an object with the function bytes'],
  waitOut: [isFunction, 'a function'],
  witness: [isRecord, 'an object that is told when a provider is asked and when it answered'],
}
const LIMITS: Readonly<Record<keyof Required<PolicyChoice>, true>> = {
  timeoutPreset: true,
  retryPreset: true,
  timeoutSeconds: true,
  maxElapsedSeconds: true,
  retries: true,
}

/** A misspelt limit would be one that does not hold. Throws `invalid_input` for what is not known, or of another kind. */
export function checkAssayOptions(given: unknown): void {
  const options = record(given)
  if (options === undefined) throw new AssayError('invalid_input', 'Assay takes one object of options')
  const known = new Map<string, Wanted>(Object.entries(WANTED))
  const wrong = Object.entries(options).flatMap(([key, value]) => {
    const wanted = known.get(key)
    if (wanted === undefined) return [unknownOption('Assay', key, [...known.keys()])]
    const [fits, words] = wanted
    return value === undefined || fits(value) ? [] : [{key, message: `the option ${key} of Assay must be ${words}`}]
  })
  const limits = Object.keys(record(options['limits']) ?? {})
  const names = Object.keys(LIMITS)
  const strange = limits.filter((key) => !names.includes(key)).map((key) => unknownOption('limits', key, names))
  demandOptions([...wrong, ...strange])
}

// What few callers ask for is loaded when somebody does, once: an import costs 15 to 30 µs even where the module is there already.
export const load = {
  textRules: once(() => import('./operation/text-rules.ts')),
  mediaRules: once(() => import('./operation/media-rules.ts')),
  policyRules: once(() => import('./operation/policy-rules.ts')),
  healthChecks: once(() => import('./health/check-health.ts')),
}

function once<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loaded: Promise<Module> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
