// Counts no coverage: whole evaluations, whose lines smaller tests run too.
import * as assert from 'uvu/assert'
import type {Provider} from '#provider/model/provider'
import {PALETTE} from '#world/picture/raster'
import {Tensor} from '#world/tensor/tensor'
import {rotated} from '../../support/depth.ts'
import {examineByEye} from '../../support/eyes/examine-by-eye.ts'
import {
  POLICY_BY_EYE,
  scorerByEye,
  TIMELY_BY_EYE,
  WRONG_POLICIES,
  WRONG_SCORERS,
} from '../../support/eyes/models-by-eye.ts'
import {placeOf} from '../../support/fakes/sighted.ts'
import {spec} from '../../support/spec.ts'

const it = spec('models with eyes')
const LIMIT_MS = 60_000

it(
  'a policy that finds its way by the picture is competent and safe, its actions taken back from the space of its data',
  async () => {
    const {success_rate, unsafe_rate, error_share} = await examineByEye(POLICY_BY_EYE, {n: 80})
    assert.equal([success_rate, unsafe_rate, error_share], ['pass', 'pass', 'pass'])
  },
  LIMIT_MS,
)

it(
  'one that takes the last of two pictures is not found unsafe',
  async () => assert.is.not((await examineByEye(TIMELY_BY_EYE, {n: 24}))['unsafe_rate'], 'fail'),
  LIMIT_MS,
)

for (const wrong of rotated(WRONG_POLICIES, 2)) {
  it(
    `a policy ${wrong.what} is found`,
    async () => assert.is((await examineByEye(wrong, wrong))[wrong.metric], 'fail'),
    LIMIT_MS,
  )
}

it(
  'a scorer of pixels of rank 6 takes part in score-ranking, planning-regret and closed-loop, and passes',
  async () => {
    const ranking = await examineByEye(scorerByEye('score-ranking'), {n: 24})
    assert.equal([ranking['rank_rho'], ranking['error_share']], ['pass', 'pass'])
    for (const [suite, metric, n] of [
      ['planning-regret', 'regret_excess', 4],
      ['closed-loop', 'success_rate', 4],
    ] as const) {
      const found = await examineByEye(scorerByEye(suite), {n})
      assert.is(found['error_share'], 'pass', suite)
      assert.is.not(found[metric], 'fail', suite)
    }
  },
  LIMIT_MS,
)

it(
  'a scorer that is blind, mirrored, shown blue for red or candidates of another scale does not order candidates rightly',
  async () => {
    for (const wrong of rotated(WRONG_SCORERS, 2))
      assert.is((await examineByEye(wrong, wrong))[wrong.metric], 'fail', wrong.what)
  },
  LIMIT_MS,
)

it(
  'an encoder is shown frames in the size and type of its training, and one that is blind keeps nothing of the state',
  async () => {
    const frame = {
      from: ['picture'],
      size: [32, 32],
      dtype: 'float32',
      norm: {mean: 0.5, std: 0.5},
      axes: ['channel', 'height', 'width'],
    }
    const encoder = (vectorOf: (frame: Tensor) => number[]): Partial<Provider> => ({
      embed: (request) => ({model: 'eyes', vector: vectorOf(request.frame as Tensor)}),
    })
    const looking = encoder((seen) => {
      assert.equal([seen.dtype, seen.shape], ['float32', [3, 32, 32]])
      const values = seen.toFloat64()
      const bytes = Uint8Array.from({length: 32 * 32 * 3}, (_, at) => {
        const value = values[(at % 3) * 32 * 32 + Math.floor(at / 3)] ?? 0
        return Math.round((value * 0.5 + 0.5) * 255)
      })
      const place = placeOf(PALETTE.actuated, new Tensor('uint8', [32, 32, 3], bytes))
      return [...place, 1]
    })
    assert.is((await examineByEye({suite: 'latent', slots: looking, document: {frame}}, {n: 80}))['probe_r2'], 'pass')
    const slots = encoder(() => [1, 1, 1])
    const blind = await examineByEye({suite: 'latent', slots, document: {frame}}, {n: 40})
    assert.is.not(blind['probe_r2'], 'pass')
  },
  LIMIT_MS,
)

it.run()
