import type {ActionWay} from './action-context.ts'
import {waitAsked} from './wait-asked.ts'

/** Fills the small disk of the site to its last byte, once the server that is named was asked so many times more. */
export const fillDisk: ActionWay = async (args, {site, ports, signal}) => {
  if (site?.disk === undefined) return 'noop'
  await waitAsked(args, {site, ports, signal})
  return (await site.disk.fill(signal)) ? 'done' : 'noop'
}

/** A disk whose holder is gone is gone with it. */
export const freeDisk: ActionWay = async (_, {site, signal}) => {
  const wasFull = (await site?.disk?.free(signal)) ?? false
  return wasFull ? 'done' : 'noop'
}
