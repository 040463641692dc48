import type {ProviderCapability, ProviderProfile, ProviderTransport} from '#contract/generated/types'
import {type PolicyLimits, policyOf} from '../model/request-policy.ts'
import type {Setting} from './setting.ts'
import {MEANINGS, USUAL} from './setting-meanings.ts'

/** A provider that lives elsewhere: known by name, registered once its variables are set. */
export interface CatalogueEntry {
  readonly profile: ProviderProfile
  readonly settings: readonly Setting[]
  /** Secrets that stand in the definition itself, as arguments of its command. */
  readonly secrets?: readonly string[]
  readonly timeout?: TimeoutSetting
  /** The variable that bounds what one call may cost. */
  readonly credits?: string
}

/** The variable that bounds one attempt of a call, and its unit. */
interface TimeoutSetting {
  readonly setting: string
  readonly unitsPerSecond: number
}

/** What it means stands with the other meanings. */
type Unexplained = Omit<Setting, 'means'>

interface Row {
  readonly name: string
  readonly maturity: ProviderProfile['maturity']
  readonly capabilities: readonly ProviderCapability[]
  readonly transport: ProviderTransport
  readonly limits: PolicyLimits
  readonly level?: ProviderProfile['max_probe_level']
  readonly settings: readonly Unexplained[]
  /** Secrets that stand in the definition itself, as arguments of its command. */
  readonly secrets?: readonly string[]
  readonly timeout?: TimeoutSetting
  readonly credits?: string
  readonly needsBridge?: boolean
}

const BRIDGE: readonly Unexplained[] = [
  {name: 'ASSAY_BRIDGE_COMMAND', kind: 'command'},
  {name: 'ASSAY_BRIDGE_URL', kind: 'http_url'},
]
const BRIDGED = {
  maturity: 'beta',
  transport: 'stdio',
  limits: {health: [5, 1], request: [60, 1]},
  needsBridge: true,
} as const

const required = {isRequired: true} as const
const secret = {isSecret: true} as const
/** What a bridge takes when nobody tells it the device. */
const DEVICE = {usual: 'cuda if it is there, else cpu'} as const

const ROWS: readonly Row[] = [
  {
    name: 'gr00t',
    maturity: 'stable',
    capabilities: ['policy'],
    transport: 'zmq',
    limits: {health: [5, 1], request: [15, 1]},
    timeout: {setting: 'GROOT_POLICY_TIMEOUT_MS', unitsPerSecond: 1000},
    settings: [
      {name: 'GROOT_POLICY_HOST', kind: 'host', ...required},
      {name: 'GROOT_POLICY_PORT', kind: 'port', usual: USUAL.GROOT_POLICY_PORT},
      {name: 'GROOT_POLICY_TIMEOUT_MS', kind: 'positive', usual: '15000'},
      {name: 'GROOT_POLICY_API_TOKEN', kind: 'text', ...secret},
      {name: 'GROOT_POLICY_STRICT', kind: 'boolean', aliases: ['GROOT_STRICT'], usual: 'false'},
      {name: 'GROOT_POLICY_WRAPPED', kind: 'boolean', usual: 'false'},
      {name: 'GROOT_EMBODIMENT_TAG', kind: 'text'},
    ],
  },
  {
    name: 'openpi',
    maturity: 'stable',
    capabilities: ['policy'],
    transport: 'ws',
    limits: {health: [5, 1], request: [60, 1]},
    settings: [
      {name: 'OPENPI_BASE_URL', kind: 'url', ...required},
      {name: 'OPENPI_API_KEY', kind: 'text', ...secret},
    ],
  },
  {
    name: 'cosmos',
    maturity: 'beta',
    capabilities: ['generate'],
    transport: 'http',
    limits: {health: [10, 3], request: [300, 1]},
    settings: [
      {name: 'COSMOS_BASE_URL', kind: 'http_url', ...required},
      {name: 'NVIDIA_API_KEY', kind: 'text', ...secret},
    ],
  },
  {
    name: 'cosmos-policy',
    maturity: 'stable',
    capabilities: ['policy'],
    transport: 'http',
    limits: {health: [10, 3], request: [600, 1]},
    timeout: {setting: 'COSMOS_POLICY_TIMEOUT_SECONDS', unitsPerSecond: 1},
    level: 'protocol',
    settings: [
      {name: 'COSMOS_POLICY_BASE_URL', kind: 'http_url', ...required},
      {name: 'COSMOS_POLICY_API_TOKEN', kind: 'text', ...secret},
      {name: 'COSMOS_POLICY_TIMEOUT_SECONDS', kind: 'positive', usual: '600'},
      {name: 'COSMOS_POLICY_EMBODIMENT_TAG', kind: 'text', usual: USUAL.COSMOS_POLICY_EMBODIMENT_TAG},
      {name: 'COSMOS_POLICY_RETURN_ALL_QUERY_RESULTS', kind: 'boolean', usual: 'false'},
    ],
  },
  {
    name: 'runway',
    maturity: 'beta',
    capabilities: ['generate', 'transfer'],
    transport: 'http',
    limits: {
      health: [10, 3],
      request: [120, 1],
      polling: [30, 3],
      download: [120, 3],
      maxElapsedSeconds: 600,
      pollIntervalSeconds: 6,
    },
    credits: 'RUNWAYML_MAX_CREDITS',
    settings: [
      {name: 'RUNWAYML_API_SECRET', kind: 'text', aliases: ['RUNWAY_API_SECRET'], ...required, ...secret},
      {name: 'RUNWAYML_BASE_URL', kind: 'http_url', usual: USUAL.RUNWAYML_BASE_URL},
      {name: 'RUNWAYML_MAX_CREDITS', kind: 'positive'},
    ],
  },
  {
    name: 'leworldmodel',
    ...BRIDGED,
    capabilities: ['score'],
    settings: [
      {name: 'LEWORLDMODEL_POLICY', kind: 'text', aliases: ['LEWM_POLICY'], ...required},
      {name: 'STABLEWM_HOME', kind: 'text'},
      {name: 'LEWORLDMODEL_DEVICE', kind: 'text', ...DEVICE},
    ],
  },
  {
    name: 'jepa',
    ...BRIDGED,
    capabilities: ['score'],
    settings: [
      {name: 'JEPA_MODEL_NAME', kind: 'text', ...required},
      {name: 'JEPA_DEVICE', kind: 'text', ...DEVICE},
    ],
  },
  {
    name: 'lerobot',
    ...BRIDGED,
    capabilities: ['policy'],
    settings: [
      {name: 'LEROBOT_POLICY_PATH', kind: 'text', aliases: ['LEROBOT_POLICY'], ...required},
      {name: 'LEROBOT_POLICY_TYPE', kind: 'text'},
      {name: 'LEROBOT_DEVICE', kind: 'text', ...DEVICE},
      {name: 'LEROBOT_EMBODIMENT_TAG', kind: 'text'},
      {name: 'LEROBOT_GRPC_TARGET', kind: 'target'},
    ],
  },
  {
    name: 'genie',
    maturity: 'scaffold',
    capabilities: [],
    transport: 'none',
    limits: {health: [1, 1], request: [30, 1]},
    level: 'configured',
    settings: [],
  },
]

/** Providers that need a host, an account or a runtime of the host's. */
export const CATALOGUE: readonly CatalogueEntry[] = ROWS.map(entryOf)

function entryOf(row: Row): CatalogueEntry {
  const unexplained = row.needsBridge ? [...row.settings, ...BRIDGE] : row.settings
  const settings = unexplained.map((setting) => ({...setting, means: MEANINGS[setting.name] ?? ''}))
  const needed = settings.filter((setting) => setting.isRequired)
  const single = needed.filter((setting) => setting.aliases === undefined).map((setting) => setting.name)
  const either = needed.flatMap(({name, aliases}) => (aliases === undefined ? [] : [[name, ...aliases]]))
  const bridge = row.needsBridge ? [BRIDGE.map((setting) => setting.name)] : []
  const profile: ProviderProfile = {
    name: row.name,
    maturity: row.maturity,
    capabilities: [...row.capabilities],
    transport: row.transport,
    deterministic: false,
    requires: {all_of: single, any_of: [...either, ...bridge] as [string, ...string[]][]},
    optional: settings.filter((setting) => !setting.isRequired).map((setting) => setting.name),
    max_probe_level: row.level ?? 'serving',
    idempotent: row.capabilities.filter((capability) => capability === 'score'),
    request_policy: policyOf(row.limits),
  }
  return {profile, settings, ...(row.timeout && {timeout: row.timeout}), ...(row.credits && {credits: row.credits})}
}
