import type {DraftIssue} from '#document/document-issues'
import {AssayError} from '#error/assay-error'
import {withHint} from '#error/collect-mistakes'
import type {MeasurementPorts} from '#measurement/ports'
import type {PlannedJob, Refuse} from './plan-job.ts'
import {RUNNERS} from './runners.ts'
import type {PreparedStep, StepTerms} from './step-runner.ts'

/**
 * Every item made ready before the first one starts, so that a mistake in the last step costs nothing. Throws
 * what `refuse` makes of all of them, each at its step.
 */
export async function prepareJob(
  planned: PlannedJob,
  ports: MeasurementPorts,
  how: StepTerms & {readonly refuse: Refuse},
): Promise<Map<string, PreparedStep>> {
  const prepared = new Map<string, PreparedStep>()
  const issues: DraftIssue[] = []
  for (const item of planned.items) {
    try {
      const prepare = await RUNNERS[item.step.use]()
      prepared.set(item.item_id, await prepare(item, ports, how))
    } catch (error) {
      if (!(error instanceof AssayError) || error.exit !== 'usage') throw error
      issues.push(...issuesOf(error, planned.job.steps.indexOf(item.step)))
    }
  }
  if (issues.length > 0) throw how.refuse(issues)
  return prepared
}

/** What was wrong with the step's own keys is told of each; issues of a file that it names belong to that file. */
function issuesOf(error: AssayError, stepAt: number): DraftIssue[] {
  const pointer = `/steps/${stepAt}/with`
  if (error.code !== 'usage' || error.issues.length === 0)
    return [{pointer, rule: error.code, message: withHint(error)}]
  return error.issues.map((issue) => ({...issue, pointer: `${pointer}${issue.pointer}`}))
}
