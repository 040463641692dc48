import {documentWords} from '#contract/generated/words'
import type {Issue} from '#error/assay-error'
import {withNearest} from '#error/nearest'

/** A key that nothing knows is most often a mistyped one: its issue names those near it. A key that is known elsewhere stands in the wrong place. */
export function withNearKey(issue: Issue): Issue {
  const key = issue.pointer.split('/').at(-1) ?? ''
  if (issue.rule !== 'unknown_key' || documentWords().has(key.toLowerCase())) return {...issue}
  return {...issue, message: withNearest(issue.message, key, [...documentWords()])}
}
