import * as assert from 'uvu/assert'
import type {Subject} from '#eval/model/subject'
import {measureFidelity} from '#eval/suite/fidelity/measure-fidelity'
import {RIGHT_MODELS} from '#lab/model/stranger-models'
import {doubleIntegrator} from '#world/environment/double-integrator/double-integrator'
import {pushBlock} from '#world/environment/push-block/push-block'
import {twoRoom} from '#world/environment/two-room/two-room'
import {ENVIRONMENTS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {DEEP, rotated} from '../../support/depth.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('long questions, and words left out')
const {signal} = new AbortController()
const exact = fakeSubject()
const descriptor = {action_types: ['control', 'move_to', 'noop']}
/** As `quick` has. */
const TRIALS = 80

function trialOf(environment: Environment, trial: number) {
  const {strata} = environment
  const stratum = strata[trial % strata.length] ?? strata[0]
  const key = {seed: 42, environment: environment.key, stratum, episode: Math.floor(trial / strata.length)}
  return {environment, key, config: presetConfig('quick', planShape(environment))}
}

/** What is told of the first wrong steps at a place. */
async function toldSteps(subject: Subject, environment: Environment, set: string, trials = TRIALS): Promise<string> {
  for (let trial = 0; trial < trials; trial++) {
    const {broken} = await measureFidelity(subject, {...trialOf(environment, trial), set}, signal)
    if (broken !== undefined) return broken
  }
  return ''
}

it('who goes at another speed where a target comes without one is told, for a step and for several', async () => {
  const slowest = fakeSubject({
    descriptor,
    predict: (request, use) => {
      const {type, parameters} = request.action
      const action = type === 'move_to' ? {type, parameters: {speed: 0.5, ...parameters}} : request.action
      return exact.predict({...request, action}, use)
    },
  })
  for (const environment of [doubleIntegrator, twoRoom, pushBlock]) {
    assert.match(
      await toldSteps(slowest, environment, 'edge'),
      'asked towards a target without a speed',
      environment.id,
    )
    assert.match(await toldSteps(slowest, environment, 'usual'), 'without a speed', environment.id)
  }
})

it('who makes fewer steps than it is asked for in one call, where these are many, is told', async () => {
  for (const most of [32, 64, 128]) {
    const few = fakeSubject({
      descriptor,
      batched: false,
      predict: (request, use) => exact.predict({...request, steps: Math.min(most, request.steps)}, use),
    })
    for (const environment of ENVIRONMENTS.values()) {
      const told = await toldSteps(few, environment, 'usual')
      const asked = /asked for the end of (\d+) steps of \w+( without a speed)? in one call/.exec(told)
      assert.ok(Number(asked?.[1]) > most, `${most} in ${environment.id}: ${told}`)
    }
  }
})

it('who stands still far into long ways of a batch is told', async () => {
  for (const most of [64, 128]) {
    const stops = fakeSubject({
      async predictBatch(request, use) {
        const path = await exact.predictBatch(request, use)
        const [, steps = 0, size = 0] = path.shape
        const values = path.toFloat64()
        for (let at = 0; at < values.length; at++)
          if (Math.floor(at / size) % steps >= most) values[at] = values[at - size] ?? Number.NaN
        return Tensor.of('float64', path.shape, values)
      },
    })
    for (const environment of ENVIRONMENTS.values())
      assert.match(
        await toldSteps(stops, environment, 'usual'),
        /\d of \d{2,3} steps into a way/,
        `${most} in ${environment.id}`,
      )
  }
})

it('no step of the exact rules or of a right twin is wrong in long questions', async () => {
  const worlds = [...ENVIRONMENTS.values()]
  for (const environment of worlds)
    assert.is(await toldSteps(fakeSubject({descriptor}), environment, 'usual', DEEP ? TRIALS : 16), '', environment.id)
  const twins = Object.entries(RIGHT_MODELS).flatMap(([name, model]) =>
    worlds.map((environment) => ({name, model, environment})),
  )
  for (const {name, model, environment} of rotated(twins, 3)) {
    const twin = fakeSubject({descriptor}, (one) => model(one) ?? one)
    assert.is(await toldSteps(twin, environment, 'usual', 16), '', `${name} ${environment.id}`)
  }
})

it.run()
