import {AssayError, codeOf} from '#error/assay-error'
import {ProviderBudgetExceededError, ProviderError} from '#error/provider-error'
import type {Taken} from '../../media/keep-artifact.ts'
import type {CallContext, ClipAnswer, KeptClipAnswer} from '../../model/provider.ts'
import {type Answered, evidenceClass} from '../../transport/http/answered.ts'
import {callEndpoint, callForJson} from '../../transport/http/call-endpoint.ts'
import {readArtifact} from '../../transport/http/read-artifact.ts'
import type {ArtifactSource} from './artifact-source.ts'
import {type CreatedTask, createdTask, taskState} from './task-reply.ts'
import type {TaskRequest} from './task-request.ts'

const LEAST_POLL_MS = 5_000

/** From a request to its clip: created, paid for, looked after, fetched. Whatever ends it early deletes the task. */
export async function conductTask(
  request: TaskRequest,
  source: ArtifactSource,
  context: CallContext,
): Promise<ClipAnswer | KeptClipAnswer> {
  const {task, answered} = await create(request, source, context)
  const output = await finished(task, source, context)
  const taken = await fetched(output, task, source, context)
  return {
    ...request.clip,
    ...taken,
    metadata: {
      evidence_class: evidenceClass(answered),
      runtime_manifest_id: source.runtimeId,
      task: task.id,
      ...(task.credits !== undefined && {credits: task.credits}),
      ...(!request.isKnownModel && {unvalidated_model: true}),
    },
  }
}

async function create(
  {path, body}: TaskRequest,
  source: ArtifactSource,
  context: CallContext,
): Promise<{task: CreatedTask; answered: Answered}> {
  const {service, balance} = source
  context.remoteWork('may_continue')
  const call = (signal: AbortSignal) => callForJson(service, {method: 'POST', path, body, signal}, context)
  const answered = await context.attempt('request', call)
  const task = createdTask(answered.value)
  context.remoteWork((signal) => deleteTask(task.id, source, signal))
  if (task.credits !== undefined) {
    context.spendCredits(task.credits)
    demandCredits(task.credits, balance())
  }
  return {task, answered}
}

/** Looks at the task until it is over. */
async function finished(task: CreatedTask, source: ArtifactSource, context: CallContext): Promise<readonly string[]> {
  for (;;) {
    const state = await look(task, source, context)
    if (state.isOver) return state.output
    await context.pausePolling(LEAST_POLL_MS)
  }
}

async function look({id}: CreatedTask, {service}: ArtifactSource, context: CallContext) {
  const path = `/v1/tasks/${id}`
  const call = (signal: AbortSignal) => callForJson(service, {method: 'GET', path, signal}, context)
  const {value} = await context.attempt('poll', call)
  try {
    const state = taskState(value, id)
    // Done: nothing is left to delete, and its result is wanted.
    if (state.isOver) context.remoteWork('none')
    return state
  } catch (error) {
    if (codeOf(error) === 'task_failed') context.remoteWork('none')
    throw error
  }
}

/** The first output. Links live for a day or two; a dead one gets one more chance with fresh links. */
async function fetched(
  output: readonly string[],
  task: CreatedTask,
  source: ArtifactSource,
  context: CallContext,
): Promise<Taken> {
  try {
    return await download(output[0] ?? '', source, context)
  } catch (error) {
    if (codeOf(error) !== 'artifact_expired') throw error
    const state = await look(task, source, context)
    return await download(state.isOver ? (state.output[0] ?? '') : '', source, context)
  }
}

async function download(url: string, {service, artifacts}: ArtifactSource, context: CallContext): Promise<Taken> {
  const client = artifacts(url)
  if (client instanceof AssayError) throw client
  const {artifacts: store} = context
  return await context.attempt('download', (signal) =>
    readArtifact(client, {url, signal, nowMs: service.nowMs(), store}),
  )
}

async function deleteTask(id: string, {service}: ArtifactSource, signal: AbortSignal): Promise<void> {
  const quiet = {reached: () => {}, operationId: ''}
  const {status} = await callEndpoint(service, {method: 'DELETE', path: `/v1/tasks/${id}`, signal}, quiet)
  if (status >= 300) throw new ProviderError('upstream_error', `the task was not deleted (${status})`)
}

function demandCredits(credits: number, balance: number | undefined): void {
  if (balance === undefined || credits <= balance) return
  const budget = {dimension: 'credits', limit: balance, spent: credits} as const
  throw new ProviderBudgetExceededError(`the task costs ${credits} credits, more than are left`, budget)
}
