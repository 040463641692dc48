import type {Contract} from '#contract/contract'
import {jobBenchmarkWith} from '#contract/generated/job-benchmark-with'
import {jobDoctorWith} from '#contract/generated/job-doctor-with'
import {jobDrillWith} from '#contract/generated/job-drill-with'
import {jobEvalWith} from '#contract/generated/job-eval-with'
import {jobExecWith} from '#contract/generated/job-exec-with'
import {jobHealthWith} from '#contract/generated/job-health-with'
import {jobNodeBaselineWith} from '#contract/generated/job-node-baseline-with'
import {jobNodeCheckWith} from '#contract/generated/job-node-check-with'
import {jobNodeUpgradeWith} from '#contract/generated/job-node-upgrade-with'
import type {JobStep} from '#contract/generated/types'
import {type DraftIssue, schemaIssues} from '#document/document-issues'

const CONTRACTS: Readonly<Record<JobStep['use'], Contract<object>>> = {
  doctor: jobDoctorWith,
  'provider.health': jobHealthWith,
  eval: jobEvalWith,
  benchmark: jobBenchmarkWith,
  drill: jobDrillWith,
  'node.check': jobNodeCheckWith,
  'node.baseline': jobNodeBaselineWith,
  'node.upgrade': jobNodeUpgradeWith,
  exec: jobExecWith,
}

/** What is wrong with a step's `with` for its `use`, as pointers into the job file. */
export function withIssues(use: JobStep['use'], value: unknown, pointer: string): DraftIssue[] {
  return schemaIssues(CONTRACTS[use], value).map((issue) => ({...issue, pointer: `${pointer}${issue.pointer}`}))
}
