import {toldAims} from '../model/hook-aims.ts'
import type {ProbeWay} from './probe-context.ts'

/** Requests that were sent in numbers, and what came back. */
export const probeStorm: ProbeWay = async ({ref}, {site}) => site.nodes?.storms.seen(String(ref)) ?? {}

/** Requests of users, one after the other at their pace, and what came back. */
export const probeTraffic: ProbeWay = async ({ref}, {site}) => site.nodes?.traffic.seen(String(ref)) ?? {}

/** Webhooks that were pointed where they must not go. */
export const probeAims: ProbeWay = async (_, {site}) => toldAims(site.aims)

/** The sheet that people fill in: whether it is with them, and what is missing. */
export const probeChecklist: ProbeWay = async (_, {site}) => ({...site.sheet.seen})

/** Lines of the log of a node that hold these words. */
export const probeLog: ProbeWay = async ({server, words}, {site}) => ({
  lines: site.nodes?.log(String(server)).linesWith(String(words)) ?? 0,
})
