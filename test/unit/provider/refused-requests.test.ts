import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {ProviderMetricsSink} from '#event/provider-metrics-sink'
import type {FaultService} from '#lab/fault/fault-table'
import {Assay} from '#provider/assay'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {SERVICES} from '../../support/fakes/fault-rigs.ts'
import {gr00tEnv, translator} from '../../support/fakes/policy-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('refused requests')
const SECRET = ['canary', 'refused', 'q9x7w3'].join('-')

type Call = (assay: Assay) => Promise<unknown>
const generate =
  (provider: string, over: object): Call =>
  (assay) =>
    assay.generate({prompt: 'a cup', duration_seconds: 5, ...over}, provider)
const policy =
  (provider: string, info: object): Call =>
  (assay) =>
    assay.policy({info: info as never}, provider, {translator})
const image = Tensor.from({dtype: 'uint8', shape: [2, 2, 3], fill: 1})
const ARMS = Tensor.from({dtype: 'float32', shape: [14], fill: 0})
const SEEN = {primary_image: image, left_wrist_image: image, right_wrist_image: image, proprio: ARMS}
const CLIP = {fps: 8, resolution: [2, 2], duration_seconds: 1, media_type: 'video/mp4', bytes: Buffer.from('....ftyp')}
const transfer =
  (provider: string, over: object): Call =>
  (assay) =>
    assay.transfer({clip: CLIP, width: 1280, height: 720, fps: 24, ...over} as never, provider)

/** What a server of its own must never get to see. */
const ELSEWHERE: Readonly<Record<FaultService, readonly Call[]>> = {
  runway: [
    ...[1, 2.5, 11].map((duration_seconds) => generate('runway', {duration_seconds})),
    ...['16:9', '1:1', '1280:721', 'wide'].map((ratio) => generate('runway', {options: {ratio}})),
    generate('runway', {prompt: 'x'.repeat(1001)}),
    generate('runway', {options: {model: 'veo3.1'}, duration_seconds: 5}),
    generate('runway', {options: {image: 'http://example.com/a.png'}}),
    generate('runway', {options: {image: `data:image/png;base64,${'A'.repeat(6 * 1024 * 1024)}`}}),
    transfer('runway', {options: {reference_images: Array(6).fill('https://example.com/a.png')}}),
    transfer('runway', {options: {video: 'ftp://example.com/a.mp4'}}),
  ],
  cosmos: [
    generate('cosmos', {prompt: 'word '.repeat(251)}),
    generate('cosmos', {duration_seconds: 0.01}),
    ...[-1, 2 ** 32].map((seed) => generate('cosmos', {options: {seed}})),
    generate('cosmos', {options: {size: 'large'}}),
  ],
  'cosmos-policy': [
    policy('cosmos-policy', {}),
    policy('cosmos-policy', {...SEEN, task_description: ' '}),
    policy('cosmos-policy', {...SEEN, task_description: 'a', proprio: image}),
    policy('cosmos-policy', {...SEEN, task_description: 'a', primary_image: ARMS}),
  ],
  gr00t: [policy('gr00t', {video: 1n}), policy('gr00t', [])],
  openpi: [policy('openpi', {prompt: Number.NaN}), (assay) => assay.policy(null as never, 'openpi', {translator})],
  'bridge over http': [(assay) => assay.score({info: {goal: [1]}, action_candidates: [[[[1]]]]}, 'leworldmodel')],
  'bridge over stdio': [
    (assay) => assay.score({info: {pixels: [1], goal: [1], action: [1]}, action_candidates: [[[[1]]]]}, 'leworldmodel'),
    (assay) => assay.score({info: {}, action_candidates: []}, 'leworldmodel'),
  ],
}

const STATE = {schema_version: 1, id: 'w', name: 'w', provider: 'x', step: 0, metadata: {}} as const
const BAD_STEPS = [0, -1, 1.5, '2', 100_001, Number.NaN]
const predict =
  (provider: string, over: object): Call =>
  (assay) => {
    const {state = STATE, action = Action.noop(), steps = 1} = over as Record<string, never>
    return assay.predict(state, action, steps, provider)
  }
const two = {environment: 'two-room@1', observation: [0.2, 0.2], goal: [0.4, 0.4]}
const score =
  (provider: string, info: object, action_candidates: unknown = [[[[0, 0]]]]): Call =>
  (assay) =>
    assay.score({info: info as never, action_candidates}, provider)

/** What providers of this process never get, or refuse themselves. */
const HERE: Readonly<Record<string, readonly Call[]>> = {
  mock: [
    ...BAD_STEPS.map((steps) => predict('mock', {steps})),
    score('mock', {}),
    score('mock', {goal: 'there'}),
    score('mock', {goal: [0], state: 'here'}),
    (assay) => assay.reset('mock', {seed: 1.5}),
  ],
  analytic: [
    ...BAD_STEPS.map((steps) => predict('analytic', {steps})),
    predict('analytic', {}),
    predict('analytic', {action: Action.of('jump', {})}),
    score('analytic', {...two, environment: 'two-room@9'}),
    score('analytic', {...two, environment: 'nowhere'}),
    score('analytic', {...two, observation: [0]}),
    score('analytic', {...two, action_block: 0}),
    score('analytic', two, [[[[0, 0, 0]]]]),
    (assay) =>
      assay.predictBatch(
        {
          states: Tensor.of('float64', [1, 3], [0, 0, 0]),
          actions: Tensor.of('float64', [1, 1, 1], [0]),
          environment: 'two-room@1',
        },
        'analytic',
      ),
  ],
  learned: [predict('learned', {}), score('learned', {...two, environment: 'cart-pole@1'})],
  observer: [
    generate('observer', {prompt: 'nothing that is drawn here'}),
    (assay) => assay.reason({query: 'why?'}, 'observer'),
    (assay) => assay.embed({text: 'a word'}, 'observer'),
    transfer('observer', {}),
  ],
}

async function refusesAll(assay: Assay, calls: readonly Call[]): Promise<void> {
  for (const call of calls) {
    const error = await call(assay).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof AssayError, String(error))
    assert.is(error.exit, 'usage', `${error.code}: ${error.message}`)
  }
}

for (const [name, calls] of Object.entries(ELSEWHERE) as [FaultService, readonly Call[]][]) {
  it(`${name}: what the caller got wrong reaches no server and is booked on nobody`, async () => {
    const rig = SERVICES[name]
    await using server = await disposable(rig.start([]))
    const recorder = new InMemoryRecorderSink()
    const assay = new Assay({env: rig.env(server, SECRET), eventHandler: recorder})
    await refusesAll(assay, calls)
    assert.equal(recorder.events, [])
    assert.equal(server.requests(), [])
    await assay.close()
  })
}

for (const [name, calls] of Object.entries(HERE)) {
  it(`${name}: what the caller got wrong raises no count of the provider`, async () => {
    const metrics = new ProviderMetricsSink()
    const assay = new Assay({eventHandler: metrics})
    await refusesAll(assay, calls)
    assert.equal(metrics.rows(), [])
  })
}

it('an observation that only the server can judge is refused without an event, and is not sent', async () => {
  await using server = await disposable(SERVICES.gr00t.start([]))
  const recorder = new InMemoryRecorderSink()
  const assay = new Assay({env: gr00tEnv(server, {GROOT_STRICT: 'true'}), eventHandler: recorder})
  await refusesAll(assay, [policy('gr00t', {video: {}})])
  assert.equal(recorder.events, [])
  assert.equal(
    server.requests().map(({path}) => path),
    ['get_modality_config'],
  )
  await assay.close()
})

it('a request can be held against its provider without a call, the nearest that is allowed in the hint', async () => {
  await using server = await disposable(SERVICES.runway.start([]))
  const assay = new Assay({env: SERVICES.runway.env(server, SECRET)})
  const hintFor = (over: object) =>
    assay.check('generate', {prompt: 'a', duration_seconds: 5, ...over}, 'runway').then(
      () => undefined,
      (error: AssayError) => error.hint,
    )
  assert.is(await hintFor({}), undefined)
  assert.is(await hintFor({duration_seconds: 1}), 'The nearest is 2.')
  assert.is(await hintFor({duration_seconds: 60}), 'The nearest is 10.')
  assert.is(await hintFor({options: {ratio: '1000:1000'}}), 'The nearest is 960:960.')
  assert.is(await hintFor({options: {ratio: '720:1281'}}), 'The nearest is 720:1280.')
  assert.equal(server.requests(), [])
})

it('what a provider names as an example, it takes', async () => {
  for (const [name, rig] of Object.entries(SERVICES)) {
    await using server = await disposable(rig.start([]))
    const assay = new Assay({env: rig.env(server, SECRET)})
    const examples = Object.entries(await assay.examples(rig.provider))
    for (const [operation, request] of examples) await assay.check(operation as 'generate', request, rig.provider)
    const expected: Record<string, number> = {runway: 2, 'cosmos-policy': 1, leworldmodel: 1}
    assert.is(examples.length, expected[rig.provider] ?? 0, name)
  }
})

async function disposable<T extends {close(): Promise<unknown>}>(starting: Promise<T>): Promise<T & AsyncDisposable> {
  const server = await starting
  return Object.assign(server, {[Symbol.asyncDispose]: async () => void (await server.close())})
}

it.run()
