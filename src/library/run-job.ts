import type {RunJobResult, RunPlanResult} from '#contract/generated/types'
import type {JobOrder} from '#job/job-order'
import {callUseCase} from './call-use-case.ts'
import {needed, type OptionTable, option} from './option-table.ts'
import {pathOf, placeText, textIfGiven} from './place.ts'
import type {Stage} from './stage.ts'
import {
  ACCESS,
  ASSETS,
  type LocalAssets,
  NAMING,
  type ProviderAccess,
  type RunNaming,
  type RunTelling,
  TELLING,
  WORKSPACE,
  type WorkspaceOptions,
} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `runJob` takes. Steps see `env` and nothing else of the process. */
export interface RunJobOptions extends WorkspaceOptions, ProviderAccess, LocalAssets, RunNaming, RunTelling {
  /** Job file: YAML, TOML or JSON. Its paths start at `cwd`. */
  readonly job: string | URL
  /** Values of the job's inputs by name. */
  readonly inputs?: Readonly<Record<string, string | number | boolean>> | undefined
  /** Publish an evidence bundle; the job file decides when absent. */
  readonly bundle?: boolean | undefined
  /** Configuration profile, for workspace and presets: JSON, TOML or YAML. */
  readonly profile?: string | URL | undefined
}

export const RUN_JOB = {
  name: 'runJob',
  command: 'run',
  hasCases: true,
  tellsAbort: true,
  worksThere: true,
  options: {
    ...WORKSPACE,
    ...ACCESS,
    ...ASSETS,
    ...NAMING,
    ...TELLING,
    job: needed('place'),
    inputs: option('settings', '--set'),
    bundle: option('boolean', '--bundle'),
    profile: option('place', '--profile'),
  } satisfies OptionTable<RunJobOptions>,
} as const satisfies Verb

export const PLAN_JOB = {...RUN_JOB, name: 'planJob', tellsAbort: false} as const satisfies Verb

/**
 * Runs a declarative job: steps with needs, one run, one trace, one bundle: `assay run`. The file is checked whole before anything starts; a failed step
 * skips those that need it, and the worst verdict of the required steps is the verdict. An abort closes the run as `interrupted` and publishes nothing.
 *
 * Throws `invalid_input`, `file_missing`, `document_format`, `document_parse`, `job_invalid` with every issue, `profile_invalid`, `assets_invalid`, `config_invalid`, `address_refused` before a run exists; `asset_checksum` with a failed run;
 * `workspace_invalid`, `workspace_unwritable`, `disk_full`, `io_error` where it cannot be written; `evidence_refused` for a bundle.
 */
export function runJob(options: RunJobOptions): Promise<RunJobResult> {
  return callUseCase(RUN_JOB, options, async (stage) => {
    const {conductJob} = await import('#job/conduct-job')
    return await conductJob(orderOf(options, stage), stage.ports, stage.signal)
  })
}

/**
 * What each item of a job would do: `assay run --plan`. The file is checked as far as `runJob` checks it before it begins; nothing is made.
 *
 * Throws `invalid_input`, `file_missing`, `document_format`, `document_parse`, `job_invalid` with every issue, `profile_invalid`, `assets_invalid`.
 */
export function planJob(options: RunJobOptions): Promise<RunPlanResult> {
  return callUseCase(PLAN_JOB, options, async (stage) => {
    const {showJobPlan} = await import('#job/show-job-plan')
    return await showJobPlan(orderOf(options, stage), stage.ports)
  })
}

function orderOf({job, inputs = {}, bundle, profile}: RunJobOptions, {cwd, workspace}: Stage): JobOrder {
  const name = placeText('job', job)
  const settings = Object.entries(inputs).map(([input, value]) => `${input}=${value}`)
  return {
    path: pathOf('job', job, cwd),
    name,
    workspace,
    profilePath: textIfGiven('profile', profile),
    commandArgv: ['run', name, ...settings.flatMap((setting) => ['--set', setting]), ...wishOf(bundle)],
    settings,
    ...(bundle !== undefined && {bundle}),
  }
}

function wishOf(bundle: boolean | undefined): string[] {
  if (bundle === undefined) return []
  return [bundle ? '--bundle' : '--no-bundle']
}
