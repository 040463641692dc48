import type {RunManifest} from '#contract/generated/types'
import {abortCommand, lookCommand, nextCommand} from '#upgrade/model/next-command'

/** The commands for a user who finds a driver of an upgrade without an end, derived from the command that began its run. */
export interface DriverWays {
  readonly look: string
  readonly next: string | null
  readonly back: string | null
}

const STATES: Readonly<Record<string, 'stepping' | 'rolling_back' | 'rolled'>> = {
  begin: 'stepping',
  resume: 'stepping',
  revert: 'rolling_back',
  finalise: 'rolled',
}

/** The commands for a run; undefined if it drove no upgrade. */
export function driverWays({
  run_id: runId,
  command_argv: argv,
  input_summary: summary,
}: RunManifest): DriverWays | undefined {
  const {deed, target, upgrade} = summary as Readonly<Record<string, unknown>>
  const state = STATES[String(deed)]
  if (state === undefined || typeof target !== 'string') return undefined
  const id = typeof upgrade === 'string' ? upgrade : runId
  // Only production has to be confirmed, so a confirmation shows the environment.
  const environment = argv.some((word) => word.split('=')[0] === '--confirm') ? 'production' : 'staging'
  const standing = {state, id, plan: {environment, target}} as const
  return {look: lookCommand(argv), next: nextCommand(standing, argv), back: abortCommand(standing, argv)}
}
