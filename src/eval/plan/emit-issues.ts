import type {Issue} from '#error/assay-error'
import {expectedAnswer} from '#provider/translator/expected-answer'
import {faultOf, rehearsal} from '#provider/translator/fit-issues'
import type {SightedTranslator} from '#provider/translator/translator'
import type {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {commandIn} from '../kit/make-policy-controller.ts'

const ALWAYS: readonly string[] = ['noop', 'raw_action']

/** What of a translator's actions an environment does not take, as far as it can be told before the policy has answered. */
export function emitIssues(shown: SightedTranslator, environment: Environment): Issue[] {
  const {document} = shown
  const takes: readonly string[] = [...environment.actionTypes, ...ALWAYS]
  const kinds = (document?.emit ?? []).flatMap(({kind}, at) =>
    takes.includes(kind)
      ? []
      : [{pointer: `/emit/${at}/kind`, rule: 'kind', message: `${environment.id} takes ${takes.join(', ')}`}],
  )
  const raw = document && expectedAnswer(document)
  if (kinds.length > 0 || !raw) return kinds
  const sight = rehearsal(environment)
  const act = () => {
    const read = shown.within?.(sight) ?? shown
    const actions = read(raw, {provider: document.provider ?? 'any'}).flat(1) as readonly Action[]
    for (const action of actions) commandIn(environment, sight.now, action)
  }
  return faultOf(act, '/emit', environment.id)
}
