import * as assert from 'uvu/assert'
import type {ErrorCode} from '#error/codes'
import {ProviderBudgetExceededError} from '#error/provider-error'
import type {FaultStep} from '#lab/fault/fault-step'
import {runwayService, tinyMp4} from '#lab/fault/http-services'
import {serverRig} from '../../../support/provider-server.ts'
import {spec} from '../../../support/spec.ts'
import {throwsCode} from '../../../support/throws-code.ts'

const it = spec('runway')
const KEY = ['key', 'canary', 'q9x7w3hunter2'].join('_')
const REQUEST = {prompt: 'a robot arm lifts a cup', duration_seconds: 5}
const TASKS = {match: {path: '/v1/tasks/', method: 'GET'}}
const ARTIFACT = {match: {path: '/artifact/'}}
const rigOf = (script: readonly FaultStep[] = [], env = {}, service = runwayService()) =>
  serverRig(service, (url) => ({RUNWAYML_API_SECRET: KEY, RUNWAYML_BASE_URL: url, ...env}), script)
const paths = (rig: Awaited<ReturnType<typeof rigOf>>) =>
  rig.server.requests().map(({method, path}) => `${method} ${path.replace(/[0-9a-f]{32}/, 'ID')}`)

it('a clip is made, looked after and fetched; links get no credentials', async () => {
  await using rig = await rigOf()
  const clip = await rig.assay.generate(REQUEST, 'runway')
  assert.equal(paths(rig), ['POST /v1/text_to_video', 'GET /v1/tasks/ID', 'GET /v1/tasks/ID', 'GET /artifact/ID.mp4'])
  assert.is(rig.server.requests().at(-1)?.headers['authorization'], undefined)
  assert.equal([clip.resolution, clip.duration_seconds, clip.metadata['credits']], [[1280, 720], 5, 25])
  assert.ok(rig.waits[0]! >= 5_000 && rig.waits[0]! <= 7_500, String(rig.waits))
  const {phase, metadata} = rig.recorder.events[0]!
  assert.is(phase, 'success')
  assert.equal(
    (metadata['steps'] as {step: string; attempts: number}[]).map(({step, attempts}) => [step, attempts]),
    [
      ['request', 1],
      ['poll', 2],
      ['download', 1],
    ],
  )
  assert.not.ok(JSON.stringify(rig.recorder.events).includes(KEY))
})

it('each look at a task counts its attempts from one, and never past the most it may have', async () => {
  await using rig = await rigOf([{...TASKS, fault: 'status', after: 1, times: 2, options: {status: 503}}])
  await rig.assay.generate(REQUEST, 'runway')
  const retries = rig.recorder.events.filter(({phase}) => phase === 'retry')
  assert.equal(
    retries.map(({attempt, max_attempts}) => [attempt, max_attempts]),
    [
      [1, 3],
      [2, 3],
    ],
  )
  const end = rig.recorder.events.at(-1)
  assert.equal([end?.phase, end?.attempt, end?.max_attempts], ['success', 1, 1])
})

it('a picture goes to its own endpoint, a clip as a data URI', async () => {
  await using rig = await rigOf()
  await rig.assay.generate(
    {...REQUEST, options: {image: 'data:image/png;base64,AAAA', model: 'veo3.1', seed: 3}, duration_seconds: 4},
    'runway',
  )
  assert.equal(JSON.parse(rig.server.requests()[0]?.body ?? ''), {
    model: 'veo3.1',
    promptText: REQUEST.prompt,
    ratio: '1280:720',
    duration: 4,
    promptImage: 'data:image/png;base64,AAAA',
    seed: 3,
  })
  const clip = {
    fps: 24,
    resolution: [1280, 720],
    duration_seconds: 5,
    media_type: 'video/mp4',
    bytes: tinyMp4('x'),
  } as const
  await rig.assay.transfer({clip, width: 960, height: 960, fps: 24, prompt: 'snow'}, 'runway')
  const sent = JSON.parse(rig.server.requests().find(({path}) => path === '/v1/video_to_video')?.body ?? '')
  assert.equal([sent.model, sent.targetAspectRatio], ['aleph2', '960:960'])
  assert.match(sent.videoUri, /^data:video\/mp4;base64,/)
})

it('refuses what is out of range before a byte is sent, and clamps nothing', async () => {
  await using rig = await rigOf()
  const table = [
    {...REQUEST, prompt: 'x'.repeat(1_001)},
    {...REQUEST, prompt: ' '},
    {...REQUEST, duration_seconds: 1},
    {...REQUEST, duration_seconds: 11},
    {...REQUEST, duration_seconds: 2.5},
    {...REQUEST, options: {ratio: '16:9'}},
    {...REQUEST, options: {model: 'veo3.1'}},
    {...REQUEST, options: {image: `data:image/png;base64,${'A'.repeat(6_000_000)}`}},
    {...REQUEST, options: {image: 'http://inner/x.png'}},
  ]
  for (const request of table) await throwsCode(() => rig.assay.generate(request, 'runway'), 'out_of_range')
  assert.is(rig.server.connections(), 0)
  const clip = await rig.assay.generate({...REQUEST, options: {model: 'gen9'}}, 'runway')
  assert.is(clip.metadata['unvalidated_model'], true)
})

it('every way it can go wrong has its own error and one end', async () => {
  const table: [FaultStep, ErrorCode, boolean][] = [
    [{match: {method: 'POST'}, fault: 'status', options: {status: 400}}, 'upstream_rejected_input', false],
    [{match: {method: 'POST'}, fault: 'rate_limit'}, 'rate_limited', false],
    [{match: {method: 'POST'}, fault: 'redirect'}, 'address_refused', false],
    [{match: {method: 'POST'}, fault: 'not_json'}, 'contract_violation', false],
    [{...TASKS, fault: 'task_failed'}, 'task_failed', false],
    [{...TASKS, fault: 'in_band_error'}, 'contract_violation', true],
    [{...TASKS, fault: 'status', options: {status: 404}}, 'wrong_service', true],
    [{...TASKS, after: 1, fault: 'private_artifact_url'}, 'address_refused', false],
    [
      {...TASKS, after: 1, fault: 'private_artifact_url', options: {location: 'https://169.254.169.254/x'}},
      'address_refused',
      false,
    ],
    [
      {...TASKS, after: 1, fault: 'private_artifact_url', options: {location: 'https://127.0.0.1:1/x'}},
      'address_refused',
      false,
    ],
    [{...ARTIFACT, fault: 'wrong_media_type'}, 'artifact_refused', false],
    [{...ARTIFACT, fault: 'wrong_service'}, 'artifact_refused', false],
    [{...ARTIFACT, fault: 'redirect'}, 'address_refused', false],
    [{...ARTIFACT, fault: 'expired_artifact'}, 'artifact_expired', false],
    [{...ARTIFACT, fault: 'truncate_body'}, 'contract_violation', false],
  ]
  for (const [step, code, isDeleted] of table) {
    await using rig = await rigOf([step])
    await throwsCode(() => rig.assay.generate(REQUEST, 'runway'), code)
    const ends = rig.recorder.events.filter(({phase}) => phase !== 'retry')
    assert.is(ends.length, 1, step.fault)
    assert.is(paths(rig).includes('DELETE /v1/tasks/ID'), isDeleted, step.fault)
    if (isDeleted) assert.is(ends[0]?.metadata['remote_work'], 'cancelled')
    assert.is(rig.server.requests().filter(({method}) => method === 'POST').length, 1, step.fault)
  }
})

it('looks and downloads are repeated, creation never', async () => {
  await using rig = await rigOf([
    {...TASKS, fault: 'status', times: 1, options: {status: 503}},
    {...ARTIFACT, fault: 'reset_mid_body', times: 1},
  ])
  await rig.assay.generate(REQUEST, 'runway')
  assert.equal(
    rig.recorder.events.map(({phase, metadata}) => [phase, metadata['step']]),
    [
      ['retry', 'poll'],
      ['retry', 'download'],
      ['success', undefined],
    ],
  )
})

it('a dead link gets one more chance with fresh ones', async () => {
  await using rig = await rigOf([{...ARTIFACT, fault: 'expired_artifact', times: 1}])
  await rig.assay.generate(REQUEST, 'runway')
  assert.equal(paths(rig).slice(-3), ['GET /artifact/ID.mp4', 'GET /v1/tasks/ID', 'GET /artifact/ID.mp4'])
})

it('a task above the budget is deleted and told in credits', async () => {
  await using rig = await rigOf([], {RUNWAYML_MAX_CREDITS: '10'})
  const error = await throwsCode(() => rig.assay.generate(REQUEST, 'runway'), 'budget_exceeded')
  assert.ok(error instanceof ProviderBudgetExceededError)
  assert.equal([error.dimension, error.limit, error.spent], ['credits', 10, 25])
  assert.equal(paths(rig), ['POST /v1/text_to_video', 'DELETE /v1/tasks/ID'])
  assert.equal(
    rig.recorder.events.map(({phase, metadata}) => [phase, metadata['remote_work']]),
    [['budget_exceeded', 'cancelled']],
  )
})

it('a task that costs more than is left is deleted, once the balance is known', async () => {
  await using rig = await rigOf([], {}, runwayService({credits: 50, balance: 20}))
  const [preflight] = await rig.assay.start('runway')
  assert.equal([preflight?.status, preflight?.details], ['ready', {has_credits: true}])
  await throwsCode(() => rig.assay.generate(REQUEST, 'runway'), 'budget_exceeded')
  assert.is(paths(rig).at(-1), 'DELETE /v1/tasks/ID')
})

it('a task that never ends is deleted when the budget of time is spent, and a failed delete is told', async () => {
  for (const [extra, state] of [
    [[], 'cancelled'],
    [[{match: {method: 'DELETE'}, fault: 'delete_fails'}], 'cancel_failed'],
  ] as const) {
    const script: FaultStep[] = [...extra, {...TASKS, fault: 'task_stuck'}]
    await using rig = await serverRig(
      runwayService(),
      (url) => ({RUNWAYML_API_SECRET: KEY, RUNWAYML_BASE_URL: url}),
      script,
      {limits: {maxElapsedSeconds: 4}},
    )
    await throwsCode(() => rig.assay.generate(REQUEST, 'runway'), 'budget_exceeded')
    assert.equal(
      rig.recorder.events.map(({phase, metadata}) => [phase, metadata['remote_work']]),
      [['budget_exceeded', state]],
    )
  }
})

it('a cancelled call deletes its task', async () => {
  await using rig = await rigOf([{...TASKS, fault: 'hang'}])
  const control = new AbortController()
  const call = throwsCode(() => rig.assay.generate(REQUEST, 'runway', {signal: control.signal}), 'cancelled')
  while (rig.server.requests().length < 2) await new Promise(setImmediate)
  control.abort()
  await call
  assert.is(rig.recorder.events.at(-1)?.metadata['remote_work'], 'cancelled')
  assert.is(paths(rig).at(-1), 'DELETE /v1/tasks/ID')
})

it('health reads the account and creates nothing', async () => {
  await using rig = await rigOf()
  assert.is((await rig.assay.health('runway')).status, 'healthy')
  assert.ok(paths(rig).every((path) => path === 'GET /v1/organization'))
  await using refused = await rigOf([{fault: 'unauthorized'}])
  assert.is((await refused.assay.health('runway')).fault, 'unauthorized')
})

it('the key goes over plain http to no public host', async () => {
  await using rig = await rigOf([], {RUNWAYML_BASE_URL: 'http://93.184.216.34'})
  await throwsCode(() => rig.assay.generate(REQUEST, 'runway'), 'cleartext_credentials')
})
it.run()
