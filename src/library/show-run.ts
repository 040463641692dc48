import type {RunsShowResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable} from './option-table.ts'
import {WORKSPACE, type WorkspaceOptions} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `showRun` takes. */
export interface ShowRunOptions extends WorkspaceOptions {
  /** Run id. */
  readonly run: string
}

export const SHOW_RUN = {
  name: 'showRun',
  command: 'runs show',
  hasCases: false,
  options: {...WORKSPACE, run: needed('text')} satisfies OptionTable<ShowRunOptions>,
} as const satisfies Verb

/**
 * One run, whether it runs, has ended or was interrupted: manifest, verdict, owner, what was in flight, what to do now: `assay runs show`. Reading
 * changes nothing. Throws `invalid_input`, `run_id_invalid`, `run_not_found` with the nearest ids, `run_unreadable`, `workspace_invalid`.
 */
export function showRun(options: ShowRunOptions): Promise<RunsShowResult> {
  return callUseCase(SHOW_RUN, options, async ({ports, ...place}) => {
    const [{shownRun: show}, {runsShowReport}, {resolveRun}] = await Promise.all([
      import('#run/show-run'),
      import('#run/runs-report'),
      import('#run/resolve-run'),
    ])
    const {workspace, runId} = resolveRun(options.run, place, ports.files.reader)
    const result = show({path: workspace, shown: workspace}, runId, ports)
    return {result, report: runsShowReport(result)}
  })
}
