import type {Subject} from '#eval/model/subject'
import type {WorldState} from '#world/model/world-state'
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

/** Answers every start of a world with where its first one led. */
export const forgetful = (): Changes => {
  const seen = new Map<string, never>()
  return {
    predict: async (request, use) => {
      const id = String((request.world_state.metadata['environment'] as {id?: unknown}).id)
      const next = await exact.predict(request, use)
      const first = seen.get(id) ?? (next as never)
      seen.set(id, first)
      return {...(first as typeof next), step: next.step}
    },
  }
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
    const {environment: rules} = (world_state?.['metadata'] ?? {}) as {environment?: {id: string}}
    return JSON.stringify(environment ?? info?.['environment'] ?? rules?.id)
  }
  return around((ask) => async (request, use) => {
    now = worldOf(request as object)
    await soon()
    if (now !== worldOf(request as object)) throw new TypeError('shapes do not match')
    return await ask(request, use)
  })
}

/** Puts calls that come within a turn together, and reads of the first of them what it takes to be alike in all. */
export const together = (): Changes => {
  const gathered = <Request, Answer>(
    ask: Ask<Request, Answer>,
    like: (request: Request, first: Request) => Request,
  ) => {
    let first: Request | undefined
    return async (request: Request, use: AbortSignal): Promise<Answer> => {
      first ??= request
      const read = like(request, first)
      await soon()
      first = undefined
      return await ask(read, use)
    }
  }
  return {
    predict: gathered(exact.predict, (request, {steps}) => ({...request, steps})),
    predictBatch: gathered(exact.predictBatch, (request, first) =>
      request.actions.shape[1] === first.actions.shape[1] ? request : {...request, actions: stilled(request.actions)},
    ),
    score: gathered(exact.score, (request, first) => ({
      ...request,
      info: {...request.info, action_block: first.info['action_block'] ?? 1},
    })),
  }
}

const stilled = (tensor: Tensor) => Tensor.of('float64', tensor.shape, new Float64Array(tensor.size))

/** One place for the commands of all operations: where another one has written meanwhile, a score or a batch is worked out of nothing. */
export const sharedScratch = (): Changes => {
  let last = ''
  const through = <Request, Answer>(name: string, ask: Ask<Request, Answer>, still: (request: Request) => Request) => {
    return async (request: Request, use: AbortSignal): Promise<Answer> => {
      last = name
      await soon()
      return await ask(last === name ? request : still(request), use)
    }
  }
  return {
    predict: through('predict', exact.predict, (request) => request),
    predictBatch: through('batch', exact.predictBatch, (request) => ({...request, actions: stilled(request.actions)})),
    score: through('score', exact.score, ({info, action_candidates}) => ({
      info,
      action_candidates: action_candidates instanceof Tensor ? stilled(action_candidates) : action_candidates,
    })),
  }
}

/** Takes rows that begin where those before ended for the same ones again, and moves them no farther. */
export const clinging = (): Changes => {
  let ends = ''
  return {
    async predictBatch(request, use) {
      const isAgain = String(request.states.toFloat64()) === ends
      const answer = await exact.predictBatch(isAgain ? {...request, actions: stilled(request.actions)} : request, use)
      const [rows = 0, steps = 0, size = 0] = answer.shape
      const values = answer.toFloat64()
      const last = Array.from({length: rows}, (_, row) =>
        values.subarray(((row + 1) * steps - 1) * size, (row + 1) * steps * size),
      )
      ends = String(last.map(String))
      return answer
    },
  }
}

/** Keeps what it predicted in the state, and reads that instead of the scene when the state comes again. */
const remembering = (): Changes => ({
  predict: async (request, use) => {
    const {kept} = request.world_state.metadata as {kept?: WorldState}
    const next = await exact.predict({...request, world_state: kept ?? request.world_state}, use)
    return {...next, metadata: {...next.metadata, kept: next as never}}
  },
})

/** Smooths what it sees for as long as the goal stays and nothing jumps, as a filter behind a camera does. */
export const smoothing = (): Changes => {
  let last: {readonly goal: string; readonly seen: Float64Array} | undefined
  return {
    score: async (request, use) => {
      const {goal, observation} = request.info
      if (!(goal instanceof Tensor && observation instanceof Tensor)) return await exact.score(request, use)
      const [key, now] = [String(goal.toFloat64()), observation.toFloat64()]
      const before = last?.goal === key ? last.seen : now
      const isNear = now.every((value, at) => Math.abs(value - (before[at] ?? 0)) < 1)
      const seen = isNear ? now.map((value, at) => (value + (before[at] ?? 0)) / 2) : now
      last = {goal: key, seen}
      const info = {...request.info, observation: Tensor.of('float64', observation.shape, seen)}
      return await exact.score({...request, info}, use)
    },
  }
}

/** Sees speeds one look late while a loop goes on step by step. */
const lagging = (): Changes => {
  let last: Float64Array | undefined
  return {
    predictBatch: async (request, use) => {
      const now = request.states.toFloat64()
      const before = last
      last = now.slice()
      const isOn = before?.length === now.length && now.every((value, at) => Math.abs(value - (before[at] ?? 0)) < 0.5)
      const seen = isOn ? now.map((value, at) => (at === now.length - 1 ? (before?.[at] ?? value) : value)) : now
      return await exact.predictBatch({...request, states: Tensor.of('float64', request.states.shape, seen)}, use)
    },
  }
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
  'score-among': sharedScratch,
  'batch-among': sharedScratch,
  'batch-onward': clinging,
  'predict-onward': remembering,
  'score-onward': smoothing,
  'batch-replan': lagging,
  'predict-aborted': () => only('predict', dirty()),
  'batch-aborted': () => only('predictBatch', dirty()),
  'score-aborted': () => only('score', dirty()),
}
