import type {DrillsListResult, DrillsRecoverResult, DrillsResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {placeText} from './place.ts'
import type {RecoverDrillsOptions, RunDrillsOptions, ShowDrillsOptions} from './run-drills-options.ts'

/**
 * Breaks things on purpose on targets that it makes itself, and keeps what was seen in a run of the workspace: `assay drills`. A drill that fails is
 * a result, not an error; everything is put back whatever happens, also after an abort, whose verdict is `interrupted`.
 *
 * Throws `invalid_input`, `usage`, `out_of_range`, `drill_unknown`, `drill_invalid` with every issue, `drill_refused`, `undo_pending` before a run exists;
 * `workspace_invalid`, `workspace_unwritable`, `disk_full`, `io_error` where it cannot be written; `evidence_refused` for a bundle.
 */
export function runDrills(options: RunDrillsOptions): Promise<DrillsResult> {
  return callUseCase(loadRun, options, async (stage) => {
    const [{checkedOrder}, {drillKind}, {conductDrills}, {runDrillsOrder}] = await Promise.all([
      import('./measure-kind.ts'),
      import('#drill/drill-kind'),
      import('#drill/conduct-drills'),
      import('./run-drills-options.ts'),
    ])
    const order = {...checkedOrder(drillKind, runDrillsOrder(options), stage), bundle: options.bundle ?? false}
    return await conductDrills(order, stage.ports, stage.signal)
  })
}

/**
 * The drills that come with this version: `assay drills list`. Nothing is started.
 *
 * Throws `invalid_input`, `drill_unknown`.
 */
export function showDrills(options: ShowDrillsOptions = {}): Promise<DrillsListResult> {
  return callUseCase(loadShow, options, async ({cwd, ports}) => {
    const {listDrills} = await import('#drill/execute/list-drills')
    const request = options.tags === undefined ? {all: true} : {tags: options.tags}
    return await listDrills({request, workingDirectory: cwd, commandArgv: ['drills', 'list']}, 'drills list', ports)
  })
}

/**
 * Puts back what drills left whose process was killed: `assay drills recover`. What could not be put back is in the result, with what to do by hand.
 *
 * Throws `invalid_input`, `workspace_invalid`, `workspace_busy` where another process does the same, `run_not_found`,
 * `run_id_invalid`, `run_name_ambiguous`, `run_live` for the run that is named, `workspace_unwritable`, `disk_full`, `io_error`.
 */
export function recoverDrills(options: RecoverDrillsOptions): Promise<DrillsRecoverResult> {
  return callUseCase(loadRecover, options, async ({cwd, workspace, ports, signal}) => {
    const {recoverRuns} = await import('#drill/execute/recover-runs')
    const {openGiven} = await import('#drill/execute/check-permission')
    const {target, run} = options
    const place = {workingDirectory: cwd, commandArgv: ['drills', 'recover']}
    const given =
      target === undefined
        ? undefined
        : await openGiven({...place, request: {target: placeText('target', target)}}, ports)
    return await recoverRuns({workspace: workspace ?? cwd, run, given}, ports, signal)
  })
}

const loadRun = async () => (await import('./run-drills-options.ts')).RUN_DRILLS
const loadShow = async () => (await import('./run-drills-options.ts')).SHOW_DRILLS
const loadRecover = async () => (await import('./run-drills-options.ts')).RECOVER_DRILLS
