import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {collectFailures, failureRemarks} from '#eval/report/failures'
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

it.run()
