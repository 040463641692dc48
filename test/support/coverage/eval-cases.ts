import type {EvalEpisode} from '#contract/generated/types'
import type {Metric} from '#eval/model/suite'
import {policyRanking} from '#eval/suite/policy-ranking/policy-ranking'
import {realtime} from '#eval/suite/realtime/realtime'
import type {Stream} from '#random/stream'
import type {CoverageCase} from './coverage.ts'

const PLACE = {env: 'two-room', stratum: 'cross', seed: 42}
const STEPS = 60

/** True success of the six policies in the world, and in models that order them rightly, or one pair wrongly. */
const WORLD = {random: 0, greedy: 0.39, door: 1, 'door-slow': 0.28, 'door-noisy': 0.66, 'door-mistaken': 0}
const MODELS = [
  ['a model of the right order', {...WORLD, greedy: 0.45, door: 0.97, 'door-slow': 0.2}, 0],
  ['a model that turns two policies round', {...WORLD, greedy: 0.66, 'door-noisy': 0.39}, (0.27 + 0.27) / 6],
] as const

function metricOf(metrics: readonly Metric[], name: string): Metric {
  const found = metrics.find((metric) => metric.name === name)
  if (!found) throw new Error(`there is no metric ${name}`)
  return found
}

function intervalOf(metric: Metric, episodes: readonly Pick<EvalEpisode, 'values'>[]) {
  return metric.measure(episodes as readonly EvalEpisode[], PLACE)?.ci
}

/** A share of episodes is late for a part of its steps, the others never. */
function bursts(share: number, part: number, n: number): CoverageCase {
  const metric = metricOf(realtime.metrics, 'stale_step_rate')
  const interval = (stream: Stream) =>
    intervalOf(
      metric,
      Array.from({length: n}, () => {
        const stale = stream.uniform() < share ? STEPS * part : 0
        return {values: {stale_steps: stale, steps: STEPS}}
      }),
    )
  const data = `one episode in ${Math.round(1 / share)} is late, for ${Math.round(100 * part)} % of its steps`
  return {of: 'stale_step_rate', data, n, truth: share * part, interval}
}

/** Each trial has one draw for a policy in the world and another in the model. */
function ranked([name, model, truth]: (typeof MODELS)[number], n: number): CoverageCase {
  const metric = metricOf(policyRanking.metrics, 'mmrv')
  const interval = (stream: Stream) =>
    intervalOf(
      metric,
      Array.from({length: n}, () => {
        const drawn = (side: string, rates: Readonly<Record<string, number>>) =>
          Object.entries(rates).map(([policy, rate]) => [`${side}.${policy}`, stream.uniform() < rate ? 1 : 0] as const)
        return {values: Object.fromEntries([...drawn('real', WORLD), ...drawn('sim', model)])}
      }),
    )
  return {of: 'mmrv', data: name, n, truth, interval}
}

export const EVAL_CASES: readonly CoverageCase[] = [
  ...[20, 80, 160].flatMap((n) => [bursts(0.1, 0.3, n), bursts(0.5, 0.1, n), bursts(0.05, 1, n)]),
  ...MODELS.flatMap((model) => [40, 200].map((n) => ranked(model, n))),
]
