import type {ProviderConfigSummary, ProviderProfile} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {ProviderError} from '#error/provider-error'
import type {Variables} from '#process/variables'
import type {Named} from '#redact/register-variable'
import {policyOf} from '../model/request-policy.ts'
import type {CatalogueEntry} from './catalogue.ts'
import {describeSetting, type Setting, variableOf} from './setting.ts'

/** How far a provider's variables go. `registered` is the only state in which it can be called. */
export interface Configuration {
  readonly profile: ProviderProfile
  readonly state: 'registered' | 'unconfigured' | 'invalid' | 'scaffold'
  readonly summary: ProviderConfigSummary
  /** Values for the redactor, before anything else happens with them. */
  readonly secrets: readonly string[]
  /** What else is set, with its name: passwords in addresses, and variables of somebody else that may be secret. */
  readonly variables: readonly Named[]
  /** Why it is not registered, naming variables only. */
  readonly skipReason?: string
}

/** What a provider's variables amount to. An invalid value registers nothing and is named. */
export function readConfiguration({profile, settings, secrets = []}: CatalogueEntry, env: Variables): Configuration {
  const fields = settings.map((setting) => describeSetting(setting, env))
  const missing = missingVariables(profile, env)
  const faults = fields
    .filter((field) => !field.valid)
    .map((field) => `${field.source.replace('env:', '')} ${field.detail}`)
  const found = settings.filter((setting) => setting.isSecret).map((setting) => variableOf(setting, env)?.value ?? '')
  const configured = missing.length === 0 && faults.length === 0 && profile.maturity !== 'scaffold'
  const body = {
    profile,
    summary: {provider: profile.name, configured, fields},
    secrets: [...secrets, ...found.filter((value) => value !== '')],
    variables: settings.flatMap((setting) => namedOf(setting, env)),
  }
  if (profile.maturity === 'scaffold')
    return {...body, state: 'scaffold', skipReason: 'a scaffold without an implementation'}
  if (faults.length > 0) return {...body, state: 'invalid', skipReason: faults.join('; ')}
  if (missing.length > 0) return {...body, state: 'unconfigured', skipReason: `set ${missing.join(' and ')}`}
  return {...body, state: 'registered'}
}

function namedOf(setting: Setting, env: Variables): Named[] {
  const variable = variableOf(setting, env)
  return variable === undefined ? [] : [{...variable, isAsked: setting.mayBeSecret ?? false}]
}

/** The summary of a provider that needs nothing. */
export function builtInConfiguration(profile: ProviderProfile): Configuration {
  const summary = {provider: profile.name, configured: true, fields: []}
  return {profile, state: 'registered', summary, secrets: [], variables: []}
}

/** How the reason begins of what could not be loaded. */
export const NOT_LOADED = 'could not be loaded'

/** A provider that was named and could not be loaded: it stands in every list, with the reason. */
export function skippedConfiguration(name: string, reason: string): Configuration {
  const profile: ProviderProfile = {
    name: name
      .replace(/[^a-z0-9_.%-]+/g, '-')
      .replace(/^[^a-z]+/, 'm-')
      .slice(0, 64),
    maturity: 'experimental',
    capabilities: [],
    transport: 'none',
    deterministic: false,
    requires: {all_of: [], any_of: []},
    optional: [],
    max_probe_level: 'configured',
    idempotent: [],
    request_policy: policyOf({health: [1, 1], request: [1, 1]}),
  }
  const summary = {provider: profile.name, configured: false, fields: []}
  return {profile, state: 'invalid', summary, secrets: [], variables: [], skipReason: `${NOT_LOADED}: ${reason}`}
}

/** Why a provider that is known cannot be called. */
export function callRefusal({profile, state, skipReason}: Configuration): AssayError {
  const {name} = profile
  if (state === 'invalid')
    return new AssayError('config_invalid', `provider ${name} is configured wrongly: ${skipReason}`)
  if (state === 'scaffold')
    return new ProviderError('not_implemented', `provider ${name} is ${skipReason}`, {provider: name, retryable: false})
  const hint = `${skipReason?.replace(/^s/, 'S') ?? 'Set its variables'}.`
  return new ProviderError('unconfigured', `provider ${name} is not configured`, {
    provider: name,
    hint,
    retryable: false,
  })
}

function missingVariables({requires}: ProviderProfile, env: Variables): string[] {
  const single = requires.all_of.filter((name) => env[name] === undefined)
  const groups = requires.any_of.filter((names) => names.every((name) => env[name] === undefined))
  return [...single, ...groups.map(([name, ...others]) => `${name} (or ${others.join(', ')})`)]
}

/** The profile of a provider with the limits its own variables set: seconds of an attempt, credits of a call. */
export function configuredProfile(entry: CatalogueEntry, env: Variables): ProviderProfile {
  const {profile, timeout} = entry
  const policy = profile.request_policy
  const limit = timeout && numberOf(timeout.setting, entry, env)
  const credits = numberOf(entry.credits, entry, env)
  const request = limit === undefined ? {} : {timeout_seconds: limit / (timeout?.unitsPerSecond ?? 1)}
  const request_policy = {
    ...policy,
    request: {...policy.request, ...request},
    ...(credits !== undefined && {budget: {...policy.budget, max_credits: credits}}),
  }
  return {...profile, request_policy}
}

function numberOf(name: string | undefined, {settings}: CatalogueEntry, env: Variables): number | undefined {
  const setting = settings.find((one) => one.name === name)
  const value = setting && variableOf(setting, env)?.value
  return value === undefined ? undefined : Number(value)
}
