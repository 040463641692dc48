import type {NodeCheckRecord} from '#contract/generated/types'
import {NO_ANSWER, STILL_NO_ANSWER} from '../model/silence.ts'

type Told = Pick<NodeCheckRecord, 'id' | 'status' | 'reason' | 'nodes'>

const FAILED: ReadonlySet<NodeCheckRecord['status']> = new Set(['fail', 'error'])

/** What is said of those that failed: of each node where several were asked by themselves. */
function failuresIn({status, reason, nodes = []}: Told): readonly string[] {
  if (!FAILED.has(status)) return []
  const failed = nodes.filter((node) => FAILED.has(node.status))
  return (failed.length === 0 ? [{reason}] : failed).map((one) => one.reason ?? '')
}

/** A check that failed for nothing but that nobody answered. */
function isUnanswered(record: Told): boolean {
  const all = failuresIn(record)
  return all.length > 0 && all.every((reason) => reason.includes(NO_ANSWER))
}

/** The first check that got no answer, where further ones did not even ask because of that: it speaks for them. */
export function silentCause<Record extends Told>(records: readonly Record[]): Record | undefined {
  const isStill = records.some((record) => failuresIn(record).some((reason) => reason.includes(STILL_NO_ANSWER)))
  return isStill ? records.find(isUnanswered) : undefined
}

/** Whether a check failed for that alone as well. */
export const isSilentLike = (record: Told, cause: Told): boolean => record.id !== cause.id && isUnanswered(record)

/** One cause in a sentence, and no list of what follows from it. */
export function silentText(cause: Told, records: readonly Told[]): string {
  const silent = cause.nodes?.flatMap(({name, reason}) => (reason?.includes(NO_ANSWER) ? [name] : [])) ?? []
  const who =
    silent.length === 0 ? 'nodes that do' : `${silent.join(', ')}, which ${silent.length === 1 ? 'does' : 'do'}`
  const others = records.filter((one) => isSilentLike(one, cause)).length
  return `${others} more ${others === 1 ? 'check' : 'checks'} could not be asked of ${who} not answer (${cause.id})`
}
