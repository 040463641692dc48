import * as assert from 'uvu/assert'
import {frozenModel, localModel} from '#eval/kit/make-world-model'
import type {WorldModel} from '#eval/kit/world-model'
import {environmentsFor, lackingFor, plannedTrials, type Suite} from '#eval/model/suite'
import {invariants} from '#eval/suite/invariants/invariants'
import {invariantsTest} from '#eval/suite/invariants/measure-invariants'
import {mutantModel} from '#lab/model/mutants'
import {billiard} from '#world/environment/billiard/billiard'
import {doubleIntegrator} from '#world/environment/double-integrator/double-integrator'
import {pushBlock} from '#world/environment/push-block/push-block'
import {twoRoom} from '#world/environment/two-room/two-room'
import {ENVIRONMENTS, WORLDS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'

const it = spec('invariants')
const {signal} = new AbortController()

/** The laws that a model breaks from the first starts of every stratum. */
async function brokenBy(environment: Environment, model: WorldModel, count = 8): Promise<string[]> {
  const found = new Set<string>()
  for (let trial = 0; trial < count; trial++) {
    const stratum = environment.strata[trial % environment.strata.length] ?? environment.strata[0]
    const key = {seed: 42, environment: environment.key, stratum, episode: trial}
    const place = {environment, key, set: 'all', config: presetConfig('quick', planShape(environment))}
    const scene = await invariantsTest.prepare(place, signal)
    const {broken = ''} = await invariantsTest.measure(scene, {...place, model}, signal)
    for (const law of broken.replace('breaks ', '').split(', ').filter(Boolean)) found.add(law)
  }
  return [...found].sort()
}

const wrong = (name: string, environment: Environment) => localModel(environment, mutantModel(name, environment))

it('the exact rules keep every law of every environment', async () => {
  for (const environment of WORLDS.values())
    assert.equal(await brokenBy(environment, localModel(environment, environment), 24), [], environment.id)
})

it('a world in which nothing moves keeps them too: laws say nothing of tasks', async () => {
  for (const environment of ENVIRONMENTS.values())
    assert.equal(await brokenBy(environment, frozenModel(environment)), [], environment.id)
})

it('an environment without laws is left out, with the reason', () => {
  const needs = {reason: 'no_laws', isIn: ({id}: Environment) => id !== 'two-room'}
  const suite: Suite = {...invariants, needs}
  assert.equal(
    lackingFor(suite, [...WORLDS.values()]).map(({id}) => id),
    ['two-room'],
  )
  const kept = environmentsFor(suite, [...WORLDS.values()]).map(({id}) => id)
  assert.equal(kept, ['double-integrator', 'pendulum', 'cart-pole', 'push-block', 'billiard'])
  assert.is(plannedTrials(suite, 10, [twoRoom, doubleIntegrator]), 10)
  const course = {suite, subject: {name: 'fake'}, environments: [twoRoom], settings: {only: undefined}}
  assert.equal(makeCells(course as never), {
    ready: [],
    notRun: [{provider: 'fake', suite: 'invariants', outcome: 'not-run', env: 'two-room', reason: 'no_laws'}],
  })
})

it('a wind breaks rest and the mirror', async () => {
  const windy = localModel(doubleIntegrator, {
    ...doubleIntegrator,
    advance(states, at, actions, from) {
      doubleIntegrator.advance(states, at, actions, from)
      states[at + 2] = (states[at + 2] ?? 0) + 0.02
    },
  })
  assert.equal(await brokenBy(doubleIntegrator, windy), ['mirror', 'rest'])
})

it('a world without its wall breaks the wall alone', async () => {
  assert.equal(await brokenBy(twoRoom, wrong('no-wall', twoRoom), 24), ['wall'])
})

it('what moves away must not push', async () => {
  assert.equal(await brokenBy(pushBlock, wrong('sign-flip', pushBlock)), ['permanence'])
})

it('collisions that lose energy or make it break energy alone; discs that stop break inertia', async () => {
  assert.equal(await brokenBy(billiard, wrong('restitution-0.8', billiard)), ['energy'])
  assert.equal(await brokenBy(billiard, wrong('restitution-1.25', billiard)), ['energy'])
  assert.equal(await brokenBy(billiard, frozenModel(billiard)), ['inertia'])
})

it('discs that take speed from nowhere break momentum, those that pass through each other and the walls are not solid', async () => {
  const changed = (change: (states: Float64Array, at: number) => void) =>
    localModel(billiard, {
      ...billiard,
      advance(states, at, actions, from) {
        billiard.advance(states, at, actions, from)
        change(states, at)
      },
    })
  const ghosts = localModel(billiard, {
    ...billiard,
    advance(states, at) {
      for (let disc = at; disc < at + 12; disc += 4) {
        states[disc] = (states[disc] ?? 0) + billiard.dt * (states[disc + 2] ?? 0)
        states[disc + 1] = (states[disc + 1] ?? 0) + billiard.dt * (states[disc + 3] ?? 0)
      }
    },
  })
  assert.equal(await brokenBy(billiard, ghosts, 24), ['solid'])
  const lone = changed((states, at) => {
    states[at + 2] = (states[at + 2] ?? 0) + 0.1
  })
  assert.ok((await brokenBy(billiard, lone)).includes('momentum'))
})

it('noise of a twentieth a step is seen', async () => {
  for (const environment of WORLDS.values())
    assert.ok((await brokenBy(environment, wrong('noise-5%', environment))).includes('mirror'), environment.id)
})

it('the rate counts starts with a broken law, and errors with them', () => {
  const trial = (success: boolean) => ({
    suite: 'invariants',
    provider: 'fake',
    env: 'two-room',
    stratum: 'all',
    episode: 0,
    success,
  })
  const [metric] = invariants.metrics
  const found = metric?.measure([trial(true), trial(false), trial(true), trial(true)], {
    env: 'two-room',
    stratum: 'all',
    seed: 42,
  })
  assert.equal([found?.estimate, found?.n, found?.ci?.method], [0.25, 4, 'wilson'])
})

it.run()
