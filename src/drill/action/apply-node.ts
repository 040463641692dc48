import {AssayError} from '#error/assay-error'
import {type ActionWay, textOf} from './action-context.ts'

/** A node of a target that was given is stopped by whoever works on it, where one more may be away at this moment. */
export const stopGivenNode: ActionWay = async (args, {site, signal}) => {
  if (site?.given === undefined) return 'noop'
  await site.given.stop(textOf(args, 'node'), signal)
  return 'done'
}

/** Started, and ready; also by who comes later, where the target was given again. */
export const startGivenNode: ActionWay = async (args, {site, given = site?.given, signal}) => {
  if (given === undefined) throw new AssayError('unreachable', 'the target of the drill was not given')
  return (await given.start(textOf(args, 'node'), signal)) ? 'done' : 'noop'
}
