import {commandEnd} from '../site/run-command.ts'
import type {ProbeWay} from './probe-context.ts'

/** A command line of this package, or of git, and how it ended. */
export const probeCommand: ProbeWay = async ({argv}, {site, ports, signal}) => ({
  ...(await commandEnd(Array.isArray(argv) ? argv.map(String) : [], site, ports, signal)),
})

/** What became of a command that runs beside. */
export const probeLoad: ProbeWay = async ({ref}, {site}) => site.loads.seen(String(ref))
