import type {RunsCleanupResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {WORKSPACE, type WorkspaceOptions} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `cleanRuns` takes. */
export interface CleanRunsOptions extends WorkspaceOptions {
  /** How many of the newest runs stay. */
  readonly keep: number
  /** Do it; without it only the plan is told. */
  readonly apply?: boolean | undefined
  /** Only runs older than this many days. */
  readonly olderThanDays?: number | undefined
  /** Also entries that are no runs, once a day old. */
  readonly broken?: boolean | undefined
}

export const CLEAN_RUNS = {
  name: 'cleanRuns',
  command: 'runs cleanup',
  hasCases: false,
  options: {
    ...WORKSPACE,
    keep: needed('count', '--keep'),
    apply: option('boolean', '--yes'),
    olderThanDays: option('count', '--older-than'),
    broken: option('boolean', '--broken'),
  } satisfies OptionTable<CleanRunsOptions>,
} as const satisfies Verb

/**
 * Plans which old runs go, and with `apply` removes exactly those: `assay runs cleanup`. A live, stalled, held or baseline run never goes, nor that of an
 * upgrade that is open; backups of one that is over go with its run, bundles stay. It goes on after an error, which makes `exit` `failed`.
 *
 * Throws `invalid_input`, `workspace_invalid`, `workspace_unwritable`, `io_error`.
 */
export function cleanRuns(options: CleanRunsOptions): Promise<RunsCleanupResult> {
  return callUseCase(CLEAN_RUNS, options, async ({ports, workspace}) => {
    const [{cleanWorkspace}, {findBackups}, {runsCleanupReport}] = await Promise.all([
      import('#run/clean-workspace'),
      import('#upgrade/site/find-backups'),
      import('#run/runs-report'),
    ])
    const {keep, apply = false, broken = false, olderThanDays} = options
    const rules = {keep, broken, ...(olderThanDays !== undefined && {olderThanDays})}
    const result = await cleanWorkspace({workspace, apply, rules, beside: findBackups(workspace, ports)}, ports)
    return {result, report: runsCleanupReport(result)}
  })
}
