import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {runExamination} from '#eval/examine/run-examination'
import {openEvalLibrary} from '#eval/execute/open-library'
import {frozenModel, localModel} from '#eval/kit/make-world-model'
import {policyTest} from '#eval/suite/policy-ranking/measure-policies'
import {policyRanking} from '#eval/suite/policy-ranking/policy-ranking'
import {mutantModel} from '#lab/model/mutants'
import {Assay} from '#provider/assay'
import {TWO_ROOM_POLICIES} from '#world/environment/two-room/policies'
import {twoRoom} from '#world/environment/two-room/two-room'
import {planShape, presetConfig} from '#world/planner/presets'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'

const it = spec('policy ranking')
const {signal} = new AbortController()
const POLICIES = [...TWO_ROOM_POLICIES.keys()]

const placeOf = (episode: number) => ({
  environment: twoRoom,
  key: {seed: 42, environment: twoRoom.key, stratum: 'cross', episode},
  set: 'cross',
  config: presetConfig('quick', planShape(twoRoom)),
})

it('the true success of each policy is what it was measured to be', async () => {
  const wanted: Record<string, number> = {
    random: 0,
    greedy: 0.39,
    door: 1,
    'door-slow': 0.28,
    'door-noisy': 0.66,
    'door-mistaken': 0,
  }
  const counts = new Map<string, number>()
  const count = 200
  for (let episode = 0; episode < count; episode++) {
    const {real} = await policyTest.prepare(placeOf(episode), signal)
    for (const [name, arrives] of real) counts.set(name, (counts.get(name) ?? 0) + Number(arrives))
  }
  // Within three standard errors of the measured shares.
  for (const [name, share] of Object.entries(wanted)) {
    const found = (counts.get(name) ?? 0) / count
    assert.ok(Math.abs(found - share) <= 3 * Math.sqrt((share * (1 - share)) / 100) + 0.02, `${name} ${found}`)
  }
})

it('in the exact model every policy does what it does in the world, and in a frozen one nothing', async () => {
  for (let episode = 0; episode < 10; episode++) {
    const place = placeOf(episode)
    const scene = await policyTest.prepare(place, signal)
    const exact = await policyTest.measure(scene, {...place, model: localModel(twoRoom, twoRoom)}, signal)
    for (const name of POLICIES) assert.is(exact.values?.[`sim.${name}`], exact.values?.[`real.${name}`])
    const frozen = await policyTest.measure(scene, {...place, model: frozenModel(twoRoom)}, signal)
    for (const name of POLICIES) assert.is(frozen.values?.[`sim.${name}`], 0)
  }
})

it('without the wall the greedy policy looks perfect', async () => {
  let greedy = 0
  for (let episode = 0; episode < 10; episode++) {
    const place = placeOf(episode)
    const scene = await policyTest.prepare(place, signal)
    const model = localModel(twoRoom, mutantModel('no-wall', twoRoom))
    greedy += (await policyTest.measure(scene, {...place, model}, signal)).values?.['sim.greedy'] ?? 0
  }
  assert.is(greedy, 10)
})

it('rates become a violation, correlations and a bias', () => {
  const real = [0, 0, 1, 0, 1, 0]
  const sim = [0, 1, 1, 0, 0, 0]
  const values = Object.fromEntries(
    POLICIES.flatMap((name, at) => [
      [`real.${name}`, real[at] ?? 0],
      [`sim.${name}`, sim[at] ?? 0],
    ]),
  )
  const episodes = [0, 1].map(
    (episode): EvalEpisode => ({
      suite: 'policy-ranking',
      provider: 'fake',
      env: 'two-room',
      stratum: 'cross',
      episode,
      success: true,
      values,
    }),
  )
  const value = (name: string) =>
    policyRanking.metrics
      .find((metric) => metric.name === name)
      ?.measure(episodes, {env: 'two-room', stratum: 'cross', seed: 42})?.estimate
  // Greedy stands above the noisy door, which truly arrives: three of six policies have a pair turned round, each by 1.
  assert.is(value('mmrv'), 0.5)
  assert.is(value('bias'), 0)
  assert.ok(Math.abs((value('pearson') ?? 0) - 0.25) < 1e-12)
})

it('the gate passes the exact model and fails one without a wall', async () => {
  const settings = settingsFor({suites: ['policy-ranking'], envs: ['two-room'], n: 40})
  const library = openEvalLibrary(
    (eventHandler) => new Assay({eventHandler}),
    () => undefined,
  )
  const stateOf = async (provider: string) =>
    (await runExamination({provider, environment: twoRoom, settings, library, cellsOf: makeCells}, signal)).outcomes.at(
      -1,
    )?.state
  assert.equal([await stateOf('analytic'), await stateOf('zoo.no-wall')], ['pass', 'fail'])
})

it.run()
