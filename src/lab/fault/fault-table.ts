import {AssayError} from '#error/assay-error'
import type {FaultName, FaultStep} from './fault-step.ts'

/** Seed of a fault server that is given none. */
export const SEED = 42

/** Faults of the connection and of HTTP itself, whatever is served. */
const OVER_HTTP = [
  'slow_drip',
  'hang',
  'hang_after_headers',
  'refuse',
  'reset_mid_body',
  'truncate_body',
  'status',
  'rate_limit',
  'unavailable_then_ok',
  'unauthorized',
  'wrong_service',
  'not_http',
  'busy',
  'not_json',
  'nan',
  'huge_reply',
  'bomb',
  'redirect',
  'late_reply',
  'echo_secret',
] as const satisfies readonly FaultName[]
/** Faults of an array in a reply. */
const ARRAYS = ['wrong_count', 'wrong_shape', 'object_dtype'] as const satisfies readonly FaultName[]
/** Known to every transport that is a stream of messages. */
const OVER_A_WIRE = [
  'slow_drip',
  'hang',
  'refuse',
  'reset_mid_body',
  'truncate_body',
  'unauthorized',
  'wrong_service',
  'wrong_dialect',
  'busy',
  'not_json',
  'nan',
  ...ARRAYS,
  'huge_reply',
  'late_reply',
  'echo_secret',
] as const satisfies readonly FaultName[]

/** Which faults each service can have: those that would mean nothing to it are refused in a script. */
export const FAULTS = frozen({
  cosmos: [...OVER_HTTP, 'in_band_error', 'empty_error'],
  'cosmos-policy': [...OVER_HTTP, ...ARRAYS, 'error_body_200'],
  runway: [
    ...OVER_HTTP,
    'wrong_media_type',
    'expired_artifact',
    'private_artifact_url',
    'task_stuck',
    'task_failed',
    'cost_overrun',
    'delete_fails',
  ],
  'bridge over http': [...OVER_HTTP, ...ARRAYS, 'in_band_error', 'empty_error', 'wrong_dialect', 'lying_best_index'],
  gr00t: [...OVER_A_WIRE, 'old_dialect', 'in_band_error', 'empty_error', 'error_body_200', 'nil'],
  openpi: [...OVER_A_WIRE, 'hang_after_headers', 'unavailable_then_ok', 'traceback_frame', 'double_reply'],
  'bridge over stdio': [
    ...OVER_A_WIRE,
    'rate_limit',
    'unavailable_then_ok',
    'in_band_error',
    'empty_error',
    'lying_best_index',
    'double_reply',
  ],
} as const satisfies Record<string, readonly FaultName[]>)

/** A caller who changed a list would change what scripts of the whole process may ask. */
function frozen<Table extends Record<string, readonly FaultName[]>>(table: Table): Readonly<Table> {
  for (const names of Object.values(table)) Object.freeze(names)
  return Object.freeze(table)
}

/** A service that can be played: its name says transport and dialect. */
export type FaultService = keyof typeof FAULTS

/** Faults of a port, before any protocol is spoken. */
export const AT_CONNECT: ReadonlySet<FaultName> = new Set<FaultName>(['refuse', 'hang', 'slow_drip', 'wrong_service'])
/** Faults of the HTTP pages and the upgrade of a WebSocket server. */
export const AT_UPGRADE: ReadonlySet<FaultName> = new Set<FaultName>([
  'hang',
  'unauthorized',
  'busy',
  'unavailable_then_ok',
  'wrong_service',
])
/** Faults of the frames of a WebSocket server. */
export const IN_FRAMES: ReadonlySet<FaultName> = new Set<FaultName>([
  'hang',
  ...FAULTS.openpi.filter((fault) => !AT_UPGRADE.has(fault)),
])
const EVERYTHING: ReadonlySet<FaultName> = new Set(Object.values(FAULTS).flat())

/** Where a step can be played: names of endpoints or operations, and what can happen there; undefined where paths are matched. */
const PLACES: Partial<Record<FaultService, Readonly<Record<string, ReadonlySet<FaultName>>>>> = {
  gr00t: {
    connect: AT_CONNECT,
    ping: EVERYTHING,
    get_modality_config: EVERYTHING,
    get_action: EVERYTHING,
    reset: EVERYTHING,
  },
  openpi: {
    connect: AT_CONNECT,
    healthz: AT_UPGRADE,
    upgrade: AT_UPGRADE,
    metadata: IN_FRAMES,
    infer: IN_FRAMES,
  },
}
const MATCHED_BY = {
  cosmos: ['path', 'method'],
  'cosmos-policy': ['path', 'method'],
  runway: ['path', 'method'],
  'bridge over http': ['path', 'method'],
  gr00t: ['endpoint'],
  openpi: ['endpoint'],
  'bridge over stdio': ['op'],
} as const satisfies Record<FaultService, readonly (keyof NonNullable<FaultStep['match']>)[]>

/** Throws `invalid_input` for a step that this service could never play: a script that does nothing proves nothing. */
export function checkScript(service: FaultService, script: readonly FaultStep[]): void {
  for (const {fault, match = {}, after, times} of script) {
    const known: readonly FaultName[] = FAULTS[service]
    if (!known.includes(fault)) throw refused(`${service} cannot have the fault ${fault}`)
    const keys: readonly string[] = MATCHED_BY[service]
    const strange = Object.keys(match).find((key) => !keys.includes(key))
    if (strange !== undefined) throw refused(`${service} is matched by ${keys.join(' and ')}, not by ${strange}`)
    const {endpoint} = match
    if (endpoint !== undefined && PLACES[service]?.[endpoint]?.has(fault) !== true)
      throw refused(`${service} cannot have the fault ${fault} at ${endpoint}`)
    for (const count of [after, times])
      if (count !== undefined && !(Number.isInteger(count) && count >= 0)) throw refused('a count is a whole number')
  }
}

/** Nobody listens at all: a script that begins so, without any condition, is played by the closed port itself. */
export function isClosedPort([first]: readonly FaultStep[]): boolean {
  return first?.fault === 'refuse' && !first.match && first.after === undefined && first.times === undefined
}

function refused(message: string): AssayError {
  return new AssayError('invalid_input', `a fault script cannot be played: ${message}`)
}
