import type {ProviderProfile} from '#contract/generated/types'
import {type AddressPolicy, readAddressPolicy} from '#net/address-policy'
import type {Variables} from '#process/variables'
import type {CatalogueEntry} from './catalogue.ts'
import {variableOf} from './setting.ts'

/** What an adapter of a configured provider is made from. */
export interface ProviderSetup {
  readonly profile: ProviderProfile
  /** What a setting of the catalogue is set to, under whichever of its names; undefined when it is not. */
  readonly value: (setting: string) => string | undefined
  readonly network: AddressPolicy
  /** What a bridge in a child process gets: its own settings by their first names, and the variables that programs and models in Python need. */
  readonly childEnv: Readonly<Record<string, string>>
}

/** `network` of the host wins over that of the variables. Throws `config_invalid` for a policy that cannot be read. */
export function providerSetup(entry: CatalogueEntry, env: Variables, network?: AddressPolicy): ProviderSetup {
  const {profile, settings} = entry
  const value = (name: string) => {
    const setting = settings.find((one) => one.name === name)
    return setting === undefined ? undefined : variableOf(setting, env)?.value
  }
  const own = settings.filter(({name}) => !name.startsWith('ASSAY_BRIDGE_')).map(({name}) => [name, value(name)])
  const childEnv = {
    ...plainEnvironment(env),
    ...pythonEnvironment(env),
    ...definedOf(own as [string, string | undefined][]),
  }
  return {profile, value, network: networkOf(env, network), childEnv}
}

/** What the host decided, else what the variables say. Throws `config_invalid`. */
export function networkOf(env: Variables, network: AddressPolicy | undefined): AddressPolicy {
  return network ?? readAddressPolicy(env)
}

const PLAIN = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR']

/** What every program needs to run at all. */
export function plainEnvironment(env: Variables): Record<string, string> {
  return definedOf(PLAIN.map((name) => [name, env[name]]))
}

/** Which device, which Python, and where models and packages of the host lie. No credential is among them. */
const PYTHON = [
  'CUDA_VISIBLE_DEVICES',
  'HF_HOME',
  'HF_HUB_CACHE',
  'HF_HUB_OFFLINE',
  'LD_LIBRARY_PATH',
  'PYTHONPATH',
  'STABLEWM_HOME',
  'TORCH_HOME',
  'VIRTUAL_ENV',
  'XDG_CACHE_HOME',
]

function pythonEnvironment(env: Variables): Record<string, string> {
  return definedOf(PYTHON.map((name) => [name, env[name]]))
}

function definedOf(pairs: readonly (readonly [string, string | undefined])[]): Record<string, string> {
  return Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined))
}
