import type {ProviderProfile} from '#contract/generated/types'
import {ProviderError} from '#error/provider-error'
import type {AddressPolicy} from '#net/address-policy'
import type {Variables} from '#process/variables'
import {
  ANALYTIC,
  isObserverFault,
  isPolicyFault,
  LEARNED,
  MOCK,
  OBSERVER,
  ZOO,
  zooProfile,
} from '../catalogue/builtin-profiles.ts'
import type {CatalogueEntry} from '../catalogue/catalogue.ts'
import {configuredProfile} from '../catalogue/configuration.ts'
import type {ProviderSetup} from '../catalogue/provider-setup.ts'
import type {BridgeFacts} from '../external/open-bridge.ts'
import type {Provider} from '../model/provider.ts'
import type {HttpPorts} from '../transport/http/http-ports.ts'

/** A provider that is known by its profile and loaded only when it is first used. */
export interface RegistryEntry {
  readonly profile: ProviderProfile
  /** An adapter of ours that writes requests out and leaves them as they are: no call needs a copy to hold them against. */
  readonly onlySends?: boolean
  load(): Promise<Provider>
}

/** Providers that need nothing: always registered. */
export const BUILT_IN: readonly RegistryEntry[] = [
  {profile: MOCK, load: () => import('../adapter/mock/mock.ts').then((module) => module.mock)},
  {profile: ANALYTIC, load: () => import('../adapter/analytic/analytic.ts').then((module) => module.analytic)},
  {profile: LEARNED, load: () => import('#lab/adapter/learned').then((module) => module.learned)},
  {profile: OBSERVER, load: () => import('../adapter/observer/observer.ts').then((module) => module.observer)},
  ...ZOO.map((mutant) => ({profile: zooProfile(mutant), load: () => loadWrong(mutant)})),
]

function loadWrong(mutant: string): Promise<Provider> {
  if (isObserverFault(mutant)) return import('#lab/adapter/observer-zoo').then((module) => module.observerFault(mutant))
  if (isPolicyFault(mutant)) return import('#lab/adapter/policy-zoo').then((module) => module.policyFault(mutant))
  return import('#lab/adapter/zoo').then((module) => module.zooProvider(mutant))
}

type Adapter = (setup: ProviderSetup) => Promise<Provider>

/** Providers of the catalogue that this version can reach, by name. */
const ADAPTERS: Readonly<Record<string, Adapter>> = {
  gr00t: (setup) =>
    Promise.all([import('../adapter/gr00t/gr00t.ts'), import('#net/node-resolver')]).then(([{gr00t}, {nodeResolver}]) =>
      gr00t(setup, nodeResolver),
    ),
  openpi: (setup) =>
    Promise.all([import('../adapter/openpi/openpi.ts'), import('../adapter/openpi/openpi-ports.ts')]).then(
      ([{openpi}, {openpiNetwork}]) => openpi(setup, openpiNetwork),
    ),
  cosmos: (setup) => withHttp(setup, import('../adapter/cosmos/cosmos.ts'), (module) => module.cosmos),
  'cosmos-policy': (setup) =>
    withHttp(setup, import('../adapter/cosmos-policy/cosmos-policy.ts'), (module) => module.cosmosPolicy),
  leworldmodel: (setup) =>
    import('../external/push-t.ts').then(({pushT}) =>
      bridged(setup, {required: {pixels: 6, goal: 6, action: 4}, examples: pushT}),
    ),
  jepa: (setup) => bridged(setup, {required: {observation: 2, goal: 2}}),
  lerobot: (setup) =>
    Promise.all([bridged(setup), import('../adapter/lerobot/lerobot.ts'), import('#net/node-resolver')]).then(
      ([bridge, {withGrpcTarget}, {nodeResolver}]) => withGrpcTarget(bridge, setup, nodeResolver),
    ),
  runway: (setup) => withHttp(setup, import('../adapter/runway/runway.ts'), (module) => module.runway),
}

/** An adapter made with a client of HTTP, which is loaded beside it. */
async function withHttp<Module>(
  setup: ProviderSetup,
  loading: Promise<Module>,
  pick: (module: Module) => (setup: ProviderSetup, ports: HttpPorts) => Provider,
): Promise<Provider> {
  const [module, {openHttp}] = await Promise.all([loading, import('../transport/http/open-http.ts')])
  return pick(module)(setup, openHttp())
}

/** A model in a Python of the host's own, and what is known of it before it is loaded. */
async function bridged(setup: ProviderSetup, known: BridgeFacts = {}): Promise<Provider> {
  const {openBridge} = await import('../external/open-bridge.ts')
  return openBridge(setup, known)
}

/** A configured provider of the catalogue. Those without an adapter are scaffolds, which are never registered. */
export function catalogueEntry(
  entry: CatalogueEntry,
  env: Variables,
  network: AddressPolicy | undefined,
): RegistryEntry {
  const profile = configuredProfile(entry, env)
  const adapter = ADAPTERS[profile.name]
  const load = async () => {
    if (adapter === undefined) throw new ProviderError('not_implemented', `there is no adapter for ${profile.name}`)
    const {providerSetup} = await import('../catalogue/provider-setup.ts')
    return await adapter(providerSetup({...entry, profile}, env, network))
  }
  return {profile, onlySends: true, load}
}
