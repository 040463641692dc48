import type {Environment} from '#world/model/environment'
import type {Subject} from '../model/subject.ts'

/** Whether a provider says that it takes targets, where the environment has any. */
export function takesTargets({descriptor}: Pick<Subject, 'descriptor'>, {actionTypes}: Environment): boolean {
  return actionTypes.includes('move_to') && descriptor.action_types?.includes('move_to') === true
}
