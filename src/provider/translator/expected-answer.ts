import type {ActionTranslatorDocument, TranslatorValues} from '#contract/generated/types'
import type {Issue} from '#error/assay-error'
import {Tensor} from '#world/tensor/tensor'
import {faultOf} from './fit-issues.ts'
import type {SightedTranslator} from './translator.ts'

/** Places along an axis that may have any size. */
const SOME = 64

/** Zeros in the shapes that the document expects; undefined where it reads something whose shape it does not tell. */
export function expectedAnswer({
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

/** What of an answer of the shape that a document expects its own words cannot read, wherever it was given. */
export function readIssues(translator: Pick<SightedTranslator, 'document'> & SightedTranslator): Issue[] {
  const {document} = translator
  const raw = document && expectedAnswer(document)
  if (!raw) return []
  return faultOf(() => translator(raw, {provider: document.provider ?? 'any'}), '/emit')
}

function pathsOf(values: TranslatorValues): string[] {
  return Object.values(values).flatMap(({path, object}) =>
    object ? pathsOf(object) : path === undefined ? [] : [path],
  )
}
