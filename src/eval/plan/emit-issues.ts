import type {ActionTranslatorDocument, TranslatorValues} from '#contract/generated/types'
import type {Issue} from '#error/assay-error'
import {faultOf, rehearsal} from '#provider/translator/fit-issues'
import type {SightedTranslator} from '#provider/translator/translator'
import type {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import {Tensor} from '#world/tensor/tensor'
import {commandIn} from '../kit/make-policy-controller.ts'

/** Places along an axis that may have any size. */
const SOME = 64
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

/** Zeros in the shapes that the document expects; undefined where it reads something whose shape it does not tell. */
function expectedAnswer({
  expects = {},
  time,
  emit = [],
}: ActionTranslatorDocument): Readonly<Record<string, Tensor>> | undefined {
  const read = [...(time ? [time.path] : []), ...emit.flatMap(({parameters}) => pathsOf(parameters))]
  if (read.length === 0 || !read.every((path) => Object.hasOwn(expects, path))) return undefined
  const [, end = 0] = time?.take ?? []
  const shapes = Object.entries(expects).map(
    ([path, sides]) => [path, sides.map((side) => side ?? Math.max(SOME, end))] as const,
  )
  return Object.fromEntries(shapes.map(([path, shape]) => [path, Tensor.from({dtype: 'float32', shape, fill: 0})]))
}

function pathsOf(values: TranslatorValues): string[] {
  return Object.values(values).flatMap(({path, object}) =>
    object ? pathsOf(object) : path === undefined ? [] : [path],
  )
}
