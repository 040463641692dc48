import type {Drill, DrillAction, DrillActionName} from '#contract/generated/types'
import type {DraftIssue} from '#document/document-issues'
import {pointerOf} from '#document/pointer'
import {ACTIONS} from '../model/actions.ts'

/** They wait, watch or end something, and what they do is nothing that anybody could notice. */
const CHANGES_NOTHING: ReadonlySet<DrillActionName> = new Set<DrillActionName>([
  'process.wait',
  'load.wait',
  'watch.start',
  'sheet.hand_in',
  ...Object.values(ACTIONS).flatMap(({inverse}) => inverse ?? []),
])
/** Undoes one and is a change of its own: the drill goes on with another token. */
const CHANGES: ReadonlySet<DrillActionName> = new Set<DrillActionName>(['token.use'])

/** A drill that breaks nothing waits for signals in vain, and says nothing of whoever should have seen them. */
export function injectIssues({inject, rounds = []}: Pick<Drill, 'inject' | 'rounds'>): DraftIssue[] {
  return [
    ...(inject === undefined ? [] : idleIssues(inject, ['inject'])),
    ...rounds.flatMap((round, at) => idleIssues(round.inject, ['rounds', String(at), 'inject'])),
  ]
}

function idleIssues(actions: readonly DrillAction[], place: readonly string[]): DraftIssue[] {
  const isIdle = ({action}: DrillAction) => CHANGES_NOTHING.has(action) && !CHANGES.has(action)
  if (!actions.every(isIdle)) return []
  const names = [...new Set(actions.map(({action}) => action))].join(', ')
  const message = `breaks nothing: ${names} only waits, watches or puts back, so there is nothing to notice`
  return [{pointer: pointerOf(place), rule: 'breaks_nothing', message}]
}
