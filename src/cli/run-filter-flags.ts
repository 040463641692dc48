import * as Flags from '@oclif/core/flags'
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
  limit: Flags.integer({char: 'n', min: 1, helpValue: 'N', summary: 'At most the newest N.'}),
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
  readonly 'created-from'?: string | undefined
  readonly 'created-to'?: string | undefined
}

/** The filters that were given. */
export function givenFilters(flags: GivenFilters): RunFilters {
  return {
    ...(flags.provider && {provider: flags.provider}),
    ...(flags.status && {status: flags.status}),
    ...(flags.capability && {capability: flags.capability}),
    ...(flags.operation && {operation: flags.operation}),
    ...(flags.kind && {kind: flags.kind}),
    ...(flags.verdict && {verdict: flags.verdict}),
    ...(flags['artifact-type'] && {artifactType: flags['artifact-type']}),
    ...(flags['created-from'] !== undefined && {createdFrom: flags['created-from']}),
    ...(flags['created-to'] !== undefined && {createdTo: flags['created-to']}),
  }
}
