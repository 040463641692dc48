import type {NodeCheckRecord} from '#contract/generated/types'

/** What checks came to, together. */
export interface CheckAnswer {
  readonly state: 'good' | 'bad' | 'open'
  /** What is not good, with its reason. */
  readonly detail: string
  /** Ids of those that are not good. */
  readonly failing: readonly string[]
  readonly records: readonly NodeCheckRecord[]
}

/** One that fails makes it bad; one that is required and stays open leaves it open. */
export function answerOf(records: readonly NodeCheckRecord[]): CheckAnswer {
  const told = (some: readonly NodeCheckRecord[]) =>
    some.map(({id, reason, status}) => `${id}: ${reason ?? status}`).join('; ')
  const bad = records.filter(({status}) => status === 'fail' || status === 'error')
  if (bad.length > 0) return {state: 'bad', detail: told(bad), failing: bad.map(({id}) => id), records}
  const open = records.filter(
    ({status, required, reason}) =>
      required && (status === 'inconclusive' || (status === 'skip' && reason !== 'not_validator')),
  )
  const failing = open.map(({id}) => id)
  return open.length > 0
    ? {state: 'open', detail: told(open), failing, records}
    : {state: 'good', detail: '', failing, records}
}
