import * as assert from 'uvu/assert'
import {ProviderError} from '#error/provider-error'
import type {Subject} from '#eval/model/subject'
import {contract} from '#eval/suite/contract/contract'
import {makeContractCell} from '#eval/suite/contract/make-contract-cell'
import {contractCases, runContractCase} from '#eval/suite/contract/run-contract-case'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {twoRoom} from '#world/environment/two-room/two-room'
import {Tensor} from '#world/tensor/tensor'
import {FORM_BREAKERS, forgetful, OVERLAP_BREAKERS} from '../../support/fakes/contract-breakers.ts'
import {type Changes, fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('contract suite')
const {signal} = new AbortController()
const exact = fakeSubject()

/** The cases that fail in so many trials; nothing is asked after the one that is looked for. */
async function failuresOf(subject: Subject, wanted?: string, count = 100): Promise<string[]> {
  const failed = new Set<string>()
  const cell = makeContractCell(subject, {suite: contract, environments: [twoRoom, pendulum], seed: 42, count})
  for (const index of cell?.trials ?? []) {
    const episode = await cell?.run(index, signal)
    if (episode && !episode.success) failed.add(episode.case ?? '')
    if (wanted !== undefined && failed.has(wanted)) break
  }
  return [...failed].sort()
}

const FIXED = Tensor.of('float64', [2], [0.3, 0.3])
/** What it says it needs is what it must follow. */
const STATED = {action_types: ['control'], required: {observation: 1, goal: 1}}

/** What is said of the first trial that fails in this case. */
async function reasonOf(subject: Subject, wanted: string): Promise<string> {
  const cell = makeContractCell(subject, {suite: contract, environments: [twoRoom], seed: 42, count: 400})
  for (const index of cell?.trials ?? []) {
    const episode = await cell?.run(index, signal)
    if (episode?.case === wanted && !episode.success) return episode.reason ?? ''
  }
  return ''
}

/** Each case with a provider that breaks exactly what it looks at. */
const KNOWN_BAD: Record<string, () => Changes> = {
  'predict-state': () => ({
    predict: async (request, use) => {
      const next = await exact.predict(request, use)
      return {...next, step: next.step + 1}
    },
  }),
  'predict-composition': () => ({
    predict: (request, use) =>
      exact.predict(typeof request.steps === 'number' && request.steps === 2 ? {...request, steps: 3} : request, use),
  }),
  'predict-start': forgetful,
  'predict-repeat': () => {
    let calls = 0
    return {
      predict: (request, use) => exact.predict(++calls % 4 < 2 ? {...request, steps: request.steps + 1} : request, use),
    }
  },
  'predict-goal': () => ({
    predict: async (request, use) => {
      const next = structuredClone(await exact.predict(request, use)) as never as {
        scene: {objects: {goal: {pose: {position: {x: number}}}}}
      }
      if (next.scene.objects.goal) next.scene.objects.goal.pose.position.x = 0.123
      return next as never
    },
  }),
  'predict-input': () => ({
    predict: async (request, use) => {
      const next = await exact.predict(request, use)
      Object.assign(request.world_state, {step: 99})
      return next
    },
  }),
  'predict-refusal': () => ({predict: () => exact.predict(goodPredict(), signal)}),
  'batch-shape': () => ({predictBatch: async (request, use) => reshaped(await exact.predictBatch(request, use))}),
  'batch-order': () => ({
    predictBatch: async (request, use) => shifted(await exact.predictBatch(request, use), (row) => row * 0.01),
  }),
  'batch-single': () => ({
    predictBatch: async (request, use) => shifted(await exact.predictBatch(request, use), () => 0.01),
  }),
  'batch-last': () => {
    const kept = new Map<string, ReturnType<Subject['predictBatch']>>()
    return {
      predictBatch: (request, use) => {
        const label = [request.states.toFloat64(), request.actions.shape, request.actions.toFloat64()[0]].join()
        const answer = kept.get(label) ?? exact.predictBatch(request, use)
        kept.set(label, answer)
        return answer
      },
    }
  },
  'batch-first': () => {
    let calls = 0
    return {
      predictBatch: async (request, use) =>
        shifted(await exact.predictBatch(request, use), () => (++calls <= 3 ? 0.1 : 0)),
    }
  },
  'predict-first': () => {
    let calls = 0
    return {
      predict: async (request, use) => {
        const next = await exact.predict({...request, steps: request.steps + (++calls <= 3 ? 1 : 0)}, use)
        return {...next, step: request.world_state.step + request.steps}
      },
    }
  },
  'score-first': () => {
    let calls = 0
    return {
      score: async (request, use) => {
        const reply = await exact.score(request, use)
        return ++calls <= 3 ? {...reply, scores: reply.scores.map(() => 1), bestIndex: 0} : reply
      },
    }
  },
  'batch-input': () => ({
    predictBatch: async (request, use) => {
      const answer = await exact.predictBatch(request, use)
      request.actions.bytes.fill(0)
      return answer
    },
  }),
  'score-shape': () => ({
    score: async (request, use) => ({...(await exact.score(request, use)), scores: [Number.NaN]}),
  }),
  'score-order': () => ({
    score: async (request, use) => {
      const reply = await exact.score(request, use)
      return {...reply, scores: reply.scores.map((score, at) => score + at)}
    },
  }),
  'score-duplicates': () => ({
    score: async (request, use) => {
      const reply = await exact.score(request, use)
      return {...reply, scores: reply.scores.map((score, at) => (at >= 6 ? score + 1 : score))}
    },
  }),
  'score-single': () => ({
    score: async (request, use) => {
      const reply = await exact.score(request, use)
      return reply.scores.length === 1 ? {...reply, scores: reply.scores.map((score) => score + 1)} : reply
    },
  }),
  'score-best': () => ({
    score: async (request, use) => {
      const reply = await exact.score(request, use)
      return {...reply, claimedBest: (reply.bestIndex + 1) % 6}
    },
  }),
  'score-input': () => ({
    score: async (request, use) => {
      const reply = await exact.score(request, use)
      if (request.action_candidates instanceof Tensor) request.action_candidates.bytes.fill(0)
      return reply
    },
  }),
  'score-flat': () => ({
    score: async (request, use) => {
      const reply = await exact.score(request, use)
      return {...reply, scores: reply.scores.map(() => 1), bestIndex: 0}
    },
  }),
  'score-goal': () => ({
    descriptor: STATED,
    score: (request, use) => exact.score({...request, info: {...request.info, goal: FIXED}}, use),
  }),
  'score-observation': () => ({
    descriptor: STATED,
    score: (request, use) => exact.score({...request, info: {...request.info, observation: FIXED}}, use),
  }),
  // It leaves out the last entry of every plan.
  'score-last': () => ({
    score: (request, use) => {
      const given = request.action_candidates
      if (!(given instanceof Tensor)) return exact.score(request, use)
      const [, samples = 0, horizon = 0, size = 0] = given.shape
      const kept = given.toFloat64().filter((_, at) => at % (horizon * size) < (horizon - 1) * size)
      return exact.score(
        {...request, action_candidates: Tensor.of('float64', [1, samples, horizon - 1, size], kept)},
        use,
      )
    },
  }),
  'batch-sizes': () => ({
    predictBatch: async (request, use) => {
      const answer = await exact.predictBatch(request, use)
      return (request.actions.shape[0] ?? 0) > 100 ? shifted(answer, (row) => (row === 99 ? 0.01 : 0)) : answer
    },
  }),
  'score-sizes': () => ({
    score: async (request, use) => {
      const reply = await exact.score(request, use)
      return reply.scores.length > 400
        ? {...reply, scores: reply.scores.map((score, at) => score + (at > 400 ? 1 : 0))}
        : reply
    },
  }),
  'predict-kept': () => {
    let shared: object | undefined
    return {
      predict: async (request, use) => {
        const next = structuredClone(await exact.predict(request, use))
        shared = shared ? Object.assign(shared, next) : next
        return shared as never
      },
    }
  },
  'batch-kept': () => {
    const buffers = new Map<number, Uint8Array<ArrayBuffer>>()
    return {
      predictBatch: async (request, use) => {
        const {dtype, shape, bytes} = await exact.predictBatch(request, use)
        const shared = buffers.get(bytes.length) ?? new Uint8Array(bytes.length)
        shared.set(bytes)
        buffers.set(bytes.length, shared)
        return new Tensor(dtype, shape, shared)
      },
    }
  },
  'score-kept': () => {
    const shared: number[] = []
    return {
      score: async (request, use) => {
        const reply = await exact.score(request, use)
        shared.splice(0, shared.length, ...reply.scores)
        return {...reply, scores: shared}
      },
    }
  },
  // Between the two times it is asked there are twelve other predictions.
  'predict-later': () => drifting((calls) => Math.floor(calls / 13) % 2 === 1),
  'batch-later': () => {
    let calls = 0
    return {
      predictBatch: async (request, use) => {
        const off = Math.floor(++calls / 13) % 2
        return shifted(await exact.predictBatch(request, use), () => 0.01 * off)
      },
    }
  },
  'score-later': () => {
    let calls = 0
    return {
      score: async (request, use) => {
        const reply = await exact.score(request, use)
        return Math.floor(++calls / 13) % 2 === 1 ? {...reply, scores: reply.scores.map((score) => score + 1)} : reply
      },
    }
  },
  'score-refusal': () => ({score: async () => ({scores: [1], lowerIsBetter: true, bestIndex: 0})}),
  ...FORM_BREAKERS,
  ...OVERLAP_BREAKERS,
}

it('the exact model keeps every promise', async () => {
  assert.equal(await failuresOf(fakeSubject()), [])
  assert.equal(await failuresOf(fakeSubject({descriptor: STATED})), [])
})

it('every case has a provider that breaks it', async () => {
  assert.equal(
    Object.keys(KNOWN_BAD).sort(),
    contractCases(exact)
      .map((one) => one.name)
      .sort(),
  )
  for (const [name, changes] of Object.entries(KNOWN_BAD)) {
    const failed = await failuresOf(fakeSubject(changes()), name)
    assert.ok(failed.includes(name), `${name} is kept, broken were: ${failed.join(' ')}`)
  }
})

it('who knows a goal by quarters of a metre scores one that is nearly the same as the same, and is found', async () => {
  const coarse: Changes = {
    descriptor: STATED,
    score: (request, use) => {
      const {goal} = request.info
      const quarters = goal instanceof Tensor ? goal.toFloat64().map((value) => Math.round(4 * value) / 4) : [0, 0]
      return exact.score({...request, info: {...request.info, goal: Tensor.of('float64', [2], quarters)}}, use)
    },
  }
  assert.equal(await failuresOf(fakeSubject(coarse)), ['score-goal'])
  assert.equal(await failuresOf(fakeSubject({descriptor: STATED})), [])
})

it('who names another best candidate once in ten questions is found', async () => {
  let calls = 0
  const score: Subject['score'] = async (request, use) => {
    const reply = await exact.score(request, use)
    return ++calls % 10 === 0 ? {...reply, claimedBest: (reply.bestIndex + 1) % reply.scores.length} : reply
  }
  assert.ok((await failuresOf(fakeSubject({score}))).includes('score-best'))
})

it('a bad input that reaches the provider is a broken promise, even when it is refused then', async () => {
  let calls = 0
  const subject: Subject = {
    ...fakeSubject({
      predict: async () => {
        calls++
        throw new ProviderError('upstream_error', 'refused upstream')
      },
    }),
    get reached() {
      return calls
    },
  }
  const refusal = contractCases(subject).find((one) => one.name === 'predict-refusal')
  const key = {seed: 1, environment: twoRoom.key, stratum: 'cross', episode: 0}
  const outcome = await runContractCase(refusal!, {subject, environment: twoRoom, key, signal})
  assert.is(outcome.success, false)
  assert.match(outcome.reason ?? '', 'reached the provider')
})

it('a raise is a failure and an error, with the class but without foreign words', async () => {
  const thrown = {predict: () => Promise.reject(new Error('canary-text'))}
  const cell = makeContractCell(fakeSubject(thrown), {suite: contract, environments: [twoRoom], seed: 42, count: 1})
  const episode = await cell?.run(0, signal)
  assert.is(episode?.success, false)
  assert.is(episode?.error?.kind, 'wrong')
  assert.not.match(JSON.stringify(episode), 'canary-text')
})

it('what a provider cannot do has no cases', () => {
  assert.is(
    makeContractCell(fakeSubject({capabilities: ['policy'], batched: false, inProcess: false}), {
      suite: contract,
      environments: [twoRoom],
      seed: 42,
      count: 9,
    }),
    undefined,
  )
  const names = contractCases(fakeSubject({capabilities: ['score'], batched: false})).map((one) => one.capability)
  assert.ok(names.length > 0 && names.every((name) => name === 'score'))
})

/** Goes a step too far from some call on. */
function drifting(isOff: (calls: number) => boolean): Changes {
  let calls = 0
  return {
    predict: async (request, use) => {
      const next = await exact.predict(request, use)
      if (!isOff(++calls)) return next
      return {...(await exact.predict({...request, world_state: next, steps: 1}, use)), step: next.step}
    },
  }
}

function goodPredict() {
  return {world_state: worldOf(), action: {type: 'control', parameters: {u: [0, 0]}}, steps: 1}
}

function worldOf() {
  const object = (id: string, x: number) => ({id, name: id, pose: {position: {x, y: 0.5, z: 0}}, metadata: {}})
  return {
    schema_version: 1,
    id: 'w',
    name: 'w',
    provider: 'fake',
    step: 0,
    metadata: {environment: {id: 'two-room', version: 1}},
    scene: {objects: {walker: object('walker', 0.2), goal: object('goal', 0.8)}},
  } as const
}

function reshaped(states: Tensor): Tensor {
  return new Tensor('float64', [1, ...states.shape], states.bytes)
}

function shifted(states: Tensor, by: (row: number) => number): Tensor {
  const values = states.toFloat64()
  const size = values.length / (states.shape[0] ?? 1)
  return Tensor.of(
    'float64',
    states.shape,
    values.map((value, at) => value + by(Math.floor(at / size))),
  )
}

it('a row that hangs on its place is told as one, with its steps, and a candidate with its entries', async () => {
  const told = (name: string) => reasonOf(fakeSubject(KNOWN_BAD[name]?.()), name)
  assert.match(await told('batch-sizes'), /^a row of \d+ steps is answered differently at place \d+ of \d+ than alone$/)
  assert.match(
    await told('score-sizes'),
    /^a candidate of \d+ entries is answered differently at place \d+ of \d+ than/,
  )
})

it.run()
