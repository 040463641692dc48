import * as Flags from '@oclif/core/flags'
import {type Mistake, mistakesIn} from '#error/collect-mistakes'
import type {RunFilters} from '#run/query'

const FILTER = 'FILTER'

const several = (summary: string, helpValue: string) =>
  Flags.string({multiple: true, multipleNonGreedy: true, helpGroup: FILTER, helpValue, summary})

/** The flags that narrow `runs list` and `runs index`; the values of one flag are alternatives. */
export const runFilterFlags = {
  provider: several('Runs of this provider. Repeatable.', 'NAME'),
  status: several('running, passed, failed, skipped, cancelled or interrupted. Repeatable.', 'STATUS'),
  capability: several('Runs of this capability. Repeatable.', 'NAME'),
  operation: several('Runs of this operation. Repeatable.', 'NAME'),
  kind: several('eval, benchmark, drill, node, job or merge. Repeatable.', 'KIND'),
  verdict: several('Runs with this verdict. Repeatable.', 'VERDICT'),
  'artifact-type': several('Runs that hold a file of this kind. Repeatable.', 'KIND'),
  label: several('Runs with this label, or with this key. Repeatable.', 'KEY[=VALUE]'),
  job: several('Runs of this job. Repeatable.', 'NAME'),
  branch: several('Runs of this git branch. Repeatable.', 'NAME'),
  commit: several('Runs of this git commit; seven digits are enough. Repeatable.', 'ID'),
  since: Flags.string({helpGroup: FILTER, helpValue: 'AGO', summary: 'Not older than this: 30m, 12h, 7d, 2w.'}),
  'created-from': Flags.string({
    helpGroup: FILTER,
    helpValue: 'TIME',
    summary: 'From this UTC day or RFC 3339 time on.',
  }),
  'created-to': Flags.string({
    helpGroup: FILTER,
    helpValue: 'TIME',
    summary: 'Up to this UTC day or RFC 3339 time, included.',
  }),
  limit: Flags.integer({char: 'n', min: 0, default: 50, helpValue: 'N', summary: 'At most the newest N; 0 for all.'}),
  strict: Flags.boolean({default: false, summary: 'Exit 1 when an entry of the workspace is no readable run.'}),
}

interface GivenFilters {
  readonly provider?: string[] | undefined
  readonly status?: string[] | undefined
  readonly capability?: string[] | undefined
  readonly operation?: string[] | undefined
  readonly kind?: string[] | undefined
  readonly verdict?: string[] | undefined
  readonly 'artifact-type'?: string[] | undefined
  readonly label?: string[] | undefined
  readonly job?: string[] | undefined
  readonly branch?: string[] | undefined
  readonly commit?: string[] | undefined
  readonly since?: string | undefined
  readonly 'created-from'?: string | undefined
  readonly 'created-to'?: string | undefined
}

/** The filters that were given. */
export function givenFilters({
  'artifact-type': artifactType,
  'created-from': createdFrom,
  'created-to': createdTo,
  ...others
}: GivenFilters): RunFilters {
  const {provider, status, capability, operation, kind, verdict, label, job, branch, commit, since} = others
  const named = {provider, status, capability, operation, kind, verdict, label, job, branch, commit}
  return {...named, artifactType, since, createdFrom, createdTo}
}

/** What is wrong with the filters of a line that is wrong elsewhere. */
export async function filterMistakes(flags: object): Promise<readonly Mistake[]> {
  const {compileFilters} = await import('#run/query')
  return mistakesIn({key: '', check: () => compileFilters(givenFilters(flags), 0)})
}
