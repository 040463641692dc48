import * as assert from 'uvu/assert'
import {PLACES} from '#eval/kit/places'
import type {Subject} from '#eval/model/subject'
import {measureFidelity} from '#eval/suite/fidelity/measure-fidelity'
import {HELD_OUT_MODELS} from '#lab/model/held-out-models'
import {WRONG_MODELS} from '#lab/model/stranger-models'
import {pushBlock} from '#world/environment/push-block/push-block'
import {ENVIRONMENTS} from '#world/environments'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {decodeState, encodeState} from '#world/model/scene'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {rotated} from '../../support/depth.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('half precision of answers alone')
const {signal} = new AbortController()

/** Computes as finely as others, goes on from what it computed, and rounds what it answers. */
function roundingAnswers(modelOf: (environment: Environment) => Dynamics = (same) => same): Subject {
  const inner = fakeSubject({}, modelOf)
  return fakeSubject({
    descriptor: {float_type: 'float16', action_types: ['control', 'move_to', 'noop']},
    async predictBatch(request, use) {
      const {shape, ...path} = await inner.predictBatch(request, use)
      const values = new Tensor(path.dtype, shape, path.bytes).toFloat64()
      return Tensor.of('float64', shape, values.map(Math.f16round))
    },
    async predict(request, use) {
      const world = await inner.predict(request, use)
      const {id} = world.metadata['environment'] as {id: string}
      const environment = ENVIRONMENTS.get(id) ?? pushBlock
      const {state, ...rest} = decodeState(environment, world)
      return encodeState(environment, {...rest, state: state.map(Math.f16round)}, world)
    },
  })
}

async function wrongIn(subject: Subject, environment: Environment, episode: number, set = 'usual') {
  const {strata} = environment
  const stratum = strata[episode % strata.length] ?? strata[0]
  const key = {seed: 42, environment: environment.key, stratum, episode: Math.floor(episode / strata.length)}
  const config = presetConfig('quick', planShape(environment))
  return (await measureFidelity(subject, {environment, key, set, config}, signal)).broken ?? ''
}

it('who goes on from finer numbers than it answers makes no wrong step, where rounding one number moves another by more than it is rounded', async () => {
  const episodes = Array.from({length: 80}, (_, episode) => episode)
  for (const episode of rotated(episodes, 4))
    assert.is(await wrongIn(roundingAnswers(), pushBlock, episode), '', `${episode}`)
  for (const environment of ENVIRONMENTS.values())
    for (let episode = 0; episode < 6; episode++)
      assert.is(await wrongIn(roundingAnswers(), environment, episode), '', `${environment.id} ${episode}`)
})

it('who is wrong by more than that is told, of all wrong models', async () => {
  const heldOut = Object.entries(HELD_OUT_MODELS).map(
    ([name, {env, make}]) => [name, (one: Environment) => (one.id === env ? make(one) : undefined)] as const,
  )
  for (const [name, model] of rotated([...Object.entries(WRONG_MODELS), ...heldOut], 5)) {
    const subject = roundingAnswers((one) => model(one) ?? one)
    let told = ''
    for (const environment of ENVIRONMENTS.values())
      for (let episode = 0; episode < 16 && model(environment) !== undefined && told === ''; episode++)
        for (const set of PLACES) told ||= await wrongIn(subject, environment, episode, set)
    assert.match(told, 'it ends', name)
  }
})

it.run()
