import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {measureShare} from '#eval/metric/estimate'
import {pairedEffect} from '#eval/metric/paired-effect'
import type {Metric} from '#eval/model/suite'
import {counterfactual} from '#eval/suite/counterfactual/counterfactual'
import {isEffect} from '#gate/effect'
import {judgeRules} from '#gate/rule-outcome'
import {spec} from '../../support/spec.ts'

const it = spec('paired effect')
const PLACE = {env: 'pendulum', stratum: 'all', seed: 42}
const GAIN = counterfactual.metrics.find(({name}) => name === 'cf_gain') as Metric

/** Trials of a model that reacts `gain` times as strongly as the world. */
function trials(gain: number): EvalEpisode[] {
  return Array.from({length: 30}, (_, episode) => ({
    suite: 'counterfactual',
    provider: 'p',
    env: 'pendulum',
    stratum: 'all',
    episode,
    success: episode < 30 * gain,
    values: {product: gain * (1 + (episode % 5)), square: 1 + (episode % 5)},
  }))
}

function effect(metric: Metric, base: number, candidate: number): number {
  const found = pairedEffect(metric, {base: trials(base), candidate: trials(candidate)}, PLACE)
  if (!isEffect(found)) throw new Error(found.reason)
  return Math.round(found.estimate * 100) / 100
}

it('calls a gain worse that is farther from 1, on either side', () => {
  assert.is(effect(GAIN, 1, 3), -2)
  assert.is(effect(GAIN, 0.5, 1), 0.5)
  assert.is(effect(GAIN, 1.4, 0.8), 0.2)
})

it('holds a share that is right at one value by its distance from there', () => {
  const covered: Metric = {...GAIN, name: 'coverage', target: 0.5, measure: measureShare(({success}) => success)}
  assert.is(effect(covered, 0.5, 0.9), -0.4)
  assert.is(effect(covered, 0.1, 0.6), 0.3)
})

it('equal sides of too few trials say how many equal pairs would do', () => {
  const share: Metric = {...GAIN, name: 'success', direction: 'higher', measure: measureShare(({success}) => success)}
  const found = pairedEffect(share, {base: trials(1), candidate: trials(1)}, PLACE)
  const [outcome] = judgeRules(
    [
      {
        id: 'as-good',
        severity: 'gate',
        metric: 'success',
        select: {},
        minN: 20,
        versus: 'baseline',
        demand: {kind: 'non_inferior', margin: 0.05},
      },
    ],
    [{rowId: 'row', facts: {}, metric: 'success', estimate: 1, n: 30}],
    {versus: {effect: () => found}},
  )
  assert.equal([outcome?.state, outcome?.needed_n], ['inconclusive', 73])
})

it.run()
