import {sleep} from '#random/timers'
import {type ActionWay, namesOf, textOf} from './action-context.ts'

const LOOK_AGAIN_MS = 50

/** A command that runs beside the drill. */
export const startLoad: ActionWay = async (args, {site}) => {
  site?.loads.start(textOf(args, 'as'), namesOf(args, 'argv'))
  return site === undefined ? 'noop' : 'done'
}

export const stopLoad: ActionWay = async (args, {site}) => {
  const wasRunning = (await site?.loads.stop(textOf(args, 'as'))) ?? false
  return wasRunning ? 'done' : 'noop'
}

/** Until it ended by itself, however that was. */
export const waitLoad: ActionWay = async (args, {site, ports, signal}) => {
  if (site === undefined) return 'noop'
  const isRunning = () => site.loads.seen(textOf(args, 'as'))['running'] === true
  while (isRunning()) await sleep(ports.clock, LOOK_AGAIN_MS, signal)
  return 'done'
}
