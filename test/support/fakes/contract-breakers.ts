import type {Subject} from '#eval/model/subject'
import {Tensor} from '#world/tensor/tensor'
import {type Changes, fakeSubject} from './subject.ts'

const exact = fakeSubject()

/** A reader that knows one type: whatever else comes is zeros to it. */
function misread(value: unknown): unknown {
  const isOther = value instanceof Tensor && value.dtype !== 'float64'
  return isOther ? Tensor.of('float64', value.shape, new Float64Array(value.size)) : value
}

function eachField(fields: object): never {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, misread(value)])) as never
}

const byPlace: Subject['score'] = (request, use) => {
  const [observation, goal] = Object.values(request.info).filter((value) => value instanceof Tensor)
  const fit = (value: Tensor | undefined, like: unknown) => {
    const [from, size] = [value?.toFloat64() ?? [], like instanceof Tensor ? like.size : 0]
    return Tensor.of(
      'float64',
      [size],
      Array.from({length: size}, (_, at) => from[at] ?? 0),
    )
  }
  const {info} = request
  const read = {observation: fit(observation, info['observation']), goal: fit(goal, info['goal'])}
  return exact.score({...request, info: {...info, ...read}}, use)
}

/** Cases of how a question is put, each with a provider that breaks what it looks at. */
export const FORM_BREAKERS: Record<string, () => Changes> = {
  'batch-types': () => ({predictBatch: (request, use) => exact.predictBatch(eachField(request), use)}),
  'score-types': () => ({
    score: (request, use) => exact.score({...request, info: eachField(request.info)}, use),
  }),
  'score-fields': () => ({score: byPlace}),
}
