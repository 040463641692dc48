import {scoreInfo} from '#provider/operation/score-rules'
import {rawTranslator} from '#provider/translator/raw-translator'
import type {SightedTranslator} from '#provider/translator/translator'
import type {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import type {Situation} from '#world/model/situation'
import type {Subject} from '../../model/subject.ts'

/** Asks for actions in a situation. */
type AskIn = (environment: Environment, now: Situation, signal: AbortSignal) => Promise<readonly Action[]>

/** How a policy is asked: shown what the translator makes of a situation, understood as it says. Without one, what comes raw is what is done. */
export function askPolicy(subject: Subject): AskIn {
  const translator: SightedTranslator = subject.shown ?? rawTranslator
  return (environment, now, signal) => {
    const sight = {environment, now}
    // Who plans in longer entries is told that each action runs for one step.
    const info = translator.observe?.(sight) ?? {...scoreInfo(environment, now), action_block: 1}
    return subject.asOnePlan(() => subject.policy(info, translator.within?.(sight) ?? translator, signal))
  }
}
