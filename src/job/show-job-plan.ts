import type {JobExecWith, RunPlanItem, RunPlanResult} from '#contract/generated/types'
import {exitFor} from '#error/exit'
import type {MeasurementPorts} from '#measurement/ports'
import type {FormatName} from '#report/renderers'
import type {Report} from '#report/report'
import type {JobOrder} from './job-order.ts'
import {isRequired} from './job-outcome.ts'
import {jobPlanReport} from './job-plan-report.ts'
import {loadReadyJob, type OrderedJob} from './load-ready-job.ts'
import {keptPlan, type PlannedJobItem} from './plan-job.ts'

/** What a job would do, checked as far as a run checks it before it begins. Makes nothing, asks no server and starts no program of a step. Throws as `loadReadyJob` does. */
export async function showJobPlan(
  order: JobOrder,
  ports: MeasurementPorts,
): Promise<{result: RunPlanResult; report: Report; format: FormatName | undefined}> {
  const ready = await loadReadyJob(order, ports)
  const {job, items} = ready.planned
  const bundle = order.bundle ?? job.bundle ?? false
  const words = items.length === 1 ? '1 item' : `${items.length} items`
  const result: RunPlanResult = {
    schema_version: 1,
    command: 'run',
    exit: exitFor('pass', `${words} would run; nothing was made`),
    job: job.name,
    plan_sha256: keptPlan(ready.planned, ports.redactor).sha256,
    items: items.map((item) => itemOf(item, ready)),
    bundle,
  }
  return {result, report: jobPlanReport(result), format: ready.profile?.profile.output_format}
}

function itemOf(item: PlannedJobItem, {planned, prepared}: OrderedJob): RunPlanItem {
  const {step, item_id, step_id, unit} = item
  const timeout = step.timeout ?? planned.job.defaults?.timeout
  const known = prepared.get(item_id)
  const {outputs} = unit.use === 'exec' ? (unit.with as JobExecWith) : {}
  return {
    item_id,
    step_id,
    name: item.traceId,
    use: unit.use,
    cell: unit.cell,
    needs: step.needs ?? [],
    when: step.when ?? 'success',
    required: isRequired(item, planned),
    exclusive: item.exclusive,
    providers: [...(known?.providers ?? [])],
    operations: [...(known?.operations ?? [])],
    ...(timeout !== undefined && {timeout}),
    summary: {...known?.summary},
    ...(known?.warnings?.length && {warnings: [...known.warnings]}),
    outputs: [`items/${item_id}/`, ...(outputs ?? [])],
  }
}
