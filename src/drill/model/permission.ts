import type {Drill, NodeTarget} from '#contract/generated/types'

/**
 * Why a drill may not touch a target that it did not make: the owner of the target decides, never the file of the drill. Undefined where it
 * may.
 */
export function refusalOf(drill: Pick<Drill, 'id' | 'environments'>, target: NodeTarget): string | undefined {
  const {environment, alias, drills = {}} = target
  if (!(drill.environments ?? ['embedded']).includes(environment))
    return `${drill.id} is not for ${environment}, which ${alias} is`
  return drills.allow?.includes(drill.id) ? undefined : `${alias} does not allow ${drill.id} in drills.allow`
}
