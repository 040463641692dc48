import {job as jobContract} from '#contract/generated/job'
import type {Job} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import type {CallerDocument} from '#document/document'
import {type DraftIssue, schemaIssues} from '#document/document-issues'
import {AssayError} from '#error/assay-error'
import type {MeasurementPorts} from '#measurement/ports'
import {secretIssues} from '#profile/profile-rules'
import {graphOf, isBelow, placed, type SoundStep, soundSteps} from './check-graph.ts'
import {defaultIssues} from './job-inputs.ts'
import {planJobItems} from './plan-job.ts'
import {prepareJob} from './prepare-job.ts'
import {lanesOf} from './schedule.ts'
import type {JobValue} from './substitute.ts'

/**
 * Everything wrong with a job, of all phases at once: a step that one phase refuses is left out of the next, the others go on. Inputs
 * have their defaults; a step that needs one without is checked by its schema alone. Nothing is made.
 */
export async function checkJob(
  document: CallerDocument,
  workspace: string,
  ports: MeasurementPorts,
): Promise<DraftIssue[]> {
  const {value} = document
  const secrets = secretIssues(value, ports.redactor).filter(({rule}) => rule !== 'host_path')
  const shape = schemaIssues(jobContract, value)
  const sound = soundSteps(value, shape)
  const graph = graphOf(value, sound)
  // What a matrix of too many cells would make is never made: it may be more than the memory holds.
  const isCountable = ({at}: SoundStep) =>
    !graph.some(({rule, pointer}) => rule === 'cells' && pointer === `/steps/${at}/matrix`)
  const head = isRecord(value) ? value : {}
  const isHeadSound = !shape.some(({pointer}) => ['/inputs', '/concurrency'].some((key) => isBelow(pointer, key)))
  if (!isHeadSound) return [...secrets, ...shape, ...graph]
  const job = {...head, name: 'checked'} as unknown as Job
  const later = await checkSteps(job, sound.filter(isCountable), {workspace, ports})
  return [...secrets, ...shape, ...defaultIssues(job), ...graph, ...later]
}

async function checkSteps(
  job: Job,
  sound: readonly SoundStep[],
  {workspace, ports}: {readonly workspace: string; readonly ports: MeasurementPorts},
): Promise<DraftIssue[]> {
  const {bound, open} = defaultsOf(job)
  const ready = sound.filter(
    ({step}) => !open.some((name) => JSON.stringify(step.with ?? {}).includes(`{inputs.${name}}`)),
  )
  const issues: DraftIssue[] = []
  for (const one of ready) {
    const found = await gathered(async (refuse) => {
      const own: Job = {...job, steps: [one.step]}
      const planned = planJobItems({job: own, sha256: NO_FILE}, bound, refuse)
      await prepareJob(planned, ports, {refuse, limits: {}, lanes: lanesOf(job), workspace, commandArgv: []})
    })
    issues.push(...placed(found, [one]))
  }
  return issues
}

/** Plans made to be checked are kept nowhere. */
const NO_FILE = `sha256:${'0'.repeat(64)}` as const

async function gathered(
  check: (refuse: (issues: readonly DraftIssue[]) => AssayError) => Promise<void>,
): Promise<readonly DraftIssue[]> {
  let found: readonly DraftIssue[] = []
  const refusal = new AssayError('job_invalid', 'the step is wrong')
  try {
    await check((issues) => {
      found = issues
      return refusal
    })
  } catch (error) {
    if (error === refusal) return found
    if (!(error instanceof AssayError) || error.exit !== 'usage') throw error
    return [{pointer: '/steps/0', rule: error.code, message: error.message}]
  }
  return []
}

function defaultsOf({inputs = {}}: Job): {bound: Record<string, JobValue>; open: string[]} {
  const all = Object.entries(inputs)
  const given = all.flatMap(([name, input]): [string, JobValue][] =>
    input.default === undefined ? [] : [[name, input.default]],
  )
  return {
    bound: Object.fromEntries(given),
    open: all.flatMap(([name, input]) => (input.default === undefined ? [name] : [])),
  }
}
