import * as assert from 'uvu/assert'
import type {Subject} from '#eval/model/subject'
import {measureFidelity} from '#eval/suite/fidelity/measure-fidelity'
import {doubleIntegrator} from '#world/environment/double-integrator/double-integrator'
import {pushBlock} from '#world/environment/push-block/push-block'
import {twoRoom} from '#world/environment/two-room/two-room'
import type {Environment} from '#world/model/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('long questions, and words left out')
const {signal} = new AbortController()
const exact = fakeSubject()
const descriptor = {action_types: ['control', 'move_to', 'noop']}
/** As `quick` has. */
const TRIALS = 80

function trialOf(environment: Environment, trial: number, seed = 42) {
  const {strata} = environment
  const stratum = strata[trial % strata.length] ?? strata[0]
  const key = {seed, environment: environment.key, stratum, episode: Math.floor(trial / strata.length)}
  return {environment, key, config: presetConfig('quick', planShape(environment))}
}

/** What is told of the first wrong steps at a place. */
async function toldSteps(subject: Subject, environment: Environment, set: string): Promise<string> {
  for (let trial = 0; trial < TRIALS; trial++) {
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

it.run()
