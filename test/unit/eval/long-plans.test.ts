import * as assert from 'uvu/assert'
import type {Subject} from '#eval/model/subject'
import {measureOrder} from '#eval/suite/fidelity/measure-order'
import {halfPrecision, RIGHT_MODELS} from '#lab/model/stranger-models'
import type {ScoreRequest} from '#provider/model/provider'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {holdActions, rollOut} from '#world/model/rollout'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {rotated} from '../../support/depth.ts'
import {type Changes, fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('scores of long plans')
const {signal} = new AbortController()
const exact = fakeSubject()
const SETS = ['scores', 'edge-scores']
/** As `quick` has. */
const TRIALS = 80

async function orderIn(subject: Subject, environment: Environment, set: string, trial: number) {
  const {strata} = environment
  const stratum = strata[trial % strata.length] ?? strata[0]
  const key = {seed: 42, environment: environment.key, stratum, episode: Math.floor(trial / strata.length)}
  const config = presetConfig('quick', planShape(environment))
  const {values, broken = ''} = await measureOrder(subject, {environment, key, set, config}, signal)
  return {turned: values?.['turned'], misordered: values?.['misordered'], broken}
}

const numbers = (value: unknown) => (value instanceof Tensor ? value.toFloat64() : new Float64Array())

/** Who scores candidates of which each entry is made of one that `read` names: whatever entries a plan has. */
function reading(read: (entry: number, block: number) => number | undefined): Subject {
  return fakeSubject({
    capabilities: ['score'],
    batched: false,
    score({info, action_candidates}, use) {
      const shape = action_candidates instanceof Tensor ? action_candidates.shape : []
      const [, , horizon = 0, size = 0] = shape
      const values = numbers(action_candidates)
      const heard = values.map((_, at) => {
        const entry = Math.floor(at / size) % horizon
        const other = read(entry, Number(info['action_block']))
        return other === undefined ? 0 : (values[at + (other - entry) * size] ?? Number.NaN)
      })
      return exact.score({info, action_candidates: Tensor.of('float64', shape, heard)}, use)
    },
  })
}

/** What is told of the first order that is turned round in a run. */
async function toldOrder(subject: Subject, environment: Environment): Promise<string> {
  for (let trial = 0; trial < TRIALS; trial++)
    for (const set of SETS) {
      const {turned, broken} = await orderIn(subject, environment, set, trial)
      if (turned === 1) return broken
    }
  return ''
}

it('scores that read no more than so many entries are told, and that the plans are long', async () => {
  for (const most of [20, 30, 40])
    for (const environment of ENVIRONMENTS.values()) {
      const capped = reading((entry) => (entry < most ? entry : undefined))
      assert.match(
        await toldOrder(capped, environment),
        /plans of \d+ entries which are alike up to entry \d+/,
        `${most} in ${environment.id}`,
      )
    }
})

it('so are those that read what lies beyond 64 steps again from the first', async () => {
  for (const environment of ENVIRONMENTS.values()) {
    const again = reading((entry, block) => entry % Math.max(1, Math.floor(64 / block)))
    assert.match(
      await toldOrder(again, environment),
      / goal \[.*\], \d+ plans of \d+ entries which are alike .*, \d+ steps an entry/,
      environment.id,
    )
  }
})

/** The cost after every step of every candidate, made one number by the provider's own rule. */
function meaning(toScore: (costs: readonly number[]) => number, changes: Changes = {}): Subject {
  const score = async ({info, action_candidates}: ScoreRequest) => {
    const environment = environmentOf(String(info['environment']).split('@')[0] ?? '')
    const {actionSize, stateSize, cost} = environment
    const [, samples = 0, horizon = 0] = action_candidates instanceof Tensor ? action_candidates.shape : []
    const [block, goal] = [Number(info['action_block']), numbers(info['goal'])]
    const steps = horizon * block
    const actions = holdActions(numbers(action_candidates), actionSize, block)
    const path = rollOut(environment, {states: numbers(info['observation']), actions, samples, steps})
    const costs = Array.from({length: samples * steps}, (_, row) => cost(path, goal, row * stateSize))
    const scores = Array.from({length: samples}, (_, row) => toScore(costs.slice(row * steps, (row + 1) * steps)))
    return {scores, lowerIsBetter: true, bestIndex: scores.indexOf(Math.min(...scores))}
  }
  return fakeSubject({capabilities: ['score'], batched: false, score, ...changes})
}

const sum = (costs: readonly number[]) => costs.reduce((one, other) => one + other, 0)

it('right scores are in order, whatever they follow and however they round', async () => {
  const half = {descriptor: {float_type: 'float16' as const}}
  const right: Readonly<Record<string, Subject>> = {
    exact,
    'every step': meaning(sum),
    mean: meaning((costs) => sum(costs) / costs.length),
    'logarithm, in single precision': meaning((costs) => Math.fround(Math.log(Math.fround(1 + sum(costs))))),
    end: meaning((costs) => costs.at(-1) ?? Number.NaN),
    'added up in single precision': meaning((costs) => costs.reduce((one, other) => Math.fround(one + other), 0)),
    halves: fakeSubject({capabilities: ['score'], ...half}, (one) => halfPrecision(one)),
    ...Object.fromEntries(
      Object.entries(RIGHT_MODELS).map(([name, model]) => [name, fakeSubject({}, (one) => model(one) ?? one)]),
    ),
  }
  const asked = Object.entries(right).flatMap(([name, subject]) =>
    [...ENVIRONMENTS.values()].map((environment) => ({name, subject, environment})),
  )
  for (const {name, subject, environment} of rotated(asked, 4))
    for (const set of SETS)
      for (let trial = 0; trial < 12; trial++) {
        const {turned, misordered} = await orderIn(subject, environment, set, trial)
        assert.ok(turned !== 1 && misordered !== 1, `${name}, ${environment.id}, ${set} ${trial}`)
      }
})

it.run()
