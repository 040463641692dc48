import * as assert from 'uvu/assert'
import {PLACES} from '#eval/kit/places'
import {stepQuestions} from '#eval/suite/fidelity/step-questions'
import {stepTolerance} from '#eval/suite/fidelity/step-tolerance'
import {ENVIRONMENTS} from '#world/environments'
import {spec} from '../../support/spec.ts'

const it = spec('questions of steps')
const MIXED = {states: 'float64', actions: 'float32'} as const

it('what is asked at a place lies there, hangs on no last digit, and is the same again', () => {
  for (const environment of ENVIRONMENTS.values()) {
    const limits = stepTolerance(environment)
    assert.ok(
      limits.length === environment.stateSize && limits.every((limit) => limit >= 2e-5 && limit < 0.1),
      environment.id,
    )
    for (const set of PLACES) {
      const key = {seed: 7, environment: environment.key, stratum: environment.strata[0], episode: 3}
      const wanted = {place: set, count: 12, type: 'float64', types: MIXED} as const
      const questions = stepQuestions(environment, key, wanted)
      assert.ok(questions.length >= 10, `${environment.id} ${set}: ${questions.length}`)
      assert.equal(questions, stepQuestions(environment, key, wanted))
      const strongest = Math.max(
        ...questions.flatMap(({commands}) => commands.flatMap((one) => [...one].map(Math.abs))),
      )
      assert.is(strongest > 1, set === 'limit', `${environment.id} ${set}`)
    }
  }
})

it('commands of single precision are rounded before the truth is made of them', () => {
  for (const environment of ENVIRONMENTS.values()) {
    const key = {seed: 7, environment: environment.key, stratum: environment.strata[0], episode: 3}
    const asked = stepQuestions(environment, key, {place: 'usual', count: 12, type: 'float64', types: MIXED})
    assert.ok(
      asked.every(({commands}) => commands.flatMap((one) => [...one]).every((value) => Math.fround(value) === value)),
    )
    assert.ok(asked.some(({now}) => [...now.state].some((value) => Math.fround(value) !== value)))
  }
})
it.run()
