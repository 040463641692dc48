import * as assert from 'uvu/assert'
import type {ErrorCode} from '#error/codes'
import type {FaultStep} from '#lab/fault/fault-step'
import {cosmosService, type ModelService} from '#lab/fault/http-services'
import {fakeClock} from '../../../support/fakes/fake-clock.ts'
import {meetLimit} from '../../../support/fakes/meet-limit.ts'
import {serverRig} from '../../../support/provider-server.ts'
import {spec} from '../../../support/spec.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('cosmos')
const REQUEST = {prompt: 'a robot arm lifts a cup', duration_seconds: 5}
const KEY = ['nvapi', 'canary', 'q9x7w3hunter2'].join('-')
const rigOf = (script: readonly FaultStep[] = [], env = {}, service = cosmosService()) =>
  serverRig(service, (url) => ({COSMOS_BASE_URL: `${url}/`, ...env}), script)
const INFER = {match: {path: '/v1/infer'}}

it('one call makes one clip, with the seed that made it and what kind of server it came from', async () => {
  await using rig = await rigOf()
  const clip = await rig.assay.generate(REQUEST, 'cosmos')
  assert.equal([clip.fps, clip.resolution, clip.duration_seconds, clip.media_type], [24, [1280, 704], 5, 'video/mp4'])
  assert.is(clip.metadata['evidence_class'], 'contract-fixture')
  const sent = JSON.parse(rig.server.requests().at(-1)?.body ?? '')
  assert.equal(sent.video_params, {height: 704, width: 1280, frames_count: 120, frames_per_sec: 24})
  assert.is(clip.metadata['seed'], sent.seed)
  const again = await rig.assay.generate(REQUEST, 'cosmos')
  assert.is(again.media.sha256, clip.media.sha256)
})

it('the key goes along only where there is one, and in no event', async () => {
  await using bare = await rigOf()
  await bare.assay.generate(REQUEST, 'cosmos')
  assert.is(bare.server.requests().at(-1)?.headers['authorization'], undefined)
  await using keyed = await rigOf([], {NVIDIA_API_KEY: KEY})
  await keyed.assay.generate(REQUEST, 'cosmos')
  assert.is(keyed.server.requests().at(-1)?.headers['authorization'], `Bearer ${KEY}`)
  assert.not.ok(JSON.stringify(keyed.recorder.events).includes(KEY))
})

it('refuses what the server would refuse before a byte is sent', async () => {
  await using rig = await rigOf()
  const table = [
    {...REQUEST, prompt: Array(251).fill('w').join(' ')},
    {...REQUEST, options: {seed: 2 ** 32}},
    {...REQUEST, options: {seed: -1}},
    {...REQUEST, options: {size: '16:9'}},
    {...REQUEST, prompt: ' '},
    {...REQUEST, duration_seconds: 0.001},
  ]
  for (const request of table) await throwsCode(() => rig.assay.generate(request, 'cosmos'), 'out_of_range')
  assert.is(rig.server.connections(), 0)
})

it('extras never override what is named', async () => {
  await using rig = await rigOf()
  await rig.assay.generate({...REQUEST, options: {extras: {prompt: 'other', steps: 7}}}, 'cosmos')
  const {prompt, steps} = JSON.parse(rig.server.requests().at(-1)?.body ?? '')
  assert.equal([prompt, steps], [REQUEST.prompt, 7])
})

it('what the server publishes about itself is believed before the request is sent', async () => {
  const schema = {$ref: '#/components/schemas/Infer'}
  const document = {
    paths: {'/v1/infer': {post: {requestBody: {content: {'application/json': {schema}}}}}},
    components: {schemas: {Infer: {properties: {prompt: {type: 'string'}}, additionalProperties: false}}},
  }
  const picky: ModelService = (request, base) =>
    request.path === '/openapi.json' ? {status: 200, json: document} : cosmosService()(request, base)
  await using rig = await rigOf([], {}, picky)
  const error = await throwsCode(() => rig.assay.generate(REQUEST, 'cosmos'), 'incompatible')
  assert.match(error.message, /does not know seed/)
  assert.not.ok(rig.server.requests().some(({path}) => path === '/v1/infer'))
})

it('every way the reply can be wrong has its own error and one end', async () => {
  const table: [FaultStep, ErrorCode][] = [
    [{...INFER, fault: 'in_band_error'}, 'task_failed'],
    [{...INFER, fault: 'empty_error'}, 'upstream_error'],
    [{...INFER, fault: 'error_body_200'}, 'contract_violation'],
    [{...INFER, fault: 'not_json'}, 'contract_violation'],
    [{...INFER, fault: 'nan'}, 'contract_violation'],
    [{...INFER, fault: 'truncate_body'}, 'contract_violation'],
    [{...INFER, fault: 'reset_mid_body'}, 'unreachable'],
    [{...INFER, fault: 'wrong_service'}, 'wrong_service'],
    [{...INFER, fault: 'redirect'}, 'address_refused'],
    [{...INFER, fault: 'unauthorized'}, 'unauthorized'],
    [{...INFER, fault: 'rate_limit'}, 'rate_limited'],
    [{...INFER, fault: 'status', options: {status: 422}}, 'upstream_rejected_input'],
  ]
  for (const [step, code] of table) {
    await using rig = await rigOf([step])
    await throwsCode(() => rig.assay.generate(REQUEST, 'cosmos'), code)
    assert.is(rig.server.requests().filter(({path}) => path === '/v1/infer').length, 1, step.fault)
    assert.is(rig.recorder.events.length, 1, step.fault)
  }
})

it('a reply whose video is none is a violation', async () => {
  for (const b64_video of ['', 'not base64!', Buffer.from('plain text, no video').toString('base64'), 7]) {
    const service: ModelService = (request, base) =>
      request.path === '/v1/infer' ? {status: 200, json: {b64_video}} : cosmosService()(request, base)
    await using rig = await rigOf([], {}, service)
    await throwsCode(() => rig.assay.generate(REQUEST, 'cosmos'), 'contract_violation')
  }
})

it('a timeout leaves it open what the server goes on with, and says so', async () => {
  await using rig = await serverRig(cosmosService(), (url) => ({COSMOS_BASE_URL: url}), [{...INFER, fault: 'hang'}], {
    limits: {timeoutSeconds: 0.1},
  })
  await throwsCode(() => rig.assay.generate(REQUEST, 'cosmos'), 'timeout')
  assert.is(rig.recorder.events[0]?.metadata['remote_work'], 'may_continue')
})

it('health goes up to serving without an inference, and names the fault where it stops', async () => {
  await using good = await rigOf()
  const health = await good.assay.health('cosmos')
  assert.equal([health.status, health.level_reached], ['healthy', 'serving'])
  assert.not.ok(good.server.requests().some(({method}) => method !== 'GET'))
  const table: [FaultStep, string][] = [
    [{fault: 'wrong_service'}, 'wrong_service'],
    [{fault: 'status', options: {status: 404}}, 'wrong_service'],
    [{fault: 'unauthorized'}, 'unauthorized'],
    [{fault: 'busy'}, 'busy'],
    [{fault: 'status', options: {status: 502}}, 'down'],
    [{fault: 'not_http'}, 'wrong_service'],
  ]
  for (const [step, fault] of table) {
    await using rig = await rigOf([step])
    const found = await rig.assay.health('cosmos')
    assert.equal([found.status, found.fault, found.level_reached], ['unhealthy', fault, 'reachable'], step.fault)
  }
  const url = good.server.url
  await good.server.close()
  await using gone = await serverRig(cosmosService(), () => ({COSMOS_BASE_URL: url}))
  assert.is((await gone.assay.health('cosmos')).fault, 'down')
})

it('silence after the connection is busy, not down', async () => {
  const clock = fakeClock()
  await using rig = await serverRig(cosmosService(), (url) => ({COSMOS_BASE_URL: url}), [{fault: 'hang'}], {
    clock,
    limits: {retryPreset: 'none'},
  })
  const isDue = () => rig.server.requests().length > 0
  const probe = () => rig.assay.health('cosmos', {timeoutMs: 60})
  const {fault, level_reached} = await meetLimit(probe, {clock, limitMs: 60, isDue})
  assert.equal([fault, level_reached], ['busy', 'reachable'])
})

it('without leave, loopback and other inner addresses are refused', async () => {
  for (const base of ['http://127.0.0.1:1', 'http://169.254.169.254', 'http://[::1]:1', 'http://10.0.0.1']) {
    await using rig = await serverRig(cosmosService(), () => ({COSMOS_BASE_URL: base, ASSAY_ALLOW_LOOPBACK: '0'}))
    await throwsCode(() => rig.assay.generate(REQUEST, 'cosmos'), 'address_refused')
  }
})
it.run()
