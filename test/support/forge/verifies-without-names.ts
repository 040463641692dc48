import * as assert from 'uvu/assert'
import {assayJson} from '../hall-rig.ts'

/** A bundle in which names were replaced tells less, and must not be taken for a forgery. */
export async function verifiesWithoutNames(runId: string, workspace: string): Promise<void> {
  const made = await assayJson(['runs', 'bundle', runId, '--redact-names'], {cwd: workspace})
  assert.is(made.code, 0, JSON.stringify(made.document))
  const verified = await assayJson(['runs', 'verify', `issue-bundles/${runId}`], {cwd: workspace})
  assert.is(verified.code, 0, JSON.stringify(verified.document))
}
