import type {EnvPresence, ProviderDiagnosis} from '#contract/generated/types'
import {AssayError, codeOf} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import {ProviderError} from '#error/provider-error'
import {CATALOGUE} from './catalogue.ts'

/** Whether a trial can call a provider. `missing`: names of the variables that would configure it, or what else is not there; never a value. */
export interface Availability {
  readonly name: string
  readonly skipReason?: 'unconfigured' | 'not_implemented' | 'runtime_missing'
  readonly missing: readonly string[]
}

const SKIP_REASONS: Partial<Record<ErrorCode, Availability['skipReason']>> = {
  not_implemented: 'not_implemented',
  runtime_missing: 'runtime_missing',
  package_missing: 'runtime_missing',
}

/** Why a provider cannot be called that was registered and then turned out to lack something on this machine, in its own words. */
export function lackOf({code, message}: AssayError): Pick<Availability, 'skipReason' | 'missing'> {
  return {skipReason: SKIP_REASONS[code] ?? 'unconfigured', missing: [message]}
}

/** What a trial needs to know of a diagnosed provider: one that is not registered is a skip, with the variables it lacks. */
export function availabilityOf(diagnosis: ProviderDiagnosis): Availability {
  const {name, registered} = diagnosis
  if (registered) return {name, missing: []}
  const missing = missingVariables(diagnosis)
  return {name, missing, skipReason: missing.length > 0 ? 'unconfigured' : 'not_implemented'}
}

/** Which variables were set, never to what. */
export function presenceOf({config_summary}: ProviderDiagnosis): EnvPresence[] {
  return config_summary.fields.map(({name, present, source, secret}) => ({name, present, source, secret}))
}

/** True when a variable is there and wrong: a mistake to correct, not a reason to skip. */
export function isMisconfigured({registered, config_summary}: ProviderDiagnosis): boolean {
  return !registered && config_summary.fields.some((field) => !field.valid)
}

function missingVariables({name, config_summary}: ProviderDiagnosis): string[] {
  const requires = CATALOGUE.find((entry) => entry.profile.name === name)?.profile.requires
  const present = config_summary.fields
    .filter((field) => field.present)
    .flatMap((field) => [field.name, ...field.aliases])
  const isMissing = (variable: string) => !present.includes(variable)
  // What a host defines is in no catalogue.
  const required = requires?.all_of ?? config_summary.fields.flatMap((field) => (field.required ? [field.name] : []))
  const groups = (requires?.any_of ?? []).filter((names) => names.every(isMissing))
  return [...required.filter(isMissing), ...groups.map((names) => names.join(' or '))]
}

/** What the owner of this machine has to bring: variables, programs, packages. It says nothing about the provider. */
const LACKS: readonly ErrorCode[] = ['unconfigured', 'runtime_missing', 'package_missing', 'not_implemented']

/** True where a provider cannot be asked because something is not on this machine. Nothing is ever installed for it: it is left out. */
export function isHostLack(error: unknown): error is AssayError {
  return error instanceof AssayError && LACKS.includes(error.code)
}

const NOT_LOADED: readonly unknown[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED']

/** What could not be loaded, as in "the package zeromq", because it is not here or not for this machine; undefined for every other error. */
export function missingPackage(error: unknown): string | undefined {
  const isMissing =
    codeOf(error) === undefined && error instanceof Error && NOT_LOADED.includes(Reflect.get(error, 'code'))
  if (!isMissing) return undefined
  const [, name] = /(?:package|module) '([@\w/.-]{1,100})'/.exec(error.message) ?? []
  return name === undefined || name.startsWith('/') ? 'a package' : `the package ${name}`
}

/** The error of an adapter that did not load: a package that is missing is a lack of the host. */
export function loadFault(error: unknown, provider: string): unknown {
  const what = missingPackage(error)
  if (what === undefined) return error
  return new ProviderError('runtime_missing', `${what} that provider ${provider} needs cannot be loaded here`, {
    provider,
    cause: error,
    retryable: false,
  })
}
