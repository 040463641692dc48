import * as assert from 'uvu/assert'
import {MUTANTS, mutantModel} from '#lab/model/mutants'
import {type EpisodeKey, episodeLabel, seedStream} from '#random/stream'
import {doorExpert} from '#world/environment/two-room/door-expert'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import {type Dynamics, step} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import type {Expert} from '#world/model/expert'
import {modelObjective} from '#world/planner/objective'
import {planActions} from '#world/planner/plan-actions'
import {planOracle} from '#world/planner/plan-oracle'
import {planShape, presetConfig} from '#world/planner/presets'
import type {Plan} from '#world/planner/search'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('lab/mutants')
const signal = new AbortController().signal
const twoRoom = environmentOf('two-room')

function keyOf(environment: Environment, episode: number): EpisodeKey {
  return {seed: 42, environment: environment.key, stratum: environment.strata[0], episode}
}

function startOf(environment: Environment, episode: number) {
  return environment.reset(seedStream(episodeLabel(keyOf(environment, episode), 'reset')), environment.strata[0])
}

/** Successes of planning with a model while the environment decides what happens. */
async function successes(environment: Environment, model: Dynamics, episodes: number): Promise<number> {
  let good = 0
  for (let episode = 0; episode < episodes; episode++) {
    if (await episodeSucceeds(environment, model, episode)) good++
  }
  return good
}

async function episodeSucceeds(environment: Environment, model: Dynamics, episode: number): Promise<boolean> {
  const {state, goal} = startOf(environment, episode)
  const stream = seedStream(episodeLabel(keyOf(environment, episode), 'plan'))
  const {block, actionSize, stepBudget} = environment
  const config = presetConfig('quick', planShape(environment))
  let previous: Plan | undefined
  for (let taken = 0; taken < stepBudget; ) {
    const evaluate = modelObjective({environment, model, start: {state, goal}, block})
    previous = await planActions({config, actionSize, evaluate, stream, previous, signal})
    for (let held = 0; held < block * config.execute_k && taken < stepBudget; held++, taken++) {
      environment.advance(state, 0, previous.actions, Math.floor(held / block) * actionSize)
      if (environment.success(state, goal)) return true
    }
  }
  return false
}

function expertSuccesses(environment: Environment, expert: Expert, steps: number): number {
  let good = 0
  for (let episode = 0; episode < 100; episode++) {
    const {state, goal} = startOf(environment, episode)
    let ended = environment.successMode === 'hold'
    for (let taken = 0; taken < steps && (environment.successMode === 'hold' || !ended); taken++) {
      environment.advance(state, 0, expert(state, goal), 0)
      const isGood = environment.success(state, goal)
      ended = environment.successMode === 'hold' ? ended && isGood : isGood
    }
    if (ended) good++
  }
  return good
}

it('the exact model solves two-room, models that ignore or mirror the action never do, a model without the wall often fails', async () => {
  assert.is(await successes(twoRoom, twoRoom, 10), 10)
  for (const name of ['frozen', 'action-blind', 'sign-flip'])
    assert.is(await successes(twoRoom, mutantModel(name, twoRoom), 5), 0, name)
  const withoutWall = await successes(twoRoom, mutantModel('no-wall', twoRoom), 20)
  assert.ok(withoutWall < 16, `${withoutWall} of 20`)
})

it('every wrong model differs from the exact one somewhere', () => {
  for (const environment of ENVIRONMENTS.values()) {
    for (const {name, model} of MUTANTS) {
      const wrong = model(environment)
      if (!wrong) continue
      const differs = Array.from({length: 40}, (_, episode) => {
        let [right, bad] = [startOf(environment, episode).state, startOf(environment, episode).state]
        const stream = seedStream(`${environment.id} ${episode}`)
        for (let taken = 0; taken < 40; taken++) {
          const action = Array.from({length: environment.actionSize}, () =>
            environment.id === 'push-block' && episode % 2 ? 0.9 : stream.gaussian(),
          )
          right = step(environment, right, action)
          bad = step(wrong, bad, action)
        }
        return right.some((value, entry) => value !== bad[entry])
      })
      assert.ok(differs.includes(true), `${environment.id} ${name}`)
    }
  }
})

it('a frozen model stays, a mirrored one goes back, a weak one goes part of the way', () => {
  const state = [0.2, 0.2]
  const x = (name: string) => step(mutantModel(name, twoRoom), state, [2, 0])[0]?.toFixed(6)
  assert.equal(['frozen', 'action-blind', 'sign-flip', 'gain-0.7'].map(x), [
    '0.200000',
    '0.200000',
    '0.140000',
    '0.242000',
  ])
})

it('noise is the same for the same question, in any order, and about 5 % of the error scale', () => {
  const noisy = mutantModel('noise-5%', twoRoom)
  const offsets = Array.from({length: 2000}, (_, index) => {
    const state = [0.1 + index * 1e-4, 0.7]
    const [once, again] = [step(noisy, state, [0.5, 0]), step(noisy, state, [0.5, 0])]
    assert.equal(once, again)
    return (once[0] ?? 0) - (step(twoRoom, state, [0.5, 0])[0] ?? 0)
  })
  const mean = offsets.reduce((sum, value) => sum + value, 0) / offsets.length
  const spread = Math.sqrt(offsets.reduce((sum, value) => sum + value * value, 0) / offsets.length)
  assert.ok(Math.abs(mean) < 0.002 && Math.abs(spread / (0.05 * 0.289) - 1) < 0.1, `${mean} ${spread}`)
})

it('a wrong model exists only where it makes sense', async () => {
  const error = await throwsCode(() => mutantModel('no-wall', environmentOf('pendulum')), 'invalid_input')
  assert.match(error.hint, 'mass-1.5')
  await throwsCode(() => mutantModel('perfect', twoRoom), 'invalid_input')
})

it('noise breaks two-room and only shows elsewhere', () => {
  const harm = MUTANTS.find(({name}) => name === 'noise-5%')?.harm
  assert.equal([harm?.(twoRoom), harm?.(environmentOf('pendulum'))], ['harmful', 'visible'])
})

it('experts always succeed, and the door expert never at a door that is not there', () => {
  for (const environment of ENVIRONMENTS.values()) {
    const {id, expert} = environment
    if (!expert) continue
    assert.is(expertSuccesses(environment, expert, id === 'two-room' ? 40 : environment.stepBudget), 100, id)
  }
  assert.is(expertSuccesses(twoRoom, doorExpert(0.8), 40), 0)
})

it('the exact-model planner finds a plan no worse than the quick one', async () => {
  const start = startOf(twoRoom, 0)
  const oracle = await planOracle({environment: twoRoom, start, stream: seedStream('oracle'), signal})
  const evaluate = modelObjective({environment: twoRoom, model: twoRoom, start, block: twoRoom.block})
  const quick = await planActions({
    config: presetConfig('quick', planShape(twoRoom)),
    actionSize: 2,
    evaluate,
    stream: seedStream('quick'),
    signal,
  })
  assert.is(oracle.candidates, 512 * 12)
  assert.ok(oracle.best_score <= quick.best_score)
})

it.run()
