import {isRecord} from '#contract/is-record'
import {unsafePath} from '#path/safe-relative-path'
import {ACTIONS} from './actions.ts'
import {siteOf} from './site-layout.ts'
import {SITE_MADE, SITE_REMOVED, type UndoArmed} from './undo.ts'

const DRILL_ID = /^[a-z0-9][a-z0-9-]{0,63}$/

/**
 * Whether a drill of that run can have made the change: in a site of its own, undone by the inverse of the action, with no path that leads out. A workspace
 * may come from anybody, and what its journal names otherwise is not touched.
 */
export function isOwnUndo(runId: string, change: unknown): change is UndoArmed {
  if (!isRecord(change) || !isRecord(change['inverse']) || !isRecord(change['identity'])) return false
  const {drill, action, inverse, identity} = change
  if (typeof drill !== 'string' || !DRILL_ID.test(drill) || identity['site'] !== siteOf(runId, drill)) return false
  const {action: back, args} = inverse
  if (action === SITE_MADE) return back === SITE_REMOVED
  if (!isRecord(args) || !isAction(action) || back !== ACTIONS[action].inverse) return false
  return args['path'] === undefined || (typeof args['path'] === 'string' && unsafePath(args['path']) === undefined)
}

function isAction(action: unknown): action is keyof typeof ACTIONS {
  return typeof action === 'string' && Object.hasOwn(ACTIONS, action)
}
