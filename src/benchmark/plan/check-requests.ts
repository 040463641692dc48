import type {DraftIssue} from '#document/document-issues'
import {AssayError} from '#error/assay-error'
import {checkAction} from '#world/model/action'
import {checkWorldState} from '#world/model/world-state'
import type {ResolvedInputs} from '../model/inputs.ts'
import {chooseRequests} from '../model/requests.ts'

type Check = (inputs: ResolvedInputs) => unknown

/** Checks of values whose shape is right, by the key that is to blame. */
const CHECKS: readonly (readonly [key: keyof ResolvedInputs, check: Check])[] = [
  ['environment', ({environment}) => chooseRequests({...(environment && {environment})})],
  ['prediction_action', ({prediction_action: action}) => action && checkAction(action)],
  ['world_state', ({world_state: state}) => state && checkWorldState(state)],
  ['score_info', ({score_info: info}) => chooseRequests({...(info && {score_info: info})})],
  ['policy_info', ({policy_info: info}) => chooseRequests({...(info && {policy_info: info})})],
  [
    'score_action_candidates',
    ({score_action_candidates: candidates}) =>
      chooseRequests({...(candidates && {score_action_candidates: candidates})}),
  ],
]

/** Finds every fault in the requests of a case before any is sent. */
export function checkRequests(inputs: ResolvedInputs, pointer: string): DraftIssue[] {
  return CHECKS.flatMap(([key, check]) => {
    try {
      check(inputs)
      return []
    } catch (error) {
      if (!(error instanceof AssayError)) throw error
      return [{pointer: `${pointer}/${key}`, rule: error.code, message: error.message}]
    }
  })
}
