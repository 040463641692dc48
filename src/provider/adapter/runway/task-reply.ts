import {finite, record} from '#contract/json'
import {ProviderError} from '#error/provider-error'
import {violation} from '../../model/provider-fault.ts'
import {answerObject} from '../../model/value-check.ts'

const ID = /^[A-Za-z0-9_-]{1,128}$/
const GOING_ON = new Set(['PENDING', 'THROTTLED', 'RUNNING'])
const MOST_CREDITS = 1e9

export interface CreatedTask {
  readonly id: string
  /** What it will cost, where the server says. */
  readonly credits?: number
}

export type TaskState = {readonly isOver: false} | {readonly isOver: true; readonly output: readonly string[]}

/** Throws `contract_violation`. The id goes into paths, so it must be a plain word. */
export function createdTask(value: unknown): CreatedTask {
  const body = answerObject(value)
  const {id, estimatedCost: cost} = body
  if (typeof id !== 'string' || !ID.test(id)) throw violation('created task has no usable id')
  const credits = record(cost)?.['credits']
  if (cost === undefined || cost === null || credits === undefined) return {id}
  if (typeof credits !== 'number' || !(credits >= 0 && credits <= MOST_CREDITS))
    throw violation('estimated cost is no number of credits')
  return {id, credits}
}

/** Throws `task_failed` for one that ended badly, `contract_violation` for anything that is no state of this task. */
export function taskState(value: unknown, id: string): TaskState {
  const body = answerObject(value)
  if (body['id'] !== id) throw violation('the server told of another task')
  const {status, output} = body
  if (typeof status !== 'string') throw violation('task has no status')
  if (GOING_ON.has(status)) return {isOver: false}
  if (status === 'FAILED' || status === 'CANCELLED') throw failed(status, body['failureCode'])
  if (status !== 'SUCCEEDED') throw violation('task has a status that is not known')
  if (
    !Array.isArray(output) ||
    output.length === 0 ||
    !output.every((url) => typeof url === 'string' && URL.canParse(url))
  )
    throw violation('succeeded task has no output')
  return {isOver: true, output}
}

export interface Organization {
  readonly credits: number
}

/** Throws `contract_violation`. */
export function organization(value: unknown): Organization {
  const credits = finite(answerObject(value)['creditBalance'])
  if (credits === undefined) throw violation('organization has no credit balance')
  return {credits}
}

function failed(status: string, failureCode: unknown): ProviderError {
  const code = typeof failureCode === 'string' && /^[A-Za-z0-9_.-]{1,100}$/.test(failureCode) ? ` (${failureCode})` : ''
  return new ProviderError('task_failed', `task ended as ${status}${code}`, {retryable: false, remoteWork: 'none'})
}
