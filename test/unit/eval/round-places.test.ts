import * as assert from 'uvu/assert'
import {PLACES} from '#eval/kit/places'
import {measureFidelity} from '#eval/suite/fidelity/measure-fidelity'
import {commandedOtherwise} from '#lab/model/altered'
import {stepping} from '#lab/model/stepping'
import type {StrangerModel} from '#lab/model/stranger-models'
import {cartPole} from '#world/environment/cart-pole/cart-pole'
import {doubleIntegrator} from '#world/environment/double-integrator/double-integrator'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {twoRoom} from '#world/environment/two-room/two-room'
import type {Environment} from '#world/model/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('fidelity at round numbers')
const {signal} = new AbortController()

/** Places of an environment at which a few trials find steps of a model that end elsewhere. */
async function placesTold(environment: Environment, model: StrangerModel): Promise<string[]> {
  const subject = fakeSubject({}, (one) => model(one) ?? one)
  const config = presetConfig('quick', planShape(environment))
  const told: string[] = []
  for (const set of PLACES) {
    let wrong = 0
    for (let episode = 0; episode < 4; episode++) {
      const key = {seed: 42, environment: environment.key, stratum: environment.strata[0], episode}
      const {values} = await measureFidelity(subject, {environment, key, set, config}, signal)
      wrong += values?.['wrong'] ?? 0
    }
    if (wrong > 0) told.push(set)
  }
  return told
}

it('a number of a state that is zero, which code takes for one that is not there, is told', async () => {
  const unheard: StrangerModel = (environment) =>
    stepping(environment, (before, after) => (before.some((value) => value === 0) ? before : after))
  for (const environment of [doubleIntegrator, pendulum, cartPole])
    assert.ok((await placesTold(environment, unheard)).includes('contact'), environment.id)
})

it('what holds a body that stands still until it is pushed hard is told', async () => {
  const stuck: StrangerModel = (environment) =>
    stepping(environment, (before, after, [command = 0]) =>
      before.at(-1) === 0 && Math.abs(command) < 0.5 ? before : after,
    )
  for (const environment of [pendulum, cartPole])
    assert.ok((await placesTold(environment, stuck)).includes('contact'), environment.id)
})

it('commands far beyond what the rules let through are as good as the most there is, and a model that makes something else of them is told', async () => {
  const otherwise: StrangerModel = (environment) =>
    commandedOtherwise(environment, (value) => (Math.abs(value) > 2 ? 0.7 * Math.sign(value) : value))
  // Beside steps at the limit some ways from usual states have such commands.
  for (const environment of [doubleIntegrator, pendulum, cartPole, twoRoom])
    assert.equal(await placesTold(environment, otherwise), ['usual', 'limit'], environment.id)
})
it.run()
