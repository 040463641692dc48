import {spawnSync} from 'node:child_process'
import * as assert from 'uvu/assert'
import type {ActionTranslatorDocument} from '#contract/generated/types'
import {sightedTranslator} from '#provider/translator/translator'
import {environmentOf} from '#world/environments'
import {Tensor} from '#world/tensor/tensor'
import {askJepa, askLerobot, greyMoments, LEROBOT_INFO, roundedValues} from '../../../support/fakes/ask-bridge.ts'
import {pageFiles} from '../../../support/pages/page-lines.ts'
import {spec} from '../../../support/spec.ts'
import {throwsCode} from '../../../support/throws-code.ts'

// What upstream's code answers without a word although it was shown something else than it takes, and what the bridge makes of it.
const it = spec('bridge inputs')
const FIVES = 'jepa_wm_noprop_fives'
const SCENE = {observation: greyMoments(102), goal: greyMoments(204)}

/** Two candidates that differ in their last commands alone, laid in rows of so many numbers. */
const plans = (rows: number, width: number) => {
  const still = Array.from({length: rows * width}, (_, at) => 1 + (at % 2))
  const moved = still.map((value, at) => (at < still.length - 2 ? value : value + 2))
  return Tensor.of('float32', [1, 2, rows, width], [...still, ...moved])
}

const shown = (more: Record<string, unknown>) => ({...LEROBOT_INFO, ...more})
const refusal = async (info: Record<string, unknown>, env: Record<string, string> = {}) =>
  (await throwsCode(() => askLerobot(env, info), 'upstream_rejected_input')).message
const answer = async (info: Record<string, unknown>, env: Record<string, string> = {}) =>
  roundedValues((await askLerobot(env, info)).raw_actions['action'])
/** Normalised the state is 1 and 2; the model adds the step; actions are 10 and 3 wide around 100 and 90. */
const USUAL = [110, 96, 120, 99, 130, 102]

if (spawnSync('python3', ['--version']).status === 0) {
  it('rows of commands are those of the width that the model names, for it looks at the first part of wider ones', async () => {
    for (const [rows, width] of [
      [1, 50],
      [5, 2],
      [2, 20],
    ] as const) {
      const {message} = await throwsCode(() => askJepa(FIVES, SCENE, plans(rows, width)), 'upstream_rejected_input')
      assert.match(message, new RegExp(`rows of 10 values, 5 commands of 2 side by side, and rows of ${width} came`))
      assert.match(message, 'actions: {steps: 5, flatten: true}')
    }
    const {scores} = await askJepa(FIVES, SCENE, plans(5, 10))
    // Brightness 0.4 stays, or moves by 1.5; the goal is 0.8.
    assert.equal(
      scores.map((score) => Number(score.toFixed(4))),
      [0.16, 1.21],
    )
  })

  it('a model that names no width takes any multiple of a command', async () => {
    assert.is((await askJepa('jepa_wm_noprop', SCENE, plans(1, 50))).scores.length, 2)
    const {message} = await throwsCode(() => askJepa('jepa_wm_noprop', SCENE, plans(2, 3)), 'upstream_rejected_input')
    assert.match(message, 'a multiple of 2 values')
  })

  it('packages that the code of jepa-wms lacks are told as such', async () => {
    for (const [name, lack] of [
      ['jepa_wm_lacking', 'Missing dependencies: omegaconf'],
      ['jepa_wm_inner', "No module named 'tensordict'"],
    ] as const)
      assert.match((await throwsCode(() => askJepa(name, SCENE, plans(5, 10)), 'runtime_missing')).message, lack)
  })

  it('the document of the page shows a model of rows of five what it takes', async () => {
    const file = pageFiles('docs/lewm-jepa.md').find(({name}) => name === 'jepa-pusht.json')
    const translator = sightedTranslator(JSON.parse(file?.text ?? '{}') as ActionTranslatorDocument)
    const now = {state: Float64Array.of(0.2, 0.5), goal: Float64Array.of(0.7, 0.5), step: 0}
    const sight = {environment: environmentOf('two-room'), now: {...now, past: {states: [], actions: []}}}
    const info = translator.observe?.(sight) as Record<string, Tensor>
    assert.equal(
      Object.entries(info).map(([name, {shape}]) => [name, shape]),
      [
        ['observation', [1, 1, 3, 224, 224]],
        ['goal', [1, 1, 3, 224, 224]],
        ['proprio', [1, 1, 4]],
        ['goal_proprio', [1, 1, 4]],
      ],
    )
    const values = new Float64Array(2 * 5 * 2)
    const rows = translator.candidates?.({values, samples: 2, horizon: 5, actionSize: 2, block: 5}) as Tensor
    // The small model has a proprioception of one number.
    const one = Tensor.of('float32', [1, 1, 1], [10])
    const seen = {...SCENE, proprio: one, goal_proprio: one}
    assert.equal(rows.shape, [1, 2, 5, 10])
    assert.is((await askJepa('jepa_wm_fives_pusht', seen, rows)).scores.length, 2)
  })

  it('a picture of another size than the policy was trained with is refused with both, and with what to do', async () => {
    for (const [picture, came] of [
      [Tensor.from({dtype: 'uint8', shape: [6, 8, 3], fill: 255}), '[3, 6, 8]'],
      [Tensor.from({dtype: 'float32', shape: [1, 3, 6, 8], fill: 1}), '[1, 3, 6, 8]'],
    ] as const) {
      const message = await refusal(shown({'observation.images.top': picture}))
      assert.match(message, `observation.images.top of the shape [3, 2, 4], and ${came} came`)
      assert.match(message, 'size: [2, 4] in the translator')
    }
  })

  it('a state of another length is refused with both lengths', async () => {
    for (const numbers of [[12], [12, 28, 0]]) {
      const state = Tensor.of('float32', [numbers.length], numbers)
      const message = await refusal(shown({'observation.state': state}))
      assert.match(message, `observation.state of the shape [2], and [${numbers.length}] came: send as many numbers`)
    }
  })

  it('a policy that was trained on from another one takes what its statistics know, by the name under which it comes', async () => {
    const env = {LEROBOT_POLICY_PATH: 'lab/tuned'}
    const {'observation.images.top': picture, ...rest} = LEROBOT_INFO
    assert.equal(await answer({...rest, 'observation.images.front': picture}, env), USUAL)
    const small = Tensor.from({dtype: 'uint8', shape: [6, 8, 3], fill: 255})
    assert.match(await refusal({...rest, 'observation.images.front': small}, env), 'observation.images.front')
    const one = Tensor.of('float32', [1], [12])
    const info = {task: 'pick', 'observation.state': one, 'observation.images.front': picture}
    assert.match(await refusal(info, env), 'of the shape [2], and [1] came')
  })

  it('bytes with channels first are scaled as those with channels last are', async () => {
    const picture = Tensor.from({dtype: 'uint8', shape: [3, 2, 4], fill: 255})
    assert.equal(await answer(shown({'observation.images.top': picture})), USUAL)
  })

  it('a picture in the units of another family is refused, for it is answered: as far too bright, or as black', async () => {
    const bright = Tensor.from({dtype: 'float32', shape: [3, 2, 4], fill: 255})
    const told = await refusal(shown({'observation.images.top': bright}))
    assert.match(told, 'observation.images.top in floats from 0 to 1, and one of up to 255 came')
    assert.match(told, 'range: [0, 1] in the translator')
    const lit = Tensor.from({dtype: 'float32', shape: [1, 1, 3, 2, 2], fill: 0.4})
    const {message} = await throwsCode(
      () => askJepa(FIVES, {...SCENE, observation: lit}, plans(5, 10)),
      'upstream_rejected_input',
    )
    assert.match(message, 'observation with values from 0 to 255, and a picture in floats of up to 0.4 came')
    // Nothing but black is the same in both.
    const black = Tensor.from({dtype: 'float32', shape: [1, 1, 3, 2, 2], fill: 0})
    assert.is((await askJepa(FIVES, {...SCENE, goal: black}, plans(5, 10))).scores.length, 2)
  })

  it('numbers reach the policy in single precision, whichever they came in', async () => {
    for (const dtype of ['float64', 'int64'] as const)
      assert.equal(await answer(shown({'observation.state': Tensor.of(dtype, [2], [12, 28])})), USUAL)
  })

  it('a policy runs on a card that is there, unless another place is named', async () => {
    const card = {CUDA_VISIBLE_DEVICES: '0'}
    const {message} = await throwsCode(() => askLerobot(card), 'upstream_error')
    assert.match(message, 'cannot go to cuda')
    assert.equal(await answer(LEROBOT_INFO, {...card, LEROBOT_DEVICE: 'cpu'}), USUAL)
  })
} else it.skip('what upstream would answer without a word is refused', 'no python3 on this machine')

it.run()
