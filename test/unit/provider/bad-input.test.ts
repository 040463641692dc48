import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import type {ErrorCode} from '#error/codes'
import type {Assay} from '#provider/assay'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {rig, scripted} from '../../support/fakes/scripted-provider.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('bad input')
const STATE = {schema_version: 1, id: 'w', name: 'w', provider: 'scripted', step: 0, metadata: {}} as const
const CLIP = {
  fps: 1,
  resolution: [1, 1] as const,
  duration_seconds: 1,
  media_type: 'video/mp4',
  bytes: Buffer.from('....ftyp'),
}

/** A provider that fills every slot and counts how often it is reached. */
function counting() {
  const state = {reached: 0}
  const reach = () => {
    state.reached++
    throw new Error('reached')
  }
  const slots = {
    predict: reach,
    predictBatch: reach,
    score: reach,
    policy: reach,
    embed: reach,
    reason: reach,
    generate: reach,
    transfer: reach,
  }
  const provider = scripted({
    ...slots,
    descriptor: {action_types: ['control', 'noop'], action_dim: 2, required: {pixels: 3, goal: 1}},
  })
  return {...rig(provider), state}
}

type Call = (assay: Assay, value: never) => Promise<unknown>
const predict = (over: object) => (assay: Assay) => {
  const {state = STATE, action = Action.noop(), steps = 1} = over as Record<string, never>
  return assay.predict(state, action, steps, 'scripted')
}
const GOOD_INFO = {pixels: [[[1]]], goal: [1]}
const score: Call = (assay, action_candidates) => assay.score({info: GOOD_INFO, action_candidates}, 'scripted')
const info: Call = (assay, value) => assay.score({info: value, action_candidates: [[[[1, 2]]]]}, 'scripted')
const generate: Call = (assay, over) =>
  assay.generate({prompt: 'a', duration_seconds: 1, ...(over as object)}, 'scripted')
const transfer: Call = (assay, over) =>
  assay.transfer({clip: CLIP, width: 2, height: 2, fps: 1, ...(over as object)}, 'scripted')
const batch: Call = (assay, over) =>
  assay.predictBatch(
    {states: Tensor.of('float64', [1, 2], [0, 0]), actions: Tensor.of('float64', [1, 1, 1], [0]), ...(over as object)},
    'scripted',
  )

const CYCLE: Record<string, unknown> = {}
CYCLE['self'] = CYCLE

const TABLE: readonly (readonly [
  what: string,
  code: ErrorCode,
  calls: readonly ((assay: Assay) => Promise<unknown>)[],
])[] = [
  ['steps that are no count', 'invalid_input', [0, 1.5, '2', 100_001, Number.NaN, -1].map((steps) => predict({steps}))],
  [
    'actions that are none',
    'invalid_input',
    [{}, {a: {}, b: {}}, {type: 'control', parameters: {u: [Number.NaN]}}, 'noop', null].map((action) =>
      predict({action}),
    ),
  ],
  ['a kind of action the provider does not take', 'invalid_input', [predict({action: Action.moveTo(1, 2, 3)})]],
  [
    'world states that are none',
    'world_state_invalid',
    [
      {...STATE, id: undefined},
      {...STATE, id: '../x'},
      {...STATE, step: Number.POSITIVE_INFINITY},
      {...STATE, metadata: CYCLE},
    ].map((state) => predict({state})),
  ],
  [
    'candidates of another shape',
    'invalid_candidates',
    [
      [[[1, 2]]],
      [[[[[1, 2]]]]],
      [[[[1, 2]]], [[[1, 2]]]],
      [[]],
      [[[[1, 2], [1]]]],
      [[[[Number.NaN, 1]]]],
      [[[[1, 2, 3]]]],
      'x',
    ].map((value) => (assay: Assay) => score(assay, value as never)),
  ],
  [
    'info without a needed field, or with too low a rank',
    'invalid_input',
    [
      {},
      {goal: [1]},
      {pixels: [[[1]]]},
      {pixels: [1], goal: [1]},
      {...GOOD_INFO, extra: Number.NaN},
      {...GOOD_INFO, extra: CYCLE},
      null,
    ].map((value) => (assay: Assay) => info(assay, value as never)),
  ],
  [
    'prompts, lengths and seeds out of range',
    'out_of_range',
    [
      {prompt: ''},
      {prompt: '  '},
      {duration_seconds: 0},
      {duration_seconds: Number.NaN},
      {options: {seed: 1.5}},
      {options: {fps: 0}},
    ].map((over) => (assay: Assay) => generate(assay, over as never)),
  ],
  [
    'a misspelt media option',
    'invalid_input',
    [{sede: 1}, {extras: {call: () => 1}}, {extras: {big: 1n}}, 'fast'].map(
      (options) => (assay: Assay) => generate(assay, {options} as never),
    ),
  ],
  [
    'sizes out of range',
    'out_of_range',
    [{width: 0}, {height: 1.5}, {fps: -1}].map((over) => (assay: Assay) => transfer(assay, over as never)),
  ],
  [
    'a clip that is none',
    'invalid_input',
    [
      {clip: {}},
      {clip: {...CLIP, bytes: new Uint8Array()}},
      {clip: {...CLIP, media_type: 'text/html'}},
      {clip: {...CLIP, bytes: Buffer.from('<html>')}},
    ].map((over) => (assay: Assay) => transfer(assay, over as never)),
  ],
  [
    'batches of other shapes',
    'invalid_tensor',
    [
      {states: [[0, 0]]},
      {states: Tensor.of('float64', [2], [0, 0])},
      {states: Tensor.of('float64', [2, 2], [0, 0, 0, 0])},
    ].map((over) => (assay: Assay) => batch(assay, over as never)),
  ],
  [
    'texts that are empty or two things at once',
    'invalid_input',
    [
      (assay) => assay.embed({}, 'scripted'),
      (assay) => assay.embed({text: ''}, 'scripted'),
      (assay) => assay.embed({text: 'a', frame: Tensor.of('bool', [1], [1])}, 'scripted'),
      (assay) => assay.reason({query: ' '}, 'scripted'),
    ],
  ],
  [
    'misspelt call options',
    'invalid_input',
    [{timeout: 1}, {signal: 'no'}, null].map(
      (options) => (assay: Assay) => assay.embed({text: 'a'}, 'scripted', options as never),
    ),
  ],
  [
    'requests that are none',
    'invalid_input',
    [
      (assay) => assay.score(null as never, 'scripted'),
      (assay) => assay.predictBatch(7 as never, 'scripted'),
      (assay) => assay.generate(undefined as never, 'scripted'),
      (assay) => assay.policy([] as never, 'scripted', {translator: () => [Action.noop()]}),
    ],
  ],
  [
    'budgets that are none',
    'out_of_range',
    [{max_calls: 0}, {max_calls: 1.5}, {max_credits: -1}, {max_credits: Number.NaN}].map(
      (budget) => (assay: Assay) => assay.embed({text: 'a'}, 'scripted', {budget}),
    ),
  ],
  [
    'a policy without a translator',
    'translator_missing',
    [{}, {translator: 'x'}, undefined].map(
      (options) => (assay: Assay) => assay.policy({info: {}}, 'scripted', options as never),
    ),
  ],
]

for (const [what, code, calls] of TABLE) {
  it(`${what} end as ${code} before the provider is reached`, async () => {
    const {assay, state, recorder} = counting()
    for (const call of calls) await throwsCode(() => call(assay), code)
    assert.is(state.reached, 0)
    assert.equal(recorder.events, [], 'a mistake of the caller is told as an event of the provider')
  })
}

it("translators that fail or give no actions are the host's mistake", async () => {
  const {assay} = rig(scripted({policy: () => ({raw_actions: {u: [1]}})}))
  const bad: unknown[] = [
    () => [],
    () => [[]],
    () => [{}],
    () => null,
    () => {
      throw new Error('no')
    },
    () => Array.from({length: 10_001}, () => Action.noop()),
  ]
  for (const translator of bad)
    await throwsCode(
      () => assay.policy({info: {}}, 'scripted', {translator: translator as never}),
      'translator_invalid',
    )
  const {actions, action_candidates} = await assay.policy({info: {}}, 'scripted', {
    translator: () => [[Action.noop()], [Action.control([1])]],
  })
  assert.equal([actions.length, action_candidates.length], [1, 2])
})

it("raw actions that are none are the provider's mistake", async () => {
  for (const raw_actions of [{}, undefined, [1], {u: Number.NaN}, {u: 1n}, CYCLE]) {
    const {assay} = rig(scripted({policy: () => ({raw_actions: raw_actions as never})}))
    await throwsCode(
      () => assay.policy({info: {}}, 'scripted', {translator: () => [Action.noop()]}),
      'contract_violation',
    )
  }
})

it('unknown names are told with close ones, missing capabilities with those there are', async () => {
  const {assay} = rig(scripted({embed: () => ({model: 'm', vector: [1]})}, {capabilities: ['embed']}))
  const unknown = await throwsCode(() => assay.embed({text: 'a'}, 'scripte'), 'unknown_provider')
  assert.match(unknown.hint, /scripted/)
  const missing = await throwsCode(() => assay.reason({query: 'a'}, 'scripted'), 'capability_missing')
  assert.match(missing.hint, /embed/)
})

it('a taken name, a catalogue name and a malformed profile cannot be registered', async () => {
  const {assay} = rig(scripted({}))
  await throwsCode(() => assay.registerProvider(scripted({})), 'duplicate_provider')
  await throwsCode(() => assay.registerProvider(scripted({}, {name: 'gr00t'})), 'duplicate_provider')
  await throwsCode(() => assay.registerProvider(scripted({}, {name: '../x'})), 'schema_invalid')
})

it('a provider that promises what it has no function for cannot be registered', async () => {
  const {assay} = rig(scripted({}))
  const error = await throwsCode(
    () => assay.registerProvider(scripted({}, {name: 'empty', capabilities: ['score']})),
    'config_invalid',
  )
  assert.match(error.message, /score/)
})

it('a provider without probe cannot be registered, and is told all that it lacks', async () => {
  const {assay} = rig(scripted({}))
  const {probe: _, ...ill} = scripted({}, {name: 'ill', capabilities: ['score']})
  const error = await throwsCode(() => assay.registerProvider(ill as never), 'config_invalid')
  assert.match(error.message, /promises score without a function for it, and has no function probe, such as probe: /)
})

it('a request policy of a caller is whole and within its bounds, or refused', async () => {
  const {assay} = rig(scripted({embed: () => ({model: 'm', vector: [1]})}))
  const good = assay.requestPolicy('scripted')
  await assay.embed({text: 'a'}, 'scripted', {requestPolicy: good})
  const bad = [{}, {...good, request: {...good.request, timeout_seconds: 0}}, {...good, health: null}]
  for (const requestPolicy of bad) {
    await throwsCode(
      () => assay.embed({text: 'a'}, 'scripted', {requestPolicy: requestPolicy as never}),
      'schema_invalid',
    )
    const options = {requestPolicy: requestPolicy as never}
    await throwsCode(() => assay.registerProvider(scripted({}, {name: 'other'}), options), 'schema_invalid')
  }
})

it('whatever comes in, only errors of ours come out, the input stays as it is and each call that was made tells one event', async () => {
  const value = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withTypedArray: true,
  })
  const property = fc.asyncProperty(value, value, value, async (one, two, three) => {
    const {assay, recorder} = rig(scripted({predict: () => three as never, score: () => three as never}))
    const before = fc.stringify([one, two])
    const outcomes = await Promise.allSettled([
      assay.predict(one as never, two as never, 1, 'scripted'),
      assay.predict(STATE, Action.noop(), 1, 'scripted'),
      assay.score({info: one as never, action_candidates: two as never}, 'scripted'),
      assay.score({info: {}, action_candidates: [[[[1]]]]}, 'scripted'),
    ])
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        assert.ok(outcome.reason instanceof AssayError && outcome.reason.code !== 'bug', fc.stringify(outcome))
    }
    const isRefused = (outcome: PromiseSettledResult<unknown>) =>
      outcome.status === 'rejected' && outcome.reason.exit === 'usage'
    assert.is(recorder.events.length, outcomes.filter((outcome) => !isRefused(outcome)).length)
    assert.is(fc.stringify([one, two]), before)
  })
  await fc.assert(property, {numRuns: 150})
})

it('what is no provider at all is a typed error', async () => {
  const {assay} = counting()
  for (const value of [null, undefined, 'mock', 3])
    await throwsCode(async () => assay.registerProvider(value as never), 'invalid_input')
})

it.run()
