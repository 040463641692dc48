import type {RunsIndexResult, RunsListResult} from '#contract/generated/types'
import {callUseCase} from './call-use-case.ts'
import {type OptionTable, option} from './option-table.ts'
import {WORKSPACE, type WorkspaceOptions} from './surroundings.ts'
import type {Verb} from './verb.ts'

/** What `listRuns` and `indexRuns` take. Values of one filter are alternatives, filters add up. */
export interface ListRunsOptions extends WorkspaceOptions {
  readonly providers?: readonly string[] | undefined
  /** `running`, `passed`, `failed`, `skipped`, `cancelled` or `interrupted`. */
  readonly statuses?: readonly string[] | undefined
  readonly capabilities?: readonly string[] | undefined
  readonly operations?: readonly string[] | undefined
  /** `eval`, `benchmark`, `drill`, `node`, `job` or `merge`. */
  readonly kinds?: readonly string[] | undefined
  readonly verdicts?: readonly string[] | undefined
  /** Runs that hold a file of such a kind. */
  readonly artifactTypes?: readonly string[] | undefined
  /** A UTC day or an RFC 3339 time; included. */
  readonly createdFrom?: string | undefined
  /** A UTC day or an RFC 3339 time; included. */
  readonly createdTo?: string | undefined
  /** At most the newest so many. */
  readonly limit?: number | undefined
  /** `exit` is `failed` when an entry of the workspace is no readable run. */
  readonly strict?: boolean | undefined
}

export const LIST_RUNS = {
  name: 'listRuns',
  hasCases: false,
  options: {
    ...WORKSPACE,
    providers: option('texts', '--provider'),
    statuses: option('texts', '--status'),
    capabilities: option('texts', '--capability'),
    operations: option('texts', '--operation'),
    kinds: option('texts', '--kind'),
    verdicts: option('texts', '--verdict'),
    artifactTypes: option('texts', '--artifact-type'),
    createdFrom: option('text', '--created-from'),
    createdTo: option('text', '--created-to'),
    limit: option('count', '--limit'),
    strict: option('boolean', '--strict'),
  } satisfies OptionTable<ListRunsOptions>,
} as const satisfies Verb

export const INDEX_RUNS = {...LIST_RUNS, name: 'indexRuns'} as const satisfies Verb

/**
 * The runs of a workspace, newest first: `assay runs list`. Every entry of `runs/` is a run in `entries` or an issue with its reason in `issues`;
 * nothing is dropped, and reading changes nothing. Throws `invalid_input`, `usage` for a filter that cannot be, `workspace_invalid`.
 */
export function listRuns(options: ListRunsOptions): Promise<RunsListResult> {
  return callUseCase(LIST_RUNS, options, async ({ports, workspace}) => {
    const [{findRuns}, {runsListReport}] = await Promise.all([import('#run/find-runs'), import('#run/runs-report')])
    const result = findRuns(searchOf(options, workspace), ports)
    return {result, report: runsListReport(result)}
  })
}

/**
 * The runs of a workspace with their digests, bundles and the commands to go on with: `assay runs index`. Reading changes nothing. Throws
 * `invalid_input`, `usage` for a filter that cannot be, `workspace_invalid`.
 */
export function indexRuns(options: ListRunsOptions): Promise<RunsIndexResult> {
  return callUseCase(INDEX_RUNS, options, async ({ports, workspace}) => {
    const [{indexRuns: index}, {runsIndexReport}] = await Promise.all([
      import('#run/find-runs'),
      import('#run/runs-report'),
    ])
    const result = index(searchOf(options, workspace), ports)
    return {result, report: runsIndexReport(result)}
  })
}

function searchOf(options: ListRunsOptions, workspace: string) {
  const {providers, statuses, capabilities, operations, kinds, verdicts, artifactTypes, createdFrom, createdTo} =
    options
  return {
    workspace,
    shown: workspace,
    strict: options.strict ?? false,
    filters: {
      ...(providers && {provider: providers}),
      ...(statuses && {status: statuses}),
      ...(capabilities && {capability: capabilities}),
      ...(operations && {operation: operations}),
      ...(kinds && {kind: kinds}),
      ...(verdicts && {verdict: verdicts}),
      ...(artifactTypes && {artifactType: artifactTypes}),
      ...(createdFrom !== undefined && {createdFrom}),
      ...(createdTo !== undefined && {createdTo}),
    },
    ...(options.limit !== undefined && {limit: options.limit}),
  }
}
