// Counts no coverage: whole suites against many models, whose lines the tests of each suite run too.
import * as assert from 'uvu/assert'
import {runExamination} from '#eval/examine/run-examination'
import {openEvalLibrary} from '#eval/execute/open-library'
import {inputDigestOf} from '#eval/judge/eval-digest'
import {makeEpisodeCell} from '#eval/kit/make-episode-cell'
import {runReferences} from '#eval/kit/run-references'
import {plannedTrials} from '#eval/model/suite'
import {separateStrips} from '#eval/report/gallery'
import {robustness} from '#eval/suite/robustness/robustness'
import {Assay} from '#provider/assay'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import {planShape, presetConfig} from '#world/planner/presets'
import {settingsFor} from '../../support/eval-settings.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'

const it = spec('robustness')
const {signal} = new AbortController()
const LIMIT_MS = 60_000
const library = openEvalLibrary(
  (eventHandler) => new Assay({eventHandler}),
  () => undefined,
)

async function examined(provider: string, suite: string, env: string, n = 20) {
  const settings = settingsFor({suites: [suite], envs: [env], planner: 'quick', n})
  const examinee = {provider, environment: environmentOf(env), settings, library, cellsOf: makeCells}
  const {rows, outcomes} = await runExamination(examinee, signal)
  const failed = outcomes.filter(({state}) => state === 'fail').map(({select}) => select)
  return {rows, failed, isPassed: outcomes.every(({state}) => state === 'pass')}
}

function planIn(env: string, factor: string) {
  const environment = environmentOf(env)
  const shift = environment.shifts?.find((one) => one.factor === factor)
  const config = presetConfig('quick', planShape(environment))
  return {suite: robustness, environment, shift, seed: 42, planner: 'quick', config, trials: [0, 1, 2, 3]}
}

it(
  'the exact model passes every factor, each with rows and a rule of its own',
  async () => {
    const {rows, isPassed} = await examined('analytic', 'robustness', 'double-integrator')
    assert.equal(
      rows.map(({stratum, n}) => [stratum, n]),
      ['mass', 'gain', 'noise', 'delay', 'goals'].map((factor) => [factor, 20]),
    )
    assert.ok(isPassed)
  },
  LIMIT_MS,
)

it(
  'a model that is exact only where it has learned finishes every usual task, and fails where the goals moved',
  async () => {
    assert.ok((await examined('zoo.range-bound', 'closed-loop', 'double-integrator')).isPassed)
    const {failed} = await examined('zoo.range-bound', 'robustness', 'double-integrator', 8)
    assert.equal(failed, ['robustness/double-integrator/goals/zoo.range-bound/success_rate'])
  },
  LIMIT_MS,
)

it('only factors that an environment has are planned there, and their sizes are part of what is measured', () => {
  assert.is(plannedTrials(robustness, 20, [...ENVIRONMENTS.values()]), 23 * 20)
  assert.is(plannedTrials(robustness, 3, [environmentOf('pendulum')]), 4 * 3)
  const settings = settingsFor({suites: ['robustness']})
  const [first, ...others] = robustness.shifts ?? []
  assert.ok(first)
  const farther = {...robustness, shifts: [{...first, parameters: {mass: 2}}, ...others]}
  assert.is.not(inputDigestOf({...settings, suites: [farther]}), inputDigestOf(settings))
})

it('an episode is the same whenever it is run, and its start is the one of the other suites', async () => {
  for (const factor of ['noise', 'delay', 'goals']) {
    const cell = makeEpisodeCell(fakeSubject(), 'predict_batch', planIn('two-room', factor))
    const [first, second] = [await cell.run(2, signal), await cell.run(2, signal)]
    assert.equal(second, first, factor)
    assert.equal([first.stratum, first.start], [factor, {stratum: 'cross', episode: 2}])
  }
})

it('the ceiling knows the shift: it arrives through the door where it really is, the floors do not', async () => {
  for (const factor of ['door', 'noise', 'delay']) {
    const made = await runReferences(planIn('two-room', factor), 0, signal)
    assert.ok(made.oracle.success, factor)
    assert.not.ok(made.frozen.success, factor)
    assert.equal([made.random.stratum, made.random.provider], [factor, 'random'])
  }
})

it('another colour is no shift for who looks at no picture, and says so without leaving the verdict open', () => {
  const settings = settingsFor({suites: ['robustness'], envs: ['pendulum'], n: 1})
  const course = (observation: 'state' | 'pixels') => ({
    suite: robustness,
    subject: fakeSubject({descriptor: {action_types: ['control'], observation}}),
    environments: [environmentOf('pendulum')],
    settings,
    statePlans: () => [],
    library,
  })
  const told = (observation: 'state' | 'pixels') =>
    makeCells(course(observation)).notRun.map(({outcome, reason}) => [outcome, reason])
  assert.equal(told('state'), [['not-applicable', 'observes_no_pixels (recolour)']])
  assert.equal(told('pixels'), [['not-run', 'pixels_unsupported (recolour)']])
})

it('pictures of a failure show the door where it was', () => {
  const failure = (part: string) => ({
    key: `eval:robustness:two-room:${part}:0`,
    provider: part,
    command: '',
    expected: '',
    observed: '',
    trajectory: {goal: [0.8, 0.9], states: [{step: 0, state: [0.2, 0.2]}]},
  })
  const {strips} = separateStrips([failure('door'), failure('noise')])
  assert.is(strips.length, 2)
  assert.not.equal(strips[0]?.png, strips[1]?.png)
})

it.run()
