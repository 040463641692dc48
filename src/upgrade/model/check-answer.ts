import type {NodeCheckRecord} from '#contract/generated/types'

/** What checks came to, together. */
export interface CheckAnswer {
  readonly state: 'good' | 'bad' | 'open'
  /** What is not good, with its reason. */
  readonly detail: string
  readonly records: readonly NodeCheckRecord[]
}

/** One that fails makes it bad; one that is required and stays open leaves it open. */
export function answerOf(records: readonly NodeCheckRecord[]): CheckAnswer {
  const told = (some: readonly NodeCheckRecord[]) =>
    some.map(({id, reason, status}) => `${id}: ${reason ?? status}`).join('; ')
  const bad = records.filter(({status}) => status === 'fail' || status === 'error')
  if (bad.length > 0) return {state: 'bad', detail: told(bad), records}
  const open = records.filter(
    ({status, required, reason}) =>
      required && (status === 'inconclusive' || (status === 'skip' && reason !== 'not_validator')),
  )
  return open.length > 0 ? {state: 'open', detail: told(open), records} : {state: 'good', detail: '', records}
}
