import type {RunsIndexResult, RunsListResult} from '#contract/generated/types'
import type {RunSearch} from '#run/find-runs'
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
  /** `key=value`, or a key alone for any value. */
  readonly labelled?: readonly string[] | undefined
  readonly jobs?: readonly string[] | undefined
  readonly branches?: readonly string[] | undefined
  /** Ids of git, or their first seven digits and more. */
  readonly commits?: readonly string[] | undefined
  /** How long ago at most: `30m`, `12h`, `7d`, `2w`. */
  readonly since?: string | undefined
  /** A UTC day or an RFC 3339 time; included. */
  readonly createdFrom?: string | undefined
  /** A UTC day or an RFC 3339 time; included. */
  readonly createdTo?: string | undefined
  /** Most runs in the list, the newest first. */
  readonly limit?: number | undefined
  /** `exit` is `failed` when an entry of the workspace is no readable run. */
  readonly strict?: boolean | undefined
}

export const LIST_RUNS = {
  name: 'listRuns',
  command: 'runs list',
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
    labelled: option('texts', '--label'),
    jobs: option('texts', '--job'),
    branches: option('texts', '--branch'),
    commits: option('texts', '--commit'),
    since: option('text', '--since'),
    createdFrom: option('text', '--created-from'),
    createdTo: option('text', '--created-to'),
    limit: option('count', '--limit'),
    strict: option('boolean', '--strict'),
  } satisfies OptionTable<ListRunsOptions>,
} as const satisfies Verb

export const INDEX_RUNS = {...LIST_RUNS, name: 'indexRuns', command: 'runs index'} as const satisfies Verb

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
    const [{runsIndex: index}, {runsIndexReport}] = await Promise.all([
      import('#run/find-runs'),
      import('#run/runs-report'),
    ])
    const result = index(searchOf(options, workspace), ports)
    return {result, report: runsIndexReport(result)}
  })
}

function searchOf(options: ListRunsOptions, workspace: string): RunSearch {
  const {createdFrom, createdTo, since, limit, strict = false} = options
  return {
    workspace,
    shown: workspace,
    strict,
    filters: {
      provider: options.providers,
      status: options.statuses,
      capability: options.capabilities,
      operation: options.operations,
      kind: options.kinds,
      verdict: options.verdicts,
      artifactType: options.artifactTypes,
      label: options.labelled,
      job: options.jobs,
      branch: options.branches,
      commit: options.commits,
      since,
      createdFrom,
      createdTo,
    },
    ...(limit !== undefined && {limit}),
  }
}
