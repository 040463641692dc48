import {translatorFault} from '#provider/translator/translator-fault'
import {Action, controlOf} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import type {Situation} from '#world/model/situation'
import type {Controller} from './controller.ts'

/** Asks a policy what to do now: at least one action, each for one environment step. */
export type AskPolicy = (now: Situation, signal: AbortSignal) => Promise<readonly Action[]>

/** A controller that does what a policy says; `calls` counts how often it was asked. */
export interface PolicyController extends Controller {
  readonly calls: number
}

/** Runs every action of an answer, one environment step each, then asks again. Throws `translator_invalid` for an action the environment does not take. */
export function makePolicyController(ask: AskPolicy, environment: Environment): PolicyController {
  let calls = 0
  let actions: readonly Action[] = []
  return {
    get calls() {
      return calls
    },
    async decide(now, signal) {
      if (actions.length === 0) {
        actions = await ask(now, signal)
        calls++
      }
      const [action = Action.noop(), ...rest] = actions
      actions = rest
      return {kind: 'act', actions: Float64Array.from(commandIn(environment, now, action)), modelEvals: 0}
    },
  }
}

/** What an action commands in this state; raw actions of one list of numbers are those numbers. Throws `translator_invalid`. */
export function commandIn(environment: Environment, {state}: Pick<Situation, 'state'>, action: Action): number[] {
  const lists = Object.values(action.parameters).filter(Array.isArray)
  const isRaw = action.type === 'raw_action' && lists.length === 1
  try {
    return controlOf(environment, state, isRaw ? Action.control(lists[0] as number[]) : action)
  } catch {
    throw translatorFault(`gives an action that ${environment.id} does not take`)
  }
}
