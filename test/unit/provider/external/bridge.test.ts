import {spawnSync} from 'node:child_process'
import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {Assay} from '#provider/assay'
import {sightedTranslator} from '#provider/translator/translator'
import {environmentOf} from '#world/environments'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {
  askJepa,
  askLerobot,
  BRIDGE_COMMAND,
  bridgeAssay,
  greyMoments,
  LEROBOT_INFO,
  roundedValues,
  STAND_INS,
} from '../../../support/fakes/ask-bridge.ts'
import {spec} from '../../../support/spec.ts'
import {tempDir} from '../../../support/temp-dir.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('bridge')

/** The same by a variable of the host, as people have it. */
const hostOf = (names: Record<string, string>) => {
  const [, path = '', , ...python] = BRIDGE_COMMAND
  const [name = '', folder = ''] = path.split('=')
  const env = {PATH: process.env['PATH'], ASSAY_BRIDGE_COMMAND: JSON.stringify(python), [name]: folder, ...names}
  return new Assay({env})
}

const translator = () => [Action.noop()]

// Four samples of two steps of two actions of two values each, in the units of the environment: mean 1 and 2, deviation 2 and 4.
const CANDIDATES = Tensor.of(
  'float32',
  [1, 3, 2, 4],
  [1, 2, 1, 2, 1, 2, 1, 2, 3, 2, 1, 2, 1, 2, 1, 2, 1, 6, 1, 2, 1, 2, 1, 0],
)

/** Pictures of one grey in bytes, as worlds are shown. */
const shown = (level: number) => Tensor.from({dtype: 'uint8', shape: [1, 1, 1, 2, 2, 3], fill: level})
const rows = (...numbers: number[]) => Tensor.of('float32', [1, 1, 1, numbers.length], numbers)
const rounded = (scores: readonly number[]) => scores.map((score) => Number(score.toFixed(4)))
// Three candidates of two steps: the light rises by 0, by 0.4 and by 0.2.
const LIGHTER = Tensor.of('float32', [1, 3, 2, 2], [0, 0, 0, 0, 0.1, 0.1, 0.1, 0.1, 0.2, 0, 0, 0])

const leworldmodel = async (policy: string, questions: readonly Record<string, Tensor>[]) => {
  const assay = bridgeAssay({LEWORLDMODEL_POLICY: policy})
  try {
    const scores: number[][] = []
    for (const info of questions)
      scores.push(rounded((await assay.score({info, action_candidates: LIGHTER}, 'leworldmodel')).scores))
    return scores
  } finally {
    await assay.close()
  }
}

if (spawnSync('python3', ['--version']).status === 0) {
  it('LeWM is shown pictures as its own evaluation makes them of bytes, and is judged by its whole latent', async () => {
    const info = {pixels: shown(51), goal: shown(153), action: rows(0, 0)}
    // Each of three channels is off by 0.4, by 0 and by 0.2.
    assert.equal(await leworldmodel('lab/lewm', [info]), [[0.48, 0, 0.12]])
  })

  it('LeWM of several moments is shown the rows of five commands between them, as a document lays them', async () => {
    const now = {state: Float64Array.of(0.2, 0.5), goal: Float64Array.of(0.7, 0.5), step: 7}
    const actions = [1, 2, 3, 4, 5, 6, 7].map((tenths) => [tenths / 10, 0])
    const sight = {
      environment: environmentOf('two-room'),
      now: {...now, past: {states: actions.map(() => now.state), actions}},
    }
    const axes = ['batch', 'sample', 'time', 'entry']
    const document = {
      schema_version: 1,
      name: 'rows-of-five',
      observe: {action: {from: ['past_actions'], history: 2, every: 5, flatten: true, axes}},
      actions: {steps: 5, flatten: true},
    }
    const translator = sightedTranslator(document)
    const plans = Float64Array.of(0, 0, 0, 0, 0.02, 0, 0.02, 0)
    const candidates = translator.candidates?.({values: plans, samples: 2, horizon: 2, actionSize: 2, block: 5})
    const moments = Tensor.from({dtype: 'uint8', shape: [1, 1, 3, 2, 2, 3], fill: 51})
    const info = {...translator.observe?.(sight), pixels: moments, goal: shown(153)}
    const assay = bridgeAssay({LEWORLDMODEL_POLICY: 'lab/past'})
    try {
      // The newest row begins with 0.3, the oldest ends with 0.2: from a light of 0.2 to one of 0.6 lack 0.3, and 0.1 with commands that add 0.2.
      const {scores} = await assay.score({info, action_candidates: candidates}, 'leworldmodel')
      assert.equal(rounded(scores), [0.27, 0.03])
    } finally {
      await assay.close()
    }
  })

  it('a picture of floats is taken as it is', async () => {
    const imagenet = [-0.485 / 0.229, -0.456 / 0.224, -0.406 / 0.225]
    const black = Tensor.of('float32', [1, 1, 1, 3, 1, 1], imagenet)
    assert.equal(await leworldmodel('lab/lewm', [{pixels: black, goal: black, action: rows(0, 0)}]), [[0, 0.48, 0.12]])
  })

  it('DINO-WM is judged part by part, and a second question is no echo of the first', async () => {
    const info = {goal: shown(153), action: rows(0, 0), proprio: rows(1), goal_proprio: rows(1)}
    const [first, second] = [
      {...info, pixels: shown(51)},
      {...info, pixels: shown(153), goal_proprio: rows(1.1)},
    ]
    assert.equal(await leworldmodel('lab/parts', [first, second]), [
      [0.16, 0, 0.04],
      [0.01, 0.17, 0.05],
    ])
  })

  it('a policy of LeRobot that keeps what it saw begins anew with each question', async () => {
    const env = {LEROBOT_POLICY_TYPE: 'diffusion'}
    // One moment counts twice: twice 1 and 2, plus the step, 10 and 3 wide around 100 and 90.
    assert.equal(roundedValues((await askLerobot(env)).raw_actions['action']), [120, 102, 130, 105, 140, 108])
  })

  it('it takes as many moments as are shown', async () => {
    const moments = {
      'observation.state': Tensor.of('float32', [1, 2, 2], [10, 20, 12, 28]),
      'observation.images.top': Tensor.from({dtype: 'uint8', shape: [1, 2, 2, 4, 3], fill: 255}),
      task: 'pick',
    }
    const {raw_actions: raw} = await askLerobot({LEROBOT_POLICY_TYPE: 'diffusion'}, moments)
    assert.equal(roundedValues(raw['action']), [110, 96, 120, 99, 130, 102])
  })

  it('LeRobot stands between the processors of its checkpoint: state, picture and task go in, actions come out in their units', async () => {
    const {raw_actions: raw, action_horizon: horizon} = await askLerobot()
    assert.is(horizon, 3)
    assert.equal((raw['action'] as Tensor).shape, [1, 3, 2])
    // Normalised the state is 1 and 2; the model adds the step; actions are 10 and 3 wide around 100 and 90.
    assert.equal(roundedValues(raw['action']), [110, 96, 120, 99, 130, 102])
  })

  it('LeRobot itself says which types there are, and a policy without chunks gives one step', async () => {
    assert.is((await askLerobot({LEROBOT_POLICY_TYPE: 'xvla'})).action_horizon, 3)
    assert.equal(roundedValues((await askLerobot({LEROBOT_POLICY_TYPE: 'sac'})).raw_actions['action']), [110, 96])
    const error = await throwsCode(() => askLerobot({LEROBOT_POLICY_TYPE: 'own'}), 'incompatible')
    assert.match(error.message, 'knows no policy of the type own')
  })

  it('a type of LeRobot whose packages are not there says which', async () => {
    for (const [type, lack] of [
      ['smolvla', /type smolvla needs .*'transformers' is required/],
      ['groot', /type groot needs .*flash_attn/],
    ] as const)
      assert.match((await throwsCode(() => askLerobot({LEROBOT_POLICY_TYPE: type}), 'runtime_missing')).message, lack)
  })

  it('JEPA-WM takes normalised actions, time first, and is judged by the last step it dreamt', async () => {
    const info = {observation: greyMoments(51, 102), goal: greyMoments(204)}
    const {scores, lower_is_better: isLower} = await askJepa('jepa_wm_noprop', info, CANDIDATES)
    // Brightness 0.4 moves by 0, by 1 and by 1 - 0.5; the goal is 0.8.
    assert.equal(
      scores.map((score) => Number(score.toFixed(4))),
      [0.16, 0.36, 0.01],
    )
    assert.is(isLower, true)
  })

  it('JEPA-WM with proprioception adds a tenth of its distance, and refuses to do without it', async () => {
    const info = {observation: greyMoments(102), goal: greyMoments(204)}
    const body = {proprio: Tensor.of('float32', [1, 1, 1], [10]), goal_proprio: Tensor.of('float32', [1, 1, 1], [20])}
    const {scores} = await askJepa('jepa_wm_pusht', {...info, ...body}, CANDIDATES)
    assert.equal(
      scores.map((score) => Number(score.toFixed(4))),
      [0.56, 0.76, 0.41],
    )
    const error = await throwsCode(() => askJepa('jepa_wm_pusht', info, CANDIDATES), 'upstream_rejected_input')
    assert.match(error.message, 'needs proprio')
  })
} else {
  it.skip('LeRobot stands between the processors of its checkpoint', 'no python3 on this machine')
  it.skip('LeWM is shown pictures as its own evaluation makes them', 'no python3 on this machine')
  it.skip('JEPA-WM takes normalised actions, time first', 'no python3 on this machine')
}
it('a bridge finds the packages of the host by its variables', async () => {
  const assay = hostOf({LEROBOT_POLICY_PATH: 'lab/policy'})
  try {
    const {raw_actions: actions} = await assay.policy({info: LEROBOT_INFO as never}, 'lerobot', {translator})
    assert.ok(Object.keys(actions ?? {}).length > 0)
  } finally {
    await assay.close()
  }
})

it('a release of a package without the part that is needed is told apart from a package that is not there', async () => {
  using dir = tempDir()
  const old = join(dir.path, 'stable_worldmodel', 'wm')
  mkdirSync(old, {recursive: true})
  for (const file of ['__init__.py', 'utils.py']) writeFileSync(join(old, file), '')
  writeFileSync(join(dir.path, 'stable_worldmodel', '__init__.py'), '')
  const path = `${dir.path}:${STAND_INS}`
  const assay = hostOf({LEWORLDMODEL_POLICY: 'lab/lewm', PYTHONPATH: path})
  try {
    const {layers} = await assay.health('leworldmodel')
    const told = layers.find(({ok}) => !ok)?.detail ?? ''
    assert.match(
      told,
      /no module stable_worldmodel\.planning; stable_worldmodel is there, in a release that has no such part/,
    )
  } finally {
    await assay.close()
  }
})

it.run()
