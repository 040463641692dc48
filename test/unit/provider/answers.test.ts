import * as assert from 'uvu/assert'
import type {ErrorCode} from '#error/codes'
import type {Provider} from '#provider/model/provider'
import {Action} from '#world/model/action'
import {Tensor} from '#world/tensor/tensor'
import {rig, scripted} from '../../support/fakes/scripted-provider.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('answers')
const states = Tensor.from({dtype: 'float64', shape: [1, 2], fill: 0})
const actions = Tensor.from({dtype: 'float64', shape: [3, 4, 1], fill: 0})
const rollout = (fill: number) => Tensor.from({dtype: 'float64', shape: [3, 4, 2], fill})
/** A provider that answers every question with what is given. */
const answering = (answer: unknown) => {
  const say = () => answer as never
  const slots: Partial<Provider> = {embed: say, reason: say, predict: say, predictBatch: say, score: say}
  return rig(scripted(slots))
}

it('embeddings and reasons keep their shape, or are refused as the provider’s fault', async () => {
  const embed = [
    {model: 'm', vector: []},
    {model: 'm', vector: [1, Number.NaN]},
    {model: '', vector: [1]},
    {vector: [1]},
    'text',
  ]
  for (const answer of embed)
    await throwsCode(() => answering(answer).assay.embed({text: 'a'}, 'scripted'), 'contract_violation')
  const reason = [
    {answer: '', evidence: []},
    {answer: 'a'},
    {answer: 'a', evidence: [1]},
    {answer: 'a', evidence: [], claims: 3},
  ]
  for (const answer of reason)
    await throwsCode(() => answering(answer).assay.reason({query: 'q'}, 'scripted'), 'contract_violation')
  const good = await answering({answer: 'a', evidence: ['b'], claims: {confidence: 1}}).assay.reason(
    {query: 'q'},
    'scripted',
  )
  assert.equal([good.answer, good.evidence, good.claims], ['a', ['b'], {confidence: 1}])
})

it('many predictions at once are promised by who predicts, and by nobody else', async () => {
  const predicting = scripted({predict: () => ({}) as never, predictBatch: () => ({}) as never})
  assert.is((await rig(predicting).assay.describe('scripted')).batched, true)
  const profile = {capabilities: ['score' as const]}
  const scoring = scripted({score: () => ({}) as never, predictBatch: () => ({}) as never}, profile)
  assert.is((await rig(scoring).assay.describe('scripted')).batched, false)
})

it('a vector that changes its dimension within a run is refused', async () => {
  let size = 3
  const {assay} = rig(scripted({embed: () => ({model: 'm', vector: Array(size++).fill(0.5)})}))
  await assay.embed({text: 'a'}, 'scripted')
  await throwsCode(() => assay.embed({text: 'b'}, 'scripted'), 'contract_violation')
})

it('a question that is none is the caller’s mistake, and nobody is asked', async () => {
  const table: [(assay: ReturnType<typeof answering>['assay']) => Promise<unknown>, ErrorCode][] = [
    [(assay) => assay.embed({}, 'scripted'), 'invalid_input'],
    [(assay) => assay.embed({text: 'a', frame: states}, 'scripted'), 'invalid_input'],
    [(assay) => assay.embed({text: ''}, 'scripted'), 'invalid_input'],
    [(assay) => assay.embed({frame: [1] as never}, 'scripted'), 'invalid_tensor'],
    [(assay) => assay.reason({query: ' '}, 'scripted'), 'invalid_input'],
    [(assay) => assay.predictBatch({states: [[0]] as never, actions}, 'scripted'), 'invalid_tensor'],
    [(assay) => assay.predictBatch({states: actions, actions}, 'scripted'), 'invalid_tensor'],
    [(assay) => assay.predictBatch({states, actions, environment: 3 as never}, 'scripted'), 'invalid_input'],
  ]
  for (const [ask, code] of table) {
    const {assay, recorder} = answering(new Error('asked'))
    await throwsCode(() => ask(assay), code)
    assert.is(recorder.events.length, 0)
  }
})

it('states of a batch have the shape of the question, and their stated errors are numbers of at least 0', async () => {
  const bad = [
    {},
    {states: [[0]]},
    {states: actions},
    {states: rollout(0), sigma: actions},
    {states: rollout(0), sigma: rollout(-1)},
  ]
  for (const answer of bad)
    await throwsCode(() => answering(answer).assay.predictBatch({states, actions}, 'scripted'), 'contract_violation')
  const good = await answering({states: rollout(1), sigma: rollout(0)}).assay.predictBatch(
    {states, actions},
    'scripted',
  )
  assert.equal(
    [good.states.shape, good.sigma?.shape],
    [
      [3, 4, 2],
      [3, 4, 2],
    ],
  )
})

it('an answer without what it must have is told with the keys that came, whatever was asked', async () => {
  const world = {schema_version: 1, id: 'w', name: 'w', provider: 'p', step: 2, metadata: {}} as const
  const info = {observation: Tensor.from({dtype: 'float32', shape: [1, 1], fill: 0})}
  const candidates = Tensor.from({dtype: 'float32', shape: [1, 2, 3, 1], fill: 0})
  const answer = {world_state: world, score: [1, 2], [`${'k'.repeat(200)}`]: 1}
  const {assay} = answering(answer)
  const cases = [
    [() => assay.predict(world, Action.noop(), 1, 'scripted'), 'state', 'world_state_invalid'],
    [() => assay.predictBatch({states, actions}, 'scripted'), 'states', 'contract_violation'],
    [() => assay.score({info, action_candidates: candidates}, 'scripted'), 'scores', 'contract_violation'],
    [() => assay.embed({text: 'a'}, 'scripted'), 'model and no vector', 'contract_violation'],
    [() => assay.reason({query: 'q'}, 'scripted'), 'answer and no evidence', 'contract_violation'],
  ] as const
  for (const [ask, lacking, code] of cases) {
    const {message} = await throwsCode(ask, code)
    assert.is(message, `the answer has no ${lacking}: it is a map with the keys world_state, score, 1 more`)
  }
})

it('a predicted state of another step is told with the step that came, and the one that was asked for', async () => {
  const world = {schema_version: 1, id: 'w', name: 'w', provider: 'p', step: 2, metadata: {}} as const
  const {message} = await throwsCode(
    () => answering({state: world}).assay.predict(world, Action.noop(), 3, 'scripted'),
    'contract_violation',
  )
  assert.is(message, 'step of the predicted state is 2, not 5: asked for were 3 more than the 2 it started from')
})

it.run()
