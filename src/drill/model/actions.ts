import type {DrillActionName} from '#contract/generated/types'
import {
  type ArgumentForm,
  CONTENT,
  FAULT_SCRIPT,
  NEW_NAME,
  nameFrom,
  namesFrom,
  number,
  oneOf,
  SWITCH,
  TABLE,
  TEXT,
  TEXTS,
  whole,
} from './argument-form.ts'
import {FORGERIES} from './forgery.ts'
import {NODE_FAULT_NAMES} from './names-of-faults.ts'

/** What an action takes, and what undoes it. Those without an inverse answer others and are no fault. */
export interface ActionFacts {
  readonly required: Readonly<Record<string, ArgumentForm>>
  readonly optional?: Readonly<Record<string, ArgumentForm>>
  readonly inverse?: DrillActionName
}

const SERVER = nameFrom('server')
const MODEL = nameFrom('model')
const NODE = nameFrom('hosting')
const RECEIVER = nameFrom('receiver')
const REPOSITORY = nameFrom('repository')
const LOAD = nameFrom('load')
const TOKEN = nameFrom('token')
const VARIABLES = namesFrom('variable')
const FAULT = oneOf(...NODE_FAULT_NAMES)
/** No longer than a fault may take to be there. */
const MOST_MS = 60_000
const MOST_REQUESTS = 1_000_000
const MOST_AT_ONCE = 1000
const MOST_BYTES = 64 * 1024 * 1024
const MOST_DAYS = 365
const DAY_S = 86_400
const LATER = whole(1, MOST_REQUESTS, 'requests')
const STATUS: ArgumentForm = {...whole(200, 599, 'a status'), must: 'a status of HTTP from 200 to 599'}
/** Faster than this nobody waits. */
const PACE = whole(5, MOST_MS, 'milliseconds')
const METHOD = oneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE')
const STORM = {
  method: METHOD,
  as: TEXT,
  ref: NEW_NAME,
  at_once: whole(1, MOST_AT_ONCE, 'requests'),
  beside: SWITCH,
}

/** Every action of drills. */
export const ACTIONS: Readonly<Record<DrillActionName, ActionFacts>> = {
  'process.kill': {
    required: {server: SERVER},
    optional: {signal: oneOf('KILL', 'TERM'), after_requests: LATER},
    inverse: 'process.start',
  },
  'process.stop': {
    required: {server: SERVER},
    optional: {in_flight: whole(1, MOST_AT_ONCE, 'requests'), held_ms: whole(0, MOST_MS, 'milliseconds')},
    inverse: 'process.start',
  },
  'node.stop': {required: {node: TEXT}, inverse: 'node.start'},
  'node.start': {required: {node: TEXT}},
  'process.wait': {required: {server: SERVER}},
  'process.start': {required: {server: SERVER}},
  'provider_fault.set': {
    required: {server: MODEL, script: FAULT_SCRIPT},
    optional: {after_requests: LATER},
    inverse: 'provider_fault.clear',
  },
  'provider_fault.clear': {required: {server: MODEL}},
  'env.unset': {required: {names: VARIABLES}, inverse: 'env.restore'},
  'env.restore': {required: {names: VARIABLES}},
  'module.block': {required: {package: TEXT}, inverse: 'module.unblock'},
  'module.unblock': {required: {package: TEXT}},
  'file.corrupt': {
    required: {path: TEXT, mode: oneOf('truncate', 'flip', 'replace')},
    optional: {offset: whole(0, MOST_BYTES, 'bytes'), text: CONTENT},
    inverse: 'file.restore',
  },
  'file.restore': {required: {path: TEXT}},
  'load.start': {required: {as: NEW_NAME, argv: TEXTS}, inverse: 'load.stop'},
  'load.stop': {required: {as: LOAD}},
  'load.wait': {required: {as: LOAD}},
  'traffic.start': {
    required: {as: NEW_NAME, servers: namesFrom('hosting'), path: TEXT, every_ms: PACE},
    inverse: 'traffic.stop',
  },
  'traffic.stop': {required: {as: nameFrom('traffic')}},
  'upgrade.start': {required: {as: NEW_NAME, argv: TEXTS}, optional: {at: TEXT}, inverse: 'upgrade.abort'},
  'upgrade.abort': {required: {as: LOAD}},
  'migration.crash': {required: {server: NODE, release: TEXT, argv: TEXTS, at: TEXTS}, inverse: 'migration.undo'},
  'migration.undo': {required: {server: NODE}},
  'sheet.open': {required: {}, inverse: 'sheet.withdraw'},
  'sheet.withdraw': {required: {}},
  'sheet.hand_in': {required: {}},
  'watch.start': {required: {}, inverse: 'watch.stop'},
  'watch.stop': {required: {}},
  'leader.move': {required: {every_ms: PACE}, inverse: 'leader.rest'},
  'leader.rest': {required: {}},
  'driver.kill': {required: {as: LOAD, at: TEXT}, inverse: 'upgrade.abort'},
  'disk.fill': {required: {}, optional: {server: SERVER, after_requests: LATER}, inverse: 'disk.free'},
  'disk.free': {required: {}},
  'fault.set': {required: {server: NODE, fault: FAULT}, optional: {args: TABLE}, inverse: 'fault.clear'},
  'fault.clear': {required: {server: NODE, fault: FAULT}},
  'data.replace': {required: {server: NODE}, inverse: 'data.return'},
  'data.return': {required: {server: NODE}},
  'certificate.replace': {
    required: {server: NODE, days: number(0.001, MOST_DAYS, 'days')},
    inverse: 'certificate.return',
  },
  'certificate.return': {required: {server: NODE}},
  'key.replace': {required: {server: NODE}, inverse: 'key.return'},
  'key.return': {required: {server: NODE}},
  'clock.shift': {required: {by_s: whole(1, MOST_DAYS * DAY_S, 'seconds')}, inverse: 'clock.reset'},
  'clock.reset': {required: {}},
  'command.run': {required: {argv: TEXTS}},
  'api.storm': {required: {server: NODE, path: TEXT, times: whole(1, MOST_REQUESTS, 'requests')}, optional: STORM},
  'token.make': {required: {as: NEW_NAME}},
  'token.revoke': {required: {as: TOKEN}},
  'token.revoke_all': {required: {as: NEW_NAME}, inverse: 'token.use'},
  'token.use': {required: {as: TOKEN}},
  'receiver.set': {
    required: {server: RECEIVER, mode: oneOf('status', 'redirect', 'hang', 'untrusted')},
    optional: {status: STATUS, url: TEXT},
    inverse: 'receiver.clear',
  },
  'receiver.clear': {required: {server: RECEIVER}},
  'receiver.trust': {required: {server: RECEIVER, names: namesFrom('secret')}},
  'delivery.forge': {required: {server: RECEIVER, how: oneOf(...FORGERIES)}},
  'delivery.redeliver': {required: {server: RECEIVER}},
  'hook.aim': {required: {repo: REPOSITORY, urls: TEXTS, secret: TEXT}, inverse: 'hook.clear'},
  'hook.clear': {required: {repo: REPOSITORY}},
  'api.call': {required: {server: NODE, method: METHOD, path: TEXT}, optional: {body: TABLE}},
}
