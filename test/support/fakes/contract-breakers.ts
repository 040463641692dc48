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

const soon = () => new Promise((resolve) => setTimeout(resolve, 1))

/** Three operations of a provider, each behind `around`: what is asked of it, and how it is answered. */
function around(wrap: <Request, Answer>(ask: Ask<Request, Answer>) => Ask<Request, Answer>): Changes {
  return {predict: wrap(exact.predict), predictBatch: wrap(exact.predictBatch), score: wrap(exact.score)}
}

type Ask<Request, Answer> = (request: Request, use: AbortSignal) => Promise<Answer>

/** Exact, each call a while under way. */
export const patient = (): Changes =>
  around((ask) => async (request, use) => {
    await soon()
    use.throwIfAborted()
    return await ask(request, use)
  })

/** As many places for questions under way: who comes later takes the place of who is still there. */
export const pool = (places: number): Changes =>
  around(<Request, Answer>(ask: Ask<Request, Answer>) => {
    const under: (Request | undefined)[] = []
    let calls = 0
    return async (request: Request, use: AbortSignal): Promise<Answer> => {
      const place = calls++ % places
      const read = under[place] ?? request
      under[place] = request
      await soon()
      const answer = await ask(read, use)
      if (under[place] === request) under[place] = undefined
      return answer
    }
  })

/** The world of the last call is that of all calls under way: whoever finds another one there is lost. */
export const oneWorld = (): Changes => {
  let now = ''
  const worldOf = (request: object) => {
    const {world_state, info, environment} = request as Record<string, Record<string, unknown>>
    return JSON.stringify(environment ?? info?.['environment'] ?? (world_state?.['metadata'] as object))
  }
  return around((ask) => async (request, use) => {
    now = worldOf(request as object)
    await soon()
    if (now !== worldOf(request as object)) throw new TypeError('shapes do not match')
    return await ask(request, use)
  })
}

/** What a call that was given up leaves behind is taken for the next one's question. */
export const dirty = (): Changes =>
  around(<Request, Answer>(ask: Ask<Request, Answer>) => {
    let left: Request | undefined
    return async (request: Request, use: AbortSignal): Promise<Answer> => {
      const read = left ?? request
      left = undefined
      use.addEventListener('abort', () => {
        left = request
      })
      await soon()
      use.throwIfAborted()
      return await ask(read, use)
    }
  })

const only = (name: 'predict' | 'predictBatch' | 'score', changes: Changes): Changes => ({[name]: changes[name]})

/** Cases of what else is under way, or was. */
export const OVERLAP_BREAKERS: Record<string, () => Changes> = {
  'predict-beside': () => only('predict', pool(16)),
  'batch-beside': () => only('predictBatch', oneWorld()),
  'score-beside': () => only('score', pool(20)),
  'predict-aborted': () => only('predict', dirty()),
  'batch-aborted': () => only('predictBatch', dirty()),
  'score-aborted': () => only('score', dirty()),
}
