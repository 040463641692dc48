import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {collectFailures, failureRemarks, formerRefusal, refusalRemarks} from '#eval/report/failures'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'

const it = spec('failed trials that are shown')
const SETTINGS = settingsFor({suites: ['rollout', 'fidelity']})

const failed = (suite: string, episode: number, values: Record<string, number>, provider = 'm') =>
  ({
    suite,
    provider,
    env: 'pendulum',
    stratum: suite === 'rollout' ? 'usual' : 'edge-scores',
    episode,
    values,
    success: false,
    reason: `broken ${episode}`,
  }) as unknown as EvalEpisode

it('one that breaks a rule by itself is shown before one that only adds to a share, and no suite moves before another', () => {
  const episodes = [
    failed('fidelity', 2, {misordered: 1, turned: 0}),
    failed('rollout', 0, {}),
    failed('fidelity', 3, {misordered: 1, turned: 0}, 'other'),
    failed('fidelity', 4, {misordered: 1, turned: 1}),
  ]
  const {failures} = collectFailures(episodes, SETTINGS)
  assert.equal(
    failures.map(({key, provider}) => [provider, key.split(':')[1], key.split(':').at(-1)]),
    [
      ['m', 'fidelity', '4'],
      ['m', 'rollout', '0'],
      ['other', 'fidelity', '3'],
      ['m', 'fidelity', '2'],
    ],
  )
  assert.match(failureRemarks(episodes)[0] ?? '', /2 of fidelity of m, at first \S*:4: broken 4/)
})

const refused = (words: string, more: object = {}) =>
  ({
    ...failed('fidelity', 0, {}),
    ...more,
    error: {
      class: 'ProviderError',
      code: 'internal',
      kind: 'wrong',
      message: `provider failed inside: Error: ${words}`,
    },
  }) as unknown as EvalEpisode
const contract = (tried: string) => ({...failed('contract', 0, {}), case: tried, success: true}) as EvalEpisode

it('a refusal is quoted, and is told to be one of size only where its words or the other questions say so', () => {
  const answered = failed('fidelity', 1, {})
  const told = (...episodes: EvalEpisode[]) => refusalRemarks([answered, ...episodes])
  const [ofSteps = '', ...none] = told(refused('at most 128 steps'), refused('later'))
  assert.equal(none, [])
  assert.match(
    ofSteps,
    /^refused_questions: m refuses some questions, at first with "at most 128 steps"; .* every length/,
  )
  assert.not.match(ofSteps, 'max_samples')
  assert.match(told(refused('128 steps a row at most'))[0] ?? '', /^refused_questions: /)
  assert.match(told(refused('64 rows at most'))[0] ?? '', /^refused_sizes: .* with "64 rows at most"; .* max_samples$/)
  const sizes = refused('no', {...contract('score-sizes'), success: false})
  assert.match(told(sizes, contract('score-order'))[0] ?? '', /^refused_sizes: .* with "no"; .* max_samples$/)
  assert.match(told(sizes, contract('predict-order'))[0] ?? '', /^refused_questions: /)
  const long = told(refused(`no ${'way '.repeat(200)}`))[0] ?? ''
  assert.ok(long.length < 400 && long.includes('…'), long)
})

it('a remark about refused questions can be read as versions told it that took each for one of size', () => {
  const episodes = [failed('fidelity', 1, {}), refused('at most 128 steps')]
  const former =
    'refused_sizes: m refuses some questions of many rows or candidates; if it takes a number of them at once, its descriptor says so in max_samples'
  assert.equal(refusalRemarks(episodes).map(formerRefusal), [former])
  assert.is(formerRefusal('refused_worlds: m answers'), 'refused_worlds: m answers')
})

it.run()
