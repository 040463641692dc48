import {type ActionWay, namesOf, textOf} from './action-context.ts'

/** A command that runs beside the drill. */
export const startLoad: ActionWay = async (args, {site}) => {
  site?.loads.start(textOf(args, 'as'), namesOf(args, 'argv'))
  return site === undefined ? 'noop' : 'done'
}

export const stopLoad: ActionWay = async (args, {site}) => {
  const wasRunning = (await site?.loads.stop(textOf(args, 'as'))) ?? false
  return wasRunning ? 'done' : 'noop'
}
