import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {FaultStep} from '#lab/fault/fault-step'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {showProvider} from '#library/list-providers'
import {checkModalities, readModalityConfig, toldModalities} from '#provider/adapter/gr00t/modality-config'
import {unwrapped} from '#provider/adapter/gr00t/unwrapped'
import type {Fields} from '#provider/model/provider'
import {fitIssues, rehearsal, worldLack} from '#provider/translator/fit-issues'
import {guessedStates, modalityDocument, modalityLack} from '#provider/translator/modality-document'
import {sampleInput} from '#provider/translator/sample-input'
import {sightedTranslator} from '#provider/translator/translator'
import {environmentOf} from '#world/environments'
import {type Action, controlOf} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {gr00tEnv, policyRig} from '../../support/fakes/policy-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('files to start from')
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    ({code}) => code,
  )

/** Arrays where a file says how one is made. */
function made(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if ('dtype' in value) return Tensor.from(value)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, made(item)]))
}

it('a GR00T server is asked what it takes, and takes what the files show, strictly', async () => {
  using dir = tempDir()
  const server = await startFaultServer({transport: 'zmq', service: 'gr00t'})
  const env = gr00tEnv(server, {GROOT_POLICY_STRICT: 'true'})
  const files = {writeTranslator: 'own.json', writeInput: 'inputs.json', cwd: dir.path}
  const {written} = await showProvider({provider: 'gr00t', env, ...files})
  assert.equal(written, {source: 'server', translator: 'own.json', input: 'inputs.json'})
  const translator = sightedTranslator(read(join(dir.path, 'own.json')))
  assert.equal(translator.document?.time, {path: 'single_arm', axis: 1, take: [0, 8]})
  const {policy_info: info} = read(join(dir.path, 'inputs.json')).inputs
  const {assay} = policyRig(env)
  const {actions} = await assay.policy({info: made(info) as never}, 'gr00t', {translator})
  assert.is(actions.length, 8)
  const extra = {...info, state: {...info.state, tail: info.state.single_arm}}
  assert.is(await codeOf(assay.policy({info: made(extra) as never}, 'gr00t', {translator})), 'invalid_input')
  await assay.close()
  await server.close()
  const asked = server.requests().length
  assert.is(await codeOf(showProvider({provider: 'gr00t', env, writeInput: 'late.json', cwd: dir.path})), 'unreachable')
  assert.equal([existsSync(join(dir.path, 'late.json')), server.requests().length], [false, asked])
})

it('cameras, moments, states and the moving part are those of the configuration; what is no plain policy gives nothing', () => {
  const action = {keys: ['gripper', 'left_arm'], steps: 4}
  const config = {
    video: {keys: ['ego_view', 'left_wrist'], steps: 2},
    state: {keys: ['left_arm', 'gripper'], steps: 1},
    language: {keys: ['task'], steps: 1},
    action,
  }
  const document = modalityDocument(config)
  assert.ok(document)
  const shown = sightedTranslator(document)
  for (const id of document.worlds ?? []) {
    const world = environmentOf(id)
    assert.equal([worldLack(shown, world), fitIssues(shown, world)], [undefined, []], id)
  }
  assert.equal(sampleInput(document).inputs['policy_info'], {
    video: {
      ego_view: {dtype: 'uint8', shape: [1, 2, 256, 256, 3], seed: 1},
      left_wrist: {dtype: 'uint8', shape: [1, 2, 256, 256, 3], seed: 1},
    },
    state: {
      left_arm: {dtype: 'float32', shape: [1, 1, 7], fill: 0},
      gripper: {dtype: 'float32', shape: [1, 1, 1], fill: 0},
    },
    language: {task: [['go to the goal through the door']]},
  })
  assert.equal([document.time?.path, document.time?.take], ['left_arm', [0, 4]])
  assert.equal(guessedStates(config), ['left_arm', 'gripper'])
  assert.is(modalityDocument({video: config.video}), undefined)
})

it('a server without cameras is shown its states, and one that tells too little gives nothing, with the reason', () => {
  const [arm, eye] = [
    {keys: ['left_arm'], steps: 1},
    {keys: ['ego_view'], steps: 1},
  ]
  const blind = modalityDocument({state: arm, action: arm})
  assert.equal(Object.keys(blind?.observe ?? {}), ['state'])
  const lacking: readonly (readonly [config: Parameters<typeof modalityLack>[0], reason: RegExp])[] = [
    [{video: eye, state: arm}, /^no part of an action$/],
    [{video: {keys: [], steps: 1}, language: eye, action: arm}, /^neither a camera nor a state$/],
    [{video: {...eye, steps: 65}, action: arm}, /^65 moments of a history/],
  ]
  for (const [config, reason] of lacking) {
    assert.is(modalityDocument(config), undefined)
    assert.match(modalityLack(config) ?? '', reason)
  }
})

const NO_ENDPOINT = 'Unknown endpoint: get_modality_config'
const UNTOLD: readonly (readonly [what: string, fault: FaultStep, message: RegExp])[] = [
  ['of N1.5', {fault: 'old_dialect'}, /dialect of GR00T N1\.5/],
  ['without the endpoint', {fault: 'in_band_error', options: {text: NO_ENDPOINT}}, /lacks an endpoint/],
]

for (const [what, fault, message] of UNTOLD) {
  it(`a server ${what} is met and tells nothing: no built-in document is said to fit it as it is`, async () => {
    using dir = tempDir()
    const script = [{match: {endpoint: 'get_modality_config'}, ...fault}]
    const server = await startFaultServer({transport: 'zmq', service: 'gr00t', script})
    const asked = showProvider({provider: 'gr00t', env: gr00tEnv(server), writeInput: 'late.json', cwd: dir.path})
    const error = await throwsCode(() => asked, 'incompatible')
    await server.close()
    assert.match(error.message, message)
    assert.match(
      error.hint,
      /N1\.5 takes no document: serve its checkpoint with N1\.6 or newer\. .* state it: --translator/,
    )
    assert.not.match(error.hint, 'asks nobody')
  })
}

it('moments lie as far apart as a configuration says, as the 15 steps of DROID, and a size in a name is that size', () => {
  const told = (video: readonly number[]) => {
    const config = {
      video: {modality_keys: ['exterior_image_1_left', 'wrist_image_left'], delta_indices: video},
      state: {modality_keys: ['eef_9d', 'joint_position'], delta_indices: [0]},
      action: {modality_keys: ['eef_9d'], delta_indices: [0, 1, 2, 3]},
    }
    return toldModalities(readModalityConfig(config, 'msgpack-numpy')).modalities
  }
  const droid = told([-15, 0])
  assert.equal(droid?.['video'], {keys: ['exterior_image_1_left', 'wrist_image_left'], steps: 2, every: 15})
  const document = modalityDocument(droid ?? {})
  const camera = document?.observe?.['video']?.object?.['wrist_image_left']
  assert.equal([camera?.history, camera?.every], [2, 15])
  assert.is(document?.observe?.['state']?.object?.['eef_9d']?.pad, 9)
  assert.equal(guessedStates(droid ?? {}), ['joint_position'])
  assert.equal(document?.expects, {eef_9d: [1, 4, null]})
  assert.equal(told([-1, 0])?.['video']?.every, undefined)
  for (const uneven of [[-30, -10, 0], [0, 0], [0, -1], [-101, 0], ['a', 0] as never])
    assert.is(told(uneven), undefined)
})

it('parts of one number each, as upstream has them for LIBERO, move the walker by so many of its steps', () => {
  const keys = ['x', 'y', 'z', 'roll', 'pitch', 'yaw', 'gripper']
  const config = {
    video: {keys: ['image', 'wrist_image'], steps: 1},
    state: {keys, steps: 1},
    language: {keys: ['annotation.human.action.task_description'], steps: 1},
    action: {keys, steps: 40},
  }
  const document = modalityDocument(config)
  assert.ok(document)
  const shown = sightedTranslator(document)
  const world = environmentOf('two-room')
  assert.equal([worldLack(shown, world), fitIssues(shown, world)], [undefined, []])
  const part = (value: number) => Tensor.from({dtype: 'float32', shape: [1, 40, 1], fill: value})
  const raw = Object.fromEntries(keys.map((key) => [key, part(key === 'y' ? -0.5 : 1)]))
  const sight = rehearsal(world)
  const moves = shown.within?.(sight)(raw, {provider: 'gr00t'}) as readonly Action[]
  const commands = moves.map((move) => controlOf(world, sight.now.state, move))
  assert.equal(
    commands.map((command) => command.map((value) => Math.round(value * 1e6) / 1e6)),
    [[1, -0.5]],
  )
  assert.equal(guessedStates(config), ['gripper'])
})

it('behind the wrapper for simulations names are flat, and what the wrapper makes of them is what the policy takes', () => {
  const told = {
    video: {modality_keys: ['image', 'wrist_image'], delta_indices: [0]},
    state: {modality_keys: ['x', 'y', 'gripper'], delta_indices: [0]},
    language: {modality_keys: ['annotation.human.action.task_description'], delta_indices: [0]},
    action: {modality_keys: ['x', 'y', 'gripper'], delta_indices: [0, 1]},
  }
  const config = readModalityConfig(told, 'npy')
  const {modalities = {}} = toldModalities(config)
  const [flat, nested] = [true, false].map((isWrapped) => modalityDocument(modalities, {isWrapped}))
  assert.ok(flat && nested)
  assert.equal(Object.keys(flat.observe ?? {}), [
    'video.image',
    'video.wrist_image',
    'state.x',
    'state.y',
    'state.gripper',
    'annotation.human.action.task_description',
  ])
  assert.equal([Object.keys(flat.expects ?? {}), flat.time?.path], [['action.x', 'action.y'], 'action.x'])
  const shown = (document: typeof flat) => made(sampleInput(document).inputs['policy_info']) as Fields
  checkModalities(shown(nested), config)
  checkModalities(unwrapped(shown(flat), config), config)
  const lacking = Object.fromEntries(Object.entries(shown(flat)).filter(([name]) => name !== 'state.y'))
  for (const [info, words] of [
    [lacking, 'state lacks y'],
    [{...shown(flat), 'video.other': 1}, 'video.other is not taken by this server'],
  ] as const)
    assert.throws(
      () => checkModalities(unwrapped(info as Fields, config), config),
      (error: Error) => error.message.includes(words),
    )
})

it('without a server a built-in document is taken, and what cannot be is refused before a file is there', async () => {
  using dir = tempDir()
  const ask = (provider: string, more: object) => showProvider({provider, env: {}, cwd: dir.path, ...more})
  const {written} = await ask('openpi', {translator: 'builtin:openpi-libero', writeInput: 'a.json'})
  assert.equal(written, {source: 'builtin:openpi-libero', input: 'a.json'})
  const {policy_info: info} = read(join(dir.path, 'a.json')).inputs
  assert.equal(info['observation/state'], {dtype: 'float32', shape: [8], fill: 0})
  await ask('leworldmodel', {translator: 'builtin:lewm', writeInput: 'b.json', writeTranslator: 'c.json'})
  assert.equal(Object.keys(read(join(dir.path, 'b.json')).inputs), ['score_info', 'score_action_candidates'])
  assert.is(read(join(dir.path, 'c.json')).name, 'lewm')
  const wrong: readonly (readonly [code: string, provider: string, more: object])[] = [
    ['usage', 'mock', {writeInput: 'x.json'}],
    ['usage', 'openpi', {writeInput: 'x.json'}],
    ['usage', 'gr00t', {translator: 'builtin:gr00t-so100'}],
    ['usage', 'gr00t', {writeInput: 'x.json', writeTranslator: 'x.json'}],
    ['usage', 'gr00t', {writeInput: 'no/such/x.json', translator: 'builtin:gr00t-so100'}],
    ['translator_invalid', 'openpi', {translator: 'builtin:lewm', writeInput: 'x.json'}],
    ['unconfigured', 'gr00t', {writeInput: 'x.json'}],
  ]
  for (const [code, provider, more] of wrong) assert.is(await codeOf(ask(provider, more)), code, JSON.stringify(more))
  assert.is(existsSync(join(dir.path, 'x.json')), false)
})
it.run()
