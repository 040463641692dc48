import type {Contract} from '#contract/contract'
import {issuesOf} from '#contract/parse'

/** What every event of its name carries and no other does: the header with the name is not signed, and the body must bear it out. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  push: ['pusher'],
  pull_request: ['pull_request'],
  pull_request_review: ['pull_request', 'review'],
  issues: ['issue'],
  issue_comment: ['comment', 'issue'],
  release: ['release'],
  create: ['ref_type'],
  delete: ['ref_type'],
  fork: ['fork'],
  star: ['star'],
  ping: ['hook_id'],
}

/** Every name of an event, that of test deliveries included. */
export const EVENT_NAMES: readonly string[] = Object.keys(MARKS)

const KNOWN_MARKS = new Set(Object.values(MARKS).flat())

/** What a payload lacks to be the event of this name; undefined where it fits. Only words of schemas are told. */
export function misfit(
  event: string,
  payload: Readonly<Record<string, unknown>>,
  contract: Contract<unknown>,
): string | undefined {
  const marks = [...KNOWN_MARKS].filter((mark) => Object.hasOwn(payload, mark)).sort()
  const wanted = MARKS[event] ?? []
  if (marks.join() !== wanted.join()) return `is no payload of ${event}`
  const [issue] = issuesOf(contract, payload) ?? []
  return issue && `${issue.pointer || '/'} ${issue.message}`
}
