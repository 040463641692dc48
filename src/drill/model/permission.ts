import type {Drill, NodeTarget} from '#contract/generated/types'
import {actionsOf} from './drill-rounds.ts'

/** What the caller says beside the drills. */
export interface Leave {
  /** Undefined: nothing is done, so nobody need confirm it. */
  readonly confirm: string | undefined
  readonly applies: boolean
  /** Whether whoever works on the nodes of the target can stop and start them. */
  readonly canStop: boolean
}

/** How many nodes of a target may be away at once, where its owner says nothing. */
const USUAL_DOWN = 1

/** How many nodes of a target may be away at once during a drill: what both allow. */
export const downAtOnce = (
  {blast_radius: radius}: Pick<Drill, 'blast_radius'>,
  {drills: {nodes_down: most = USUAL_DOWN} = {}}: Pick<NodeTarget, 'drills'>,
): number => Math.min(radius?.nodes_down ?? 0, most)

/**
 * Every reason why a drill may not touch a target that it did not make: the owner of the target decides, never the file of the drill. Empty
 * where it may.
 */
export function refusalsOf(
  drill: Pick<Drill, 'id' | 'environments' | 'target' | 'blast_radius' | 'inject' | 'rounds' | 'respond'>,
  {environment, alias, drills = {}}: NodeTarget,
  {confirm, applies, canStop}: Leave,
): string[] {
  const {id, environments = ['embedded'], blast_radius: radius} = drill
  if (drill.target.kind !== 'nodes') return [`${id} only works on what it starts itself, on this machine`]
  const {allow = [], actions = [], nodes_down: most = USUAL_DOWN} = drills
  const acts = [...new Set(actionsOf(drill))]
  const missing = acts.filter((action) => !actions.some((one) => one === action))
  const down = radius?.nodes_down ?? 0
  return [
    ...(environments.includes(environment) ? [] : [`${id} is not for ${environment}, which ${alias} is`]),
    ...(allow.includes(id) ? [] : [`${alias} does not allow ${id} in drills.allow`]),
    ...(environment === 'production' && acts.length > 0
      ? [`${alias} is production, where drills only look, and ${id} does ${acts.join(', ')}`]
      : []),
    ...(environment !== 'production' && missing.length > 0
      ? [`${alias} does not allow ${missing.join(', ')} in drills.actions`]
      : []),
    ...(down > most
      ? [`${id} takes ${down} nodes down at once, and ${alias} allows ${most} in drills.nodes_down`]
      : []),
    ...(acts.length > 0 && !canStop ? [`the adapter of ${alias} cannot stop and start its nodes`] : []),
    ...(environment === 'production' && applies && confirm !== alias
      ? [`${alias} is production: say --confirm ${alias} where it is meant`]
      : []),
  ]
}
