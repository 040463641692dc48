import type {DraftIssue} from '#document/document-issues'
import {AssayError, type Issue} from '#error/assay-error'
import type {MeasurementPorts} from '#measurement/ports'
import {absolutePath} from '#path/safe-relative-path'
import type {LoadedProfile} from '#profile/merge-settings'
import {checkJob} from './check-job.ts'
import {bindInputs} from './job-inputs.ts'
import {type JobOrder, USUAL_JOB} from './job-order.ts'
import {jobInvalid, type LoadedJob, loadJob, readJobDocument} from './load-job.ts'
import {loadJobProfile, profilePolicies} from './load-job-profile.ts'
import {planJobItems} from './plan-job.ts'
import {prepareJob} from './prepare-job.ts'
import {registerJobSecrets} from './register-job-secrets.ts'
import type {ReadyJob} from './run-job.ts'
import {lanesOf} from './schedule.ts'

/** A job in which nothing can be the caller's mistake any more, and the absolute folder that its run goes to. */
export interface OrderedJob extends ReadyJob {
  readonly loaded: LoadedJob
  readonly profile: LoadedProfile | undefined
  readonly workspace: string
}

/** Loads, plans and prepares a job whole; makes nothing. Throws `job_invalid` with every issue, and as `loadJob` and `loadJobProfile` do. */
export async function loadReadyJob(order: JobOrder, ports: MeasurementPorts): Promise<OrderedJob> {
  try {
    return await makeReady(order, ports)
  } catch (error) {
    throw await withEveryMistake(error, order, ports)
  }
}

/**
 * One phase after the other refuses a job, the first with what it found: who mended that would meet the next. What `validate`
 * finds in the same file takes its place, where it holds all that was told; it knows no `--set`.
 */
async function withEveryMistake(error: unknown, order: JobOrder, ports: MeasurementPorts): Promise<unknown> {
  if (!(error instanceof AssayError) || error.code !== 'job_invalid' || error.issues.length === 0) return error
  const {reader} = ports.files
  const document = await readJobDocument(order.path, order.name, {reader})
  const whole = jobInvalid(
    document,
    await checkJob(document, absolutePath(ports.cwd, order.workspace ?? '.'), ports),
    ports,
  )
  const isTold = ({pointer, message}: Issue) =>
    whole.issues.some((one) => one.pointer === pointer && one.message === message)
  return error.issues.every(isTold) ? whole : error
}

async function makeReady(order: JobOrder, ports: MeasurementPorts): Promise<OrderedJob> {
  const {reader} = ports.files
  const {redactor} = ports
  mustBeThere(order, ports)
  const loaded = await loadJob(order.path, order.name, {reader, redactor})
  const {job, document} = loaded
  registerJobSecrets(job, order.settings, ports)
  const inputs = bindInputs(job, order.settings)
  const refuse = (issues: readonly DraftIssue[]) => jobInvalid(document, issues, {redactor})
  const planned = planJobItems({job, sha256: document.sha256}, inputs, refuse)
  const profile = await loadJobProfile(order.profilePath, ports)
  const workspace = absolutePath(ports.cwd, order.workspace ?? profile?.profile.run_workspace ?? '.')
  const usualProviders = profile?.profile.providers
  const {commandArgv} = order
  const terms = {limits: profilePolicies(profile), lanes: lanesOf(job), workspace, usualProviders, commandArgv}
  return {loaded, planned, prepared: await prepareJob(planned, ports, {refuse, ...terms}), profile, workspace}
}

function mustBeThere({path, name}: JobOrder, {files}: Pick<MeasurementPorts, 'files'>): void {
  if (name !== USUAL_JOB || files.reader.facts(path) !== undefined) return
  throw new AssayError('file_missing', `there is no job file ${USUAL_JOB} here`, {
    hint: 'assay init writes a first one; another is named: assay run FILE.',
  })
}
