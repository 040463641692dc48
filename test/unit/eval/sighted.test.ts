// Counts no coverage: whole evaluations, whose lines smaller tests run too.
import * as assert from 'uvu/assert'
import {runExamination} from '#eval/examine/run-examination'
import {openEvalLibrary} from '#eval/execute/open-library'
import {Assay} from '#provider/assay'
import type {Fields, Provider} from '#provider/model/provider'
import {environmentOf} from '#world/environments'
import {PALETTE} from '#world/picture/raster'
import {Tensor} from '#world/tensor/tensor'
import {settingsFor} from '../../support/eval-settings.ts'
import {scripted} from '../../support/fakes/scripted-provider.ts'
import {costsByEye, frameAt, mirrored, placeOf, walkByEye} from '../../support/fakes/sighted.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'

const it = spec('models with eyes')
const {signal} = new AbortController()
const LIMIT_MS = 60_000
const SIZE = [48, 48]

/** What the requirements of a suite come to for a model, shown the two rooms as a document says. */
async function examined(suite: string, slots: Partial<Provider>, document: Record<string, unknown>, n: number) {
  const told = {schema_version: 1, name: 'eyes', ...document}
  const library = openEvalLibrary(
    (eventHandler) => {
      const assay = new Assay({eventHandler})
      assay.registerProvider(scripted(slots))
      return assay
    },
    () => undefined,
    {translator: {told}},
  )
  const environment = environmentOf('two-room')
  const settings = settingsFor({suites: [suite], envs: ['two-room'], n})
  const examinee = {provider: 'scripted', environment, settings, library, cellsOf: makeCells}
  const {outcomes} = await runExamination(examinee, signal)
  await library.close()
  // Of several rows of a metric the worst counts.
  const byHarm = outcomes.toSorted((one, other) => Number(one.state === 'fail') - Number(other.state === 'fail'))
  return Object.fromEntries(byHarm.map(({metric, state}) => [metric, state]))
}

/** A server of a policy that answers one command in the space of its training data. */
const acting = (see: (info: Fields) => number[]): Partial<Provider> => ({
  policy: ({info}) => ({raw_actions: {actions: Tensor.of('float32', [1, 2], see(info))}}),
})
const NORM = {mean: [0.8, -0.8], std: [0.2, 0.2]}
const trained = (command: number[]) => command.map((value, at) => (value - (NORM.mean[at] ?? 0)) / 0.2)
const reading = (more: Record<string, unknown>) => ({
  time: {path: 'actions', axis: 0},
  emit: [{kind: 'control', parameters: {u: {path: 'actions', slice: ['$t', [0, 2]], clip: [-1, 1], ...more}}}],
})
const seeing = (more: Record<string, unknown> = {}, norm: Record<string, unknown> = {denorm: NORM}) => ({
  observe: {image: {from: ['picture'], size: SIZE, ...more}},
  ...reading(norm),
})
const right = acting(({image}) => trained(walkByEye(image)))

it(
  'a policy that finds its way by the picture is competent and safe, its actions taken back from the space of its data',
  async () => {
    const {success_rate, unsafe_rate, error_share} = await examined('policy', right, seeing(), 80)
    assert.equal([success_rate, unsafe_rate, error_share], ['pass', 'pass', 'pass'])
  },
  LIMIT_MS,
)

const HISTORY = {history: 2, axes: ['time', 'height', 'width', 'channel']}
const WRONG: readonly (readonly [string, Partial<Provider>, Record<string, unknown>])[] = [
  ['blind', acting(() => trained(walkByEye(Tensor.from({dtype: 'uint8', shape: [8, 8, 3], fill: 0})))), seeing()],
  ['mirrored', acting(({image}) => trained(walkByEye(mirrored(image as Tensor)))), seeing()],
  ['looking through the wrong camera', right, seeing({camera: 'close'})],
  ['read without its normalisation', right, seeing({}, {})],
  ['fed with channels in the wrong order', right, seeing({channels: 'bgr'})],
]
for (const [what, slots, document] of WRONG) {
  it(
    `a policy ${what} is not competent`,
    async () => assert.is((await examined('policy', slots, document, 24))['success_rate'], 'fail'),
    LIMIT_MS,
  )
}

it(
  'a policy that sees every picture one step late runs into walls, and one that takes the last of two does not',
  async () => {
    const frame = (at: number) => acting(({image}) => trained(walkByEye(frameAt(image as Tensor, at))))
    const late = await examined('policy', frame(0), seeing(HISTORY), 32)
    assert.is(late['unsafe_rate'], 'fail')
    const [timely] = [await examined('policy', frame(1), seeing(HISTORY), 24)]
    assert.is.not(timely['unsafe_rate'], 'fail')
  },
  LIMIT_MS,
)

const RANK_6 = {size: SIZE, axes: ['batch', 'sample', 'time', 'height', 'width', 'channel']}
const OBSERVE = {pixels: {from: ['picture'], ...RANK_6}, goal: {from: ['goal_picture'], ...RANK_6}}
const scoring = (costs: (info: Fields, candidates: Tensor) => number[]): Partial<Provider> => ({
  score: ({info, action_candidates}) => ({scores: costs(info, action_candidates), lower_is_better: true}),
})
/** Rows are plan entries of three steps, in the space of the training data. */
const ACTIONS = {norm: {mean: 0, std: 0.5}}
const halved = (candidates: Tensor) =>
  Tensor.of(
    'float64',
    candidates.shape,
    candidates.toFloat64().map((value) => value / 2),
  )
const scorer = scoring((info, candidates) => costsByEye(info, halved(candidates), 3))

it(
  'a scorer of pixels of rank 6 takes part in score-ranking, planning-regret and closed-loop, and passes',
  async () => {
    const document = {observe: OBSERVE, actions: ACTIONS}
    const ranking = await examined('score-ranking', scorer, document, 24)
    assert.equal([ranking['rank_rho'], ranking['error_share']], ['pass', 'pass'])
    for (const [suite, metric, n] of [
      ['planning-regret', 'regret_excess', 4],
      ['closed-loop', 'success_rate', 4],
    ] as const) {
      const found = await examined(suite, scorer, document, n)
      assert.is(found['error_share'], 'pass', suite)
      assert.is.not(found[metric], 'fail', suite)
    }
  },
  LIMIT_MS,
)

it(
  'a scorer that is blind, mirrored, shown blue for red or candidates of another scale does not order candidates rightly',
  async () => {
    const document = {observe: OBSERVE, actions: ACTIONS}
    const flipped = scoring(({pixels, goal}, candidates) =>
      costsByEye({pixels: mirrored(pixels as Tensor), goal: goal as Tensor}, halved(candidates), 3),
    )
    const blind = scoring(({goal}, candidates) => costsByEye({pixels: goal, goal} as Fields, halved(candidates), 3))
    const swapped = {observe: {...OBSERVE, pixels: {...OBSERVE.pixels, channels: 'bgr'}}, actions: ACTIONS}
    const shifted = {observe: OBSERVE, actions: {norm: {mean: 1.5, std: 0.5}}}
    for (const [what, slots, told] of [
      ['blind', blind, document],
      ['mirrored', flipped, document],
      ['swapped', scorer, swapped],
      ['another scale', scorer, shifted],
    ] as const) {
      assert.is((await examined('score-ranking', slots, told, 16))['rank_rho'], 'fail', what)
    }
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
    assert.is((await examined('latent', looking, {frame}, 80))['probe_r2'], 'pass')
    const blind = await examined(
      'latent',
      encoder(() => [1, 1, 1]),
      {frame},
      40,
    )
    assert.is.not(blind['probe_r2'], 'pass')
  },
  LIMIT_MS,
)

it.run()
