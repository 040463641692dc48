import type {DrillActionName} from '#contract/generated/types'

/** What an action takes, and what undoes it. Those without an inverse answer others and are no fault. */
export interface ActionFacts {
  readonly required: readonly string[]
  readonly optional?: readonly string[]
  readonly inverse?: DrillActionName
}

/** Every action of drills. */
export const ACTIONS: Readonly<Record<DrillActionName, ActionFacts>> = {
  'process.kill': {required: ['server'], optional: ['signal', 'after_requests'], inverse: 'process.start'},
  'process.stop': {required: ['server'], optional: ['in_flight', 'held_ms'], inverse: 'process.start'},
  'process.wait': {required: ['server']},
  'process.start': {required: ['server']},
  'provider_fault.set': {required: ['server', 'script'], optional: ['after_requests'], inverse: 'provider_fault.clear'},
  'provider_fault.clear': {required: ['server']},
  'env.unset': {required: ['names'], inverse: 'env.restore'},
  'env.restore': {required: ['names']},
  'module.block': {required: ['package'], inverse: 'module.unblock'},
  'module.unblock': {required: ['package']},
  'file.corrupt': {required: ['path', 'mode'], optional: ['offset', 'text'], inverse: 'file.restore'},
  'file.restore': {required: ['path']},
  'load.start': {required: ['as', 'argv'], inverse: 'load.stop'},
  'load.stop': {required: ['as']},
  'load.wait': {required: ['as']},
  'traffic.start': {required: ['as', 'servers', 'path', 'every_ms'], inverse: 'traffic.stop'},
  'traffic.stop': {required: ['as']},
  'upgrade.start': {required: ['as', 'argv'], optional: ['at'], inverse: 'upgrade.abort'},
  'upgrade.abort': {required: ['as']},
  'migration.crash': {required: ['server', 'release', 'argv', 'at'], inverse: 'migration.undo'},
  'migration.undo': {required: ['server']},
  'sheet.open': {required: [], inverse: 'sheet.withdraw'},
  'sheet.withdraw': {required: []},
  'sheet.hand_in': {required: []},
  'watch.start': {required: [], inverse: 'watch.stop'},
  'watch.stop': {required: []},
  'leader.move': {required: ['every_ms'], inverse: 'leader.rest'},
  'leader.rest': {required: []},
  'driver.kill': {required: ['as', 'at'], inverse: 'upgrade.abort'},
  'disk.fill': {required: [], optional: ['server', 'after_requests'], inverse: 'disk.free'},
  'disk.free': {required: []},
  'fault.set': {required: ['server', 'fault'], optional: ['args'], inverse: 'fault.clear'},
  'fault.clear': {required: ['server', 'fault']},
  'data.replace': {required: ['server'], inverse: 'data.return'},
  'data.return': {required: ['server']},
  'clock.shift': {required: ['by_s'], inverse: 'clock.reset'},
  'clock.reset': {required: []},
  'command.run': {required: ['argv']},
  'api.storm': {required: ['server', 'path', 'times'], optional: ['method', 'as', 'ref', 'at_once', 'beside']},
  'token.make': {required: ['as']},
  'token.revoke': {required: ['as']},
  'token.revoke_all': {required: ['as'], inverse: 'token.use'},
  'token.use': {required: ['as']},
  'receiver.set': {required: ['server', 'mode'], optional: ['status', 'url'], inverse: 'receiver.clear'},
  'receiver.clear': {required: ['server']},
  'receiver.trust': {required: ['server', 'names']},
  'delivery.forge': {required: ['server', 'how']},
  'delivery.redeliver': {required: ['server']},
  'hook.aim': {required: ['repo', 'urls', 'secret'], inverse: 'hook.clear'},
  'hook.clear': {required: ['repo']},
  'api.call': {required: ['server', 'method', 'path'], optional: ['body']},
}
