import * as assert from 'uvu/assert'
import type {Subject} from '#eval/model/subject'
import {measureFidelity} from '#eval/suite/fidelity/measure-fidelity'
import {longer} from '#lab/model/stranger-models'
import {pushBlock} from '#world/environment/push-block/push-block'
import {ENVIRONMENTS} from '#world/environments'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {decodeState, encodeState} from '#world/model/scene'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
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

async function wrongIn(subject: Subject, environment: Environment, episode: number, seed = 42): Promise<string> {
  const {strata} = environment
  const stratum = strata[episode % strata.length] ?? strata[0]
  const key = {seed, environment: environment.key, stratum, episode: Math.floor(episode / strata.length)}
  const config = presetConfig('quick', planShape(environment))
  return (await measureFidelity(subject, {environment, key, set: 'usual', config}, signal)).broken ?? ''
}

it('who goes on from finer numbers than it answers makes no wrong step, where rounding one number moves another by more than it is rounded', async () => {
  for (let episode = 0; episode < 80; episode++)
    assert.is(await wrongIn(roundingAnswers(), pushBlock, episode), '', `${episode}`)
  for (const environment of ENVIRONMENTS.values())
    for (let episode = 0; episode < 6; episode++)
      assert.is(await wrongIn(roundingAnswers(), environment, episode), '', `${environment.id} ${episode}`)
})

it('it is told where its steps are wrong by more than that', async () => {
  for (const environment of ENVIRONMENTS.values()) {
    let told = ''
    for (let episode = 0; episode < 12 && told === ''; episode++)
      told = await wrongIn(
        roundingAnswers((one) => longer(one, 1.05)),
        environment,
        episode,
      )
    assert.match(told, 'it ends', environment.id)
  }
})

it.run()
