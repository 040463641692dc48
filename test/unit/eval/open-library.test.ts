import * as assert from 'uvu/assert'
import type {ProviderEvent} from '#contract/generated/types'
import {openEvalLibrary} from '#eval/execute/open-library'
import {makeEpisodeCell} from '#eval/kit/make-episode-cell'
import {closedLoop} from '#eval/suite/closed-loop/closed-loop'
import {contract} from '#eval/suite/contract/contract'
import {makeContractCell} from '#eval/suite/contract/make-contract-cell'
import {mutantModel} from '#lab/model/mutants'
import {modelProvider} from '#provider/adapter/analytic/model-provider'
import {Assay} from '#provider/assay'
import {ANALYTIC} from '#provider/catalogue/builtin-profiles'
import type {Provider} from '#provider/model/provider'
import {twoRoom} from '#world/environment/two-room/two-room'
import {planShape, presetConfig} from '#world/planner/presets'
import {spec} from '../../support/spec.ts'

const it = spec('evaluation through the library')
const {signal} = new AbortController()
const PROFILE: typeof ANALYTIC = {...ANALYTIC, name: 'guest', capabilities: ['predict', 'score']}
const exact = modelProvider(PROFILE, (environment) => environment)

async function guest(changes: Partial<Provider>) {
  const events: Readonly<ProviderEvent>[] = []
  const library = openEvalLibrary(
    (eventHandler) => {
      const assay = new Assay({eventHandler})
      assay.registerProvider({...exact, ...changes})
      return assay
    },
    (event) => void events.push(event),
  )
  return {subject: await library.subject('guest'), events, library}
}

async function brokenCases(changes: Partial<Provider>): Promise<string[]> {
  const {subject} = await guest(changes)
  const cell = makeContractCell(subject, {suite: contract, environments: [twoRoom], seed: 42, count: 40})
  const broken = new Set<string>()
  for (const index of cell?.trials ?? []) {
    const episode = await cell?.run(index, signal)
    if (episode && !episode.success) broken.add(episode.case ?? '')
  }
  return [...broken]
}

it('bad input is refused before the provider sees it', async () => {
  assert.equal(await brokenCases({}), [])
})

it('a provider that lies about its best score breaks its contract', async () => {
  const score: Provider['score'] = async (request, context) => {
    const answer = await exact.score?.(request, context)
    return {scores: answer?.scores ?? [], lower_is_better: true, best_index: 999}
  }
  assert.equal(await brokenCases({score}), ['score-best'])
})

it('a provider that changes its input, or answers in another shape, breaks its contract', async () => {
  const predict: Provider['predict'] = async (request, context) => {
    const answer = await exact.predict?.(request, context)
    Object.assign(request.world_state, {name: 'changed'})
    return answer ?? {state: request.world_state}
  }
  assert.ok((await brokenCases({predict})).includes('predict-input'))
  const predictBatch: Provider['predictBatch'] = ({states}) => ({states})
  assert.ok((await brokenCases({predictBatch})).includes('batch-shape'))
})

it('no provider grades itself: praise changes no episode', async () => {
  const frozen = modelProvider(PROFILE, (environment) => mutantModel('frozen', environment))
  const predict: Provider['predict'] = async (request, context) => ({
    ...((await frozen.predict?.(request, context)) ?? {state: request.world_state}),
    claims: {confidence: 1, physics_score: 1, success_probability: 1},
  })
  const {subject: praising} = await guest({...frozen, predict})
  const {subject: plain} = await guest(frozen)
  const small = {num_samples: 8, num_iterations: 1, num_elites: 4}
  const config = {...presetConfig('quick', planShape(twoRoom)), ...small}
  const plan = {suite: closedLoop, environment: twoRoom, seed: 42, trials: [0], planner: 'quick', config}
  const [one, other] = [makeEpisodeCell(praising, 'predict', plan), makeEpisodeCell(plain, 'predict', plan)]
  const praised = await one.run(0, signal)
  assert.equal(praised, await other.run(0, signal))
  assert.is(praised.success, false)
})

it('a plan in this process is one event, and every error is told', async () => {
  const {subject, events} = await guest({})
  const config = presetConfig('quick', planShape(twoRoom))
  const cell = makeEpisodeCell(subject, 'predict_batch', {
    suite: closedLoop,
    environment: twoRoom,
    seed: 42,
    trials: [0],
    planner: 'quick',
    config,
  })
  const episode = await cell.run(0, signal)
  // The first question is put once more when the episode is over.
  assert.is(events.length, episode.replans + 1)
  const {subject: failing, events: failures} = await guest({predictBatch: () => Promise.reject(new Error('no'))})
  const bad = makeEpisodeCell(failing, 'predict_batch', {
    suite: closedLoop,
    environment: twoRoom,
    seed: 42,
    trials: [0],
    planner: 'quick',
    config,
  })
  assert.is((await bad.run(0, signal)).error?.code, 'internal')
  assert.equal(
    failures.map(({phase}) => phase),
    ['failure'],
  )
})

it.run()
