import {AssayError} from '#error/assay-error'
import {type CrashAt, crashAt} from '../model/crash-points.ts'
import type {NodeSurroundings} from './surroundings.ts'

/** Where a test wants this process to end. Throws `config_invalid` for a wish that cannot come true. */
export function crashWish(around: NodeSurroundings): CrashAt {
  const crash = crashAt(around.env['HOSTNODE_CRASH_AT'], () => around.crash())
  if (crash !== undefined) return crash
  throw new AssayError('config_invalid', 'HOSTNODE_CRASH_AT is no point:n; serve --list-crash-points names the points')
}
