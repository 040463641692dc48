import type {DraftIssue} from '#document/document-issues'
import {AssayError} from '#error/assay-error'
import {CODES} from '#error/codes'
import type {PlannedJob, Refuse} from './plan-job.ts'
import {RUNNERS} from './runners.ts'
import type {JobPorts, PreparedStep, StepTerms} from './step-runner.ts'

/**
 * Every item made ready before the first one starts, so that a mistake in the last step costs nothing. Throws
 * what `refuse` makes of all of them, each at its step.
 */
export async function prepareJob(
  planned: PlannedJob,
  ports: JobPorts,
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
      issues.push(issueOf(error, planned.job.steps.indexOf(item.step)))
    }
  }
  if (issues.length > 0) throw how.refuse(issues)
  return prepared
}

/** A hint that is more than the catalogue's, such as the nearest names, is told as well. */
function issueOf(error: AssayError, stepAt: number): DraftIssue {
  const {code, message, hint} = error
  const more = hint === CODES[code].next ? '' : ` (${hint})`
  return {pointer: `/steps/${stepAt}/with`, rule: code, message: `${message}${more}`}
}
