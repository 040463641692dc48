import * as assert from 'uvu/assert'
import type {EvalLibrary, Subject} from '#eval/model/subject'
import {measureDeterminism} from '#eval/suite/determinism/measure-determinism'
import {stepping} from '#lab/model/stepping'
import {RIGHT_MODELS, type StrangerModel} from '#lab/model/stranger-models'
import type {PredictRequest} from '#provider/model/provider'
import {cartPole} from '#world/environment/cart-pole/cart-pole'
import {pushBlock} from '#world/environment/push-block/push-block'
import {twoRoom} from '#world/environment/two-room/two-room'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {DEEP} from '../../support/depth.ts'
import {type Changes, fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('determinism')
const {signal} = new AbortController()
const exact = fakeSubject()
const PLACE = {
  environment: twoRoom,
  key: {seed: 42, environment: twoRoom.key, stratum: 'cross', episode: 3},
  set: 'all',
  config: presetConfig('quick', planShape(twoRoom)),
}

/** Libraries that each hold a subject of their own. */
function libraryOf(make: () => Subject, closed: () => void = () => undefined): EvalLibrary {
  const open = (): EvalLibrary => {
    const subject = make()
    return {
      subject: async () => subject,
      meet: async () => undefined,
      reopen: open,
      knowing: open,
      close: async () => closed(),
    }
  }
  return open()
}

/** What is said of a provider that each new library makes by `make`. */
async function judged(
  make: () => Changes,
  episode = PLACE.key.episode,
): Promise<{broken?: string | undefined; closed: number}> {
  let closed = 0
  const library = libraryOf(
    () => fakeSubject(make()),
    () => closed++,
  )
  const {broken} = await measureDeterminism(
    await library.subject('fake'),
    library,
    {...PLACE, key: {...PLACE.key, episode}},
    signal,
  )
  return {broken, closed}
}

const shifted = (by: () => number): Changes => ({
  async score(request, use) {
    const reply = await exact.score(request, use)
    const shift = by()
    return {...reply, scores: reply.scores.map((score) => score + shift)}
  },
})

it('the exact model answers alike, and what was opened anew is closed', async () => {
  const {broken, closed} = await judged(() => ({}))
  assert.equal([broken, closed], [undefined, 1])
})

it('a counter shows in the second answer', async () => {
  let calls = 0
  assert.match((await judged(() => shifted(() => ++calls))).broken ?? '', 'asked again')
})

it('a memory of the question before shows after another one', async () => {
  let last = ''
  const remember: Changes = {
    async predict(request, use) {
      const next = await exact.predict(request, use)
      const key = JSON.stringify(request.world_state.scene)
      const moved = last !== '' && last !== key
      last = key
      if (!moved) return next
      return exact.predict({...request, world_state: {...next, step: request.world_state.step}}, use)
    },
  }
  const {broken = ''} = await judged(() => remember)
  assert.match(broken, 'after another question')
  assert.not.match(broken, 'asked again')
})

it('what is seen once for a goal and kept shows after many questions with that goal, in the first trial', async () => {
  const stale = (after: number): Changes => {
    const kept = new Map<string, {asked: number; observation?: unknown}>()
    return {
      async score(request, use) {
        const goal = request.info['goal'] instanceof Tensor ? String(request.info['goal'].toFloat64()) : ''
        const known = kept.get(goal) ?? {asked: 0}
        kept.set(goal, known)
        if (++known.asked <= after) known.observation = request.info['observation']
        return await exact.score({...request, info: {...request.info, observation: known.observation as Tensor}}, use)
      },
    }
  }
  assert.is((await judged(() => stale(40), 3)).broken, undefined)
  assert.is((await judged(() => stale(40), 0)).broken, 'another answer after many questions with one goal')
  assert.is((await judged(() => ({}), 0)).broken, undefined)
})

it('what is shared by calls at the same time shows beside others', async () => {
  let under = 0
  const racing: Changes = {
    async score(request, use) {
      const others = under++
      await new Promise((resolve) => setImmediate(resolve))
      const reply = await exact.score(request, use)
      under--
      return {...reply, scores: reply.scores.map((score) => score + others)}
    },
  }
  assert.is((await judged(() => racing)).broken, 'another answer beside other questions')
})

it('so do rows of batches that get into each other, and a first batch that was answered too early', async () => {
  let under = 0
  const mixed: Changes = {
    async predictBatch(request, use) {
      const others = under++
      await new Promise((resolve) => setImmediate(resolve))
      const states = await exact.predictBatch(request, use)
      under--
      const values = states.toFloat64()
      return others === 0 ? states : Tensor.of('float64', states.shape, values.toReversed())
    },
  }
  assert.is((await judged(() => mixed)).broken, 'another answer beside other questions')
  const cold = (): Changes => {
    let calls = 0
    return {
      async predictBatch(request, use) {
        const states = await exact.predictBatch(request, use)
        return ++calls > 1 ? states : Tensor.of('float64', states.shape, new Float64Array(states.toFloat64().length))
      },
    }
  }
  assert.match((await judged(cold)).broken ?? '', 'asked again')
})

it('so does a request that is forgotten for a later or an earlier one', async () => {
  const forgetful = (pick: (open: readonly PredictRequest[]) => PredictRequest | undefined): Changes => {
    const open: PredictRequest[] = []
    return {
      async predict(request, use) {
        open.push(request)
        await new Promise((resolve) => setImmediate(resolve))
        const answer = await exact.predict(pick(open) ?? request, use)
        await new Promise((resolve) => setImmediate(resolve))
        open.length = 0
        return answer
      },
    }
  }
  const beside = 'another answer beside other questions'
  assert.is((await judged(() => forgetful((open) => open.at(-1)))).broken, beside)
  assert.is((await judged(() => forgetful((open) => open[0]))).broken, beside)
})

it('half precision may differ in its last digits where it is stated', async () => {
  let calls = 0
  const rounding = (descriptor: Subject['descriptor']): Changes => ({
    descriptor,
    async score(request, use) {
      const reply = await exact.score(request, use)
      const off = 1 + (++calls % 2) * 2e-3
      return {...reply, scores: reply.scores.map((score) => Math.f16round(score * off))}
    },
  })
  assert.match((await judged(() => rounding({}))).broken ?? '', 'asked again')
  assert.is((await judged(() => rounding({float_type: 'float16'}))).broken, undefined)
})

it('noise that means nothing is no other answer where a way hangs on it: at walls, in contact, and where things balance', async () => {
  const noisy = RIGHT_MODELS['noise-1e-6']
  let steps = 0
  const drifting: StrangerModel = (one) =>
    stepping(one, (before, after) =>
      after.map((value, entry) => value + 0.2 * ((0.618 * ++steps) % 1) * (value - (before[entry] ?? 0))),
    )
  for (const environment of [pushBlock, cartPole, twoRoom])
    for (let episode = 0; episode < (DEEP ? 12 : 4); episode++) {
      const key = {seed: 42, environment: environment.key, stratum: environment.strata[0], episode}
      const place = {...PLACE, environment, key, config: presetConfig('quick', planShape(environment))}
      const told = async (model: StrangerModel | undefined) => {
        const subject = fakeSubject({}, (one) => model?.(one) ?? one)
        const library = libraryOf(() => subject)
        return (await measureDeterminism(subject, library, place, signal)).broken
      }
      assert.is(await told(noisy), undefined, `${environment.id}, ${episode}`)
      assert.match(
        (await told(drifting)) ?? '',
        'asked again',
        `${environment.id}, ${episode}: up to a fifth of each step, otherwise each time`,
      )
    }
})

it('a way that one noise in thirty leaves is left by a right model, too', async () => {
  const key = {seed: 53, environment: pushBlock.key, stratum: 'contact', episode: 17}
  const place = {...PLACE, environment: pushBlock, key, config: presetConfig('quick', planShape(pushBlock))}
  for (let trial = 0; trial < (DEEP ? 24 : 8); trial++) {
    const subject = fakeSubject({}, (one) => RIGHT_MODELS['noise-1e-6']?.(one) ?? one)
    const {broken} = await measureDeterminism(
      subject,
      libraryOf(() => subject),
      place,
      signal,
    )
    assert.is(broken, undefined, String(trial))
  }
})

it('who states that one call may be under way is asked one after the other', async () => {
  let [under, most] = [0, 0]
  const counting = (): Changes => ({
    async score(request, use) {
      most = Math.max(most, ++under)
      await new Promise((resolve) => setImmediate(resolve))
      under--
      return await exact.score(request, use)
    },
  })
  assert.is((await judged(() => ({...counting(), descriptor: {parallel_safe: false}}))).broken, undefined)
  assert.is(most, 1)
  await judged(counting)
  assert.ok(most > 1)
})

it('a seed drawn at the start shows after a new start', async () => {
  let starts = 0
  const seeded = () => {
    const seed = ++starts
    return shifted(() => seed)
  }
  assert.is((await judged(seeded)).broken, 'another answer after a new start')
})

it('digits beyond the ninth are no difference', async () => {
  let calls = 0
  const noisy = {
    async score(request, use) {
      const reply = await exact.score(request, use)
      calls++
      return {...reply, scores: reply.scores.map((score) => score * (1 + calls * 1e-14))}
    },
  } satisfies Changes
  assert.is((await judged(() => noisy)).broken, undefined)
})

it('answers that lie in a ring of eight buffers show when more questions are under way', async () => {
  const ring: (Tensor | undefined)[] = Array(8).fill(undefined)
  let at = 0
  const ringed: Changes = {
    async predictBatch(request, use) {
      const place = at++ % ring.length
      ring[place] = await exact.predictBatch(request, use)
      await new Promise((done) => setImmediate(done))
      return ring[place] ?? exact.predictBatch(request, use)
    },
  }
  assert.match((await judged(() => ringed)).broken ?? '', 'beside other questions')
})

it.run()
