import {NodesWatch} from '../site/watch-nodes.ts'
import type {ActionWay} from './action-context.ts'

/** Somebody begins to look at all nodes, as often as they can. */
export const startWatch: ActionWay = async (_, {site, ports}) => {
  if (site?.nodes === undefined) return 'noop'
  await site.watch?.stop()
  site.watch = new NodesWatch(site.nodes, ports)
  return 'done'
}

/** What was seen stays. */
export const stopWatch: ActionWay = async (_, {site}) => {
  await site?.watch?.stop()
  return site?.watch === undefined ? 'noop' : 'done'
}

/** From now on a node that has led for this long is asked to step down; the drill needs a watch for that. */
export const moveLeader: ActionWay = async (args, {site}) => {
  if (site?.watch === undefined) return 'noop'
  site.watch.moveMs = Number(args['every_ms'])
  return 'done'
}

export const restLeader: ActionWay = async (_, {site}) => {
  const wasMoving = site?.watch?.moveMs !== undefined
  if (site?.watch !== undefined) site.watch.moveMs = undefined
  return wasMoving ? 'done' : 'noop'
}
