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
}
