import * as assert from 'uvu/assert'
import {ProviderError} from '#error/provider-error'
import {makeExpertController, makeRandomController} from '#eval/kit/make-controller'
import {makeEpisodeCell, mostModelEvals} from '#eval/kit/make-episode-cell'
import {runEpisode} from '#eval/kit/run-episode'
import {collectReferences, runReferences} from '#eval/kit/run-references'
import type {Subject} from '#eval/model/subject'
import {closedLoop} from '#eval/suite/closed-loop/closed-loop'
import {mutantModel} from '#lab/model/mutants'
import {seedStream} from '#random/stream'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {twoRoom} from '#world/environment/two-room/two-room'
import type {Environment} from '#world/model/environment'
import {planShape, presetConfig} from '#world/planner/presets'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('closed loop')
const {signal} = new AbortController()

function plan(environment: Environment = twoRoom, count = 4) {
  const config = presetConfig('quick', planShape(environment))
  return {
    suite: closedLoop,
    environment,
    seed: 42,
    trials: Array.from({length: count}, (_, at) => at),
    planner: 'quick',
    config,
  }
}

async function episodes(subject: Subject, way: 'predict_batch' | 'predict' | 'score' = 'predict_batch', count = 4) {
  const cell = makeEpisodeCell(subject, way, plan(twoRoom, count))
  const made = []
  for (const index of cell.trials) made.push(await cell.run(index, signal))
  return made
}

it('the exact model finishes the task, a model with the sign turned does not', async () => {
  const good = await episodes(fakeSubject())
  assert.ok(good.every((episode) => episode.success))
  assert.ok(good.every((episode) => (episode.path_length ?? 0) + 0.06 >= (episode.reference_length ?? 9)))
  const bad = await episodes(fakeSubject({}, (environment) => mutantModel('sign-flip', environment)))
  assert.ok(
    bad.every(
      (episode) => !episode.success && episode.reason === 'step_budget' && episode.steps === twoRoom.stepBudget,
    ),
  )
})

it('the environment executes: a model that believes it has arrived does not finish anything', async () => {
  const dreamer = fakeSubject({
    predictBatch: async (request, use) => {
      const answer = await fakeSubject().predictBatch(request, use)
      answer.bytes.fill(0)
      return answer
    },
  })
  assert.ok((await episodes(dreamer)).every((episode) => !episode.success))
})

it('batch, single predictions and scores of one model lead to the same trajectory', async () => {
  const [batch] = await episodes(fakeSubject(), 'predict_batch', 1)
  const [single] = await episodes(fakeSubject(), 'predict', 1)
  const [score] = await episodes(fakeSubject(), 'score', 1)
  assert.is(single?.trajectory_digest, batch?.trajectory_digest)
  assert.is(score?.trajectory_digest, batch?.trajectory_digest)
  assert.is(single?.model_evals, batch?.model_evals)
})

it('the same seed repeats every episode, and a smaller count is a prefix', async () => {
  const more = await episodes(fakeSubject(), 'predict_batch', 4)
  const fewer = await episodes(fakeSubject(), 'predict_batch', 2)
  assert.equal(more.slice(0, 2), fewer)
  assert.is(new Set(more.map((episode) => episode.trajectory_digest)).size, 4)
})

it('an error is a failure of that episode and costs no other', async () => {
  let calls = 0
  const flaky = fakeSubject({
    predictBatch: (request, use) => {
      if (++calls === 1) return Promise.reject(new ProviderError('timeout', 'too slow'))
      return fakeSubject().predictBatch(request, use)
    },
  })
  const [first, ...rest] = await episodes(flaky)
  assert.is(first?.success, false)
  assert.equal([first?.reason, first?.error?.code, first?.error?.kind], ['error', 'timeout', 'unreachable'])
  assert.ok(rest.every((episode) => episode.success))
})

it('states that are no numbers end the episode as a wrong answer', async () => {
  const subject = fakeSubject({}, (environment) => ({
    ...environment,
    advance: (states, at) => void states.fill(1e308 * 10, at, at + 2),
  }))
  const [episode] = await episodes(subject, 'predict_batch', 1)
  assert.is(episode?.success, false)
  assert.is(episode?.error?.kind, 'wrong')
})

it('a model that answers otherwise after some thousand calls is found in the episode in which it begins to', async () => {
  const tiring = (changes: Partial<Subject> = {}) => {
    let calls = 0
    return fakeSubject({
      ...changes,
      predictBatch: async (request, use) => {
        const answer = await fakeSubject().predictBatch(request, use)
        if (++calls > 40) answer.bytes.fill(0)
        return answer
      },
    })
  }
  const codes = async (subject: Subject) => (await episodes(subject)).map(({error}) => error?.code)
  const tired = await codes(tiring())
  const from = tired.indexOf('contract_violation')
  assert.ok(from >= 0 && tired.slice(from).every((code) => code === 'contract_violation'), tired.join())
  assert.equal(await codes(tiring({deterministic: false})), [undefined, undefined, undefined, undefined])
  assert.equal(await codes(fakeSubject()), [undefined, undefined, undefined, undefined])
})

it('a plan that would exceed the model budget is not begun', async () => {
  const {config} = plan()
  const once = config.num_samples * config.num_iterations * config.horizon * config.action_block
  const cell = makeEpisodeCell(fakeSubject(), 'predict_batch', {...plan(), maxModelEvals: once + 1})
  const episode = await cell.run(0, signal)
  assert.equal(
    [episode.success, episode.reason, episode.model_evals, episode.replans],
    [false, 'model_eval_budget', once, 1],
  )
  assert.ok(mostModelEvals(twoRoom, config) > once)
})

it('commands beyond the bounds are clamped and counted', async () => {
  const key = {seed: 42, environment: twoRoom.key, stratum: 'cross', episode: 0}
  const wild = makeExpertController(() => [5, -0.5])
  const tame = makeExpertController(() => [1, -0.5])
  const one = await runEpisode({environment: twoRoom, key, controller: wild}, signal)
  const other = await runEpisode({environment: twoRoom, key, controller: tame}, signal)
  assert.is(one.violations, one.replans)
  assert.is(other.violations, 0)
  assert.is(one.trajectory_digest, other.trajectory_digest)
})

it('a controller cannot change what happened by writing into what it is shown', async () => {
  const key = {seed: 42, environment: twoRoom.key, stratum: 'cross', episode: 0}
  const cheat = makeExpertController((now) => {
    now.state.set(now.goal)
    return [0, 0]
  })
  assert.is((await runEpisode({environment: twoRoom, key, controller: cheat}, signal)).success, false)
})

it('an abort ends the episode as if it had never been', async () => {
  const control = new AbortController()
  const key = {seed: 42, environment: twoRoom.key, stratum: 'cross', episode: 0}
  const controller = makeRandomController(twoRoom, seedStream('x'))
  control.abort('SIGINT')
  const ended = runEpisode({environment: twoRoom, key, controller}, control.signal).catch((reason: unknown) => reason)
  assert.is(await ended, 'SIGINT')
})

it('floor and ceiling lie where they must', async () => {
  for (const environment of [twoRoom, pendulum]) {
    const five = plan(environment, 5)
    const make = (trial: number) => runReferences(five, trial, signal)
    const {random, frozen, oracle} = await collectReferences(make, five.trials, signal)
    const share = (list: typeof random) => list.filter((episode) => episode.success).length / list.length
    assert.ok(share(oracle) === 1, environment.id)
    assert.ok([...random, ...frozen].every((episode) => !('snapshots' in episode)))
    assert.ok(share(random) < 0.5 && share(frozen) < 0.5, environment.id)
  }
})

it.run()
