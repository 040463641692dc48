import {WORDS} from '#contract/generated/words'
import type {Issue} from '#error/assay-error'
import {nearestNames} from '#error/nearest'

/** A key that nothing knows is most often a mistyped one: its issue names those near it. A key that is known elsewhere stands in the wrong place. */
export function withNearKey(issue: Issue): Issue {
  const key = issue.pointer.split('/').at(-1) ?? ''
  if (issue.rule !== 'unknown_key' || WORDS.has(key.toLowerCase())) return {...issue}
  const near = nearestNames(key, [...WORDS])
  return near.length === 0 ? {...issue} : {...issue, message: `${issue.message}; near ones: ${near.join(', ')}`}
}
