import * as assert from 'uvu/assert'
import type {ErrorCode} from '#error/codes'
import type {FaultStep} from '#lab/fault/fault-step'
import {cosmosPolicyService} from '#lab/fault/http-services'
import type {Fields} from '#provider/model/provider'
import {BUILT_IN_DOCUMENTS} from '#provider/translator/built-in'
import {translatorOf} from '#provider/translator/translator'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {serverRig} from '../../../support/provider-server.ts'
import {spec} from '../../../support/spec.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('cosmos-policy')
const ACT = {match: {path: '/act'}}
const TRANSLATOR = {translator: () => [Action.noop()]}
const image = () => Tensor.from({dtype: 'uint8', shape: [4, 6, 3], seed: 7})
const info = (change: Fields = {}): Fields => ({
  primary_image: image(),
  left_wrist_image: image(),
  right_wrist_image: image(),
  proprio: Tensor.from({dtype: 'float32', shape: [14], fill: 0.5}),
  task_description: 'fold the cloth',
  ...change,
})
const rigOf = (script: readonly FaultStep[] = [], env = {}, service = cosmosPolicyService()) =>
  serverRig(service, (url) => ({COSMOS_POLICY_BASE_URL: url, ...env}), script)

it('sends arrays as json_numpy and reads a chunk of actions in every form a server gives', async () => {
  for (const form of ['lists', 'arrays'] as const) {
    await using rig = await rigOf([], {COSMOS_POLICY_RETURN_ALL_QUERY_RESULTS: '1'}, cosmosPolicyService(form))
    const {raw_actions, action_horizon, embodiment_tag} = await rig.assay.policy(
      {info: info()},
      'cosmos-policy',
      TRANSLATOR,
    )
    const actions = raw_actions['actions']
    assert.ok(actions instanceof Tensor)
    assert.equal([actions.shape, actions.dtype, action_horizon, embodiment_tag], [[50, 14], 'float32', 50, 'aloha'])
    const sent = JSON.parse(rig.server.requests()[0]?.body ?? '')
    assert.equal([sent.primary_image.dtype, sent.primary_image.shape], ['|u1', [4, 6, 3]])
    assert.equal(Buffer.from(sent.primary_image.__numpy__, 'base64'), Buffer.from(image().bytes))
    assert.is(sent.return_all_query_results, true)
  }
})

it('its built-in document reads the actions that it answers', async () => {
  await using rig = await rigOf()
  const translator = translatorOf(BUILT_IN_DOCUMENTS.get('builtin:cosmos-policy'))
  const {actions} = await rig.assay.policy({info: info()}, 'cosmos-policy', {translator})
  assert.equal([actions.length, actions[0]?.type], [8, 'control'])
})

it('refuses an observation the server would choke on before a byte is sent', async () => {
  await using rig = await rigOf()
  const table: Fields[] = [
    {primary_image: Tensor.from({dtype: 'float32', shape: [4, 6, 3], fill: 0})},
    {left_wrist_image: Tensor.from({dtype: 'uint8', shape: [4, 6], fill: 0})},
    {right_wrist_image: [[0]]},
    {proprio: Tensor.from({dtype: 'float32', shape: [7], fill: 0})},
    {proprio: Tensor.from({dtype: 'int32', shape: [14], fill: 0})},
    {task_description: ' '},
  ]
  for (const change of table)
    await throwsCode(() => rig.assay.policy({info: info(change)}, 'cosmos-policy', TRANSLATOR), 'invalid_input')
  assert.is(rig.server.connections(), 0)
})

it('every way the reply can be wrong has its own error and one end', async () => {
  const table: [FaultStep, ErrorCode][] = [
    [{...ACT, fault: 'error_body_200'}, 'upstream_error'],
    [{...ACT, fault: 'wrong_count'}, 'contract_violation'],
    [{...ACT, fault: 'wrong_shape'}, 'contract_violation'],
    [{...ACT, fault: 'nan'}, 'contract_violation'],
    [{...ACT, fault: 'not_json'}, 'contract_violation'],
    [{...ACT, fault: 'in_band_error'}, 'contract_violation'],
    [{...ACT, fault: 'huge_reply'}, 'contract_violation'],
    [{...ACT, fault: 'bomb'}, 'contract_violation'],
    [{...ACT, fault: 'busy'}, 'busy'],
    [{...ACT, fault: 'status', options: {status: 500}}, 'upstream_error'],
  ]
  for (const [step, code] of table) {
    await using rig = await rigOf([step])
    await throwsCode(() => rig.assay.policy({info: info()}, 'cosmos-policy', TRANSLATOR), code)
    assert.is(rig.server.requests().length, 1, step.fault)
    assert.is(rig.recorder.events.length, 1, step.fault)
  }
  await using arrays = await rigOf([{...ACT, fault: 'object_dtype'}], {}, cosmosPolicyService('arrays'))
  await throwsCode(() => arrays.assay.policy({info: info()}, 'cosmos-policy', TRANSLATOR), 'contract_violation')
})

it('what the server chose must be among all it sampled, and numbers must fit float32', async () => {
  const rows = (value: number) => Array.from({length: 50}, () => Array(14).fill(value))
  const replies = [
    {actions: rows(1), all_actions: [rows(2), rows(3)]},
    {actions: rows(1), all_actions: 'x'},
    {actions: rows(1), all_actions: [rows(1).slice(1)]},
    {actions: [...rows(1), [1]]},
    {actions: [[]]},
    {actions: rows(1e39)},
    {actions: rows(1), value_prediction: 'high'},
    'another text',
  ]
  for (const json of replies) {
    await using rig = await rigOf([], {}, () => ({status: 200, json}))
    await throwsCode(() => rig.assay.policy({info: info()}, 'cosmos-policy', TRANSLATOR), 'contract_violation')
  }
})

it('how long a chunk is the server says', async () => {
  const actions = Array.from({length: 16}, () => Array(7).fill(0.5))
  await using rig = await rigOf([], {}, () => ({status: 200, json: {actions, all_actions: [actions]}}))
  const {raw_actions: raw, action_horizon: horizon} = await rig.assay.policy(
    {info: info()},
    'cosmos-policy',
    TRANSLATOR,
  )
  assert.equal([(raw['actions'] as Tensor).shape, horizon], [[16, 7], 16])
})

it('health proves the route and no more: serving stays open', async () => {
  await using good = await rigOf()
  const health = await good.assay.health('cosmos-policy')
  assert.equal([health.status, health.level_reached, health.level_required], ['healthy', 'protocol', 'protocol'])
  await using silent = await rigOf([{match: {path: '/openapi.json'}, fault: 'status', options: {status: 404}}])
  assert.is((await silent.assay.health('cosmos-policy')).status, 'healthy')
  await using other = await rigOf([], {}, () => ({status: 200, json: {openapi: '3.1.0', paths: {}}}))
  assert.is((await other.assay.health('cosmos-policy')).fault, 'wrong_service')
  await using page = await rigOf([{fault: 'wrong_service'}])
  assert.is((await page.assay.health('cosmos-policy')).fault, 'wrong_service')
})
it.run()
