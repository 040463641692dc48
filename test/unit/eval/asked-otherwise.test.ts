// Counts no coverage: whole suites against many models, whose lines the tests of each suite run too.
import * as assert from 'uvu/assert'
import {SUITES} from '#eval/catalogue/suites'
import {makeStateCell} from '#eval/kit/make-state-cell'
import {makeStatePlans} from '#eval/kit/make-state-plans'
import {subjectModel} from '#eval/kit/make-world-model'
import type {Subject} from '#eval/model/subject'
import {scoreRankingWay} from '#eval/suite/score-ranking/make-ranking-cells'
import {ASKED_OTHERWISE, NEVER_TURNED} from '#eval/suite/score-ranking/ranking-sets'
import {RIGHT_MODELS} from '#lab/model/stranger-models'
import type {Fields, ScoreRequest} from '#provider/model/provider'
import {cartPole} from '#world/environment/cart-pole/cart-pole'
import {doubleIntegrator} from '#world/environment/double-integrator/double-integrator'
import {pendulum} from '#world/environment/pendulum/pendulum'
import {twoRoom} from '#world/environment/two-room/two-room'
import {ENVIRONMENTS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {holdActions, rollOut} from '#world/model/rollout'
import {Tensor} from '#world/tensor/tensor'
import {rotated} from '../../support/depth.ts'
import {settingsFor} from '../../support/eval-settings.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('scores that are asked for otherwise than usual')
const {signal} = new AbortController()
const TRIALS = 24
const exact = fakeSubject()

interface Found {
  readonly rho: number
  readonly loss: number
  readonly turned: number
}

/** Means over the trials of one kind, and how often the order was the contrary; undefined where there are none of that kind. */
async function ranked(subject: Subject, set: string, environment: Environment): Promise<Found | undefined> {
  const settings = settingsFor({suites: ['score-ranking'], envs: [environment.id], n: TRIALS, planner: 'quick'})
  const plans = makeStatePlans(settings)(scoreRankingWay, SUITES['score-ranking'], environment)
  const [plan, model] = [plans.find((one) => one.set === set), subjectModel(subject, environment)]
  if (!plan || !model) throw new Error('no plan')
  if (!scoreRankingWay.fits?.(set, model, environment)) return undefined
  const cell = makeStateCell('fake', model, plan)
  const episodes = await Promise.all(cell.trials.map((index) => cell.run(index, signal)))
  const mean = (name: string) => {
    const told = episodes.flatMap(({values}) => values?.[name] ?? [])
    return told.reduce((sum, value) => sum + value, 0) / Math.max(1, told.length)
  }
  const turned = SUITES['score-ranking'].metrics.find(({name}) => name === 'turned_orders')
  const place = {env: environment.id, stratum: set, seed: 42}
  return {rho: mean('rho'), loss: mean('loss'), turned: turned?.measure(episodes, place)?.estimate ?? Number.NaN}
}

/** An exact provider that answers a question which was changed, or answers it otherwise. */
function answering(spoil: (request: ScoreRequest) => Fields | 'turned' | undefined): Subject {
  return fakeSubject({
    async score(request, use) {
      const how = spoil(request)
      if (how === 'turned') {
        const reply = await exact.score(request, use)
        return {...reply, scores: reply.scores.map((score) => -score)}
      }
      return exact.score({...request, info: {...request.info, ...how}}, use)
    },
  })
}

function twinOf(name: string, environment: Environment) {
  const model = RIGHT_MODELS[name]?.(environment)
  if (!model) throw new Error(name)
  return model
}

const numbers = (value: unknown): number[] => (value instanceof Tensor ? [...value.toFloat64()] : [])
const horizonOf = ({action_candidates: {shape}}: ScoreRequest) => shape[2] ?? 0

it('who orders rightly loses nothing by another way of asking', async () => {
  const sets = new Set([...ASKED_OTHERWISE, ...NEVER_TURNED, 'anywhere-scores'])
  const asked = [...ENVIRONMENTS.values()].flatMap((environment) => [...sets].map((set) => ({environment, set})))
  for (const {environment, set} of rotated(asked, 3)) {
    const found = await ranked(exact, set, environment)
    if (found) assert.equal(found, {rho: 1, loss: 0, turned: 0}, `${environment.id} ${set}`)
    else
      assert.ok(
        ['edge-goal-scores', 'edge-end-scores'].includes(set) && ['pendulum', 'cart-pole'].includes(environment.id),
        set,
      )
  }
})

it('nor does a twin that rounds, or shakes by nothing that matters', async () => {
  const twins = ['float32', 'noise-1e-6'].flatMap((name) =>
    [...ENVIRONMENTS.values()].flatMap((environment) => ASKED_OTHERWISE.map((set) => ({name, environment, set}))),
  )
  for (const {name, environment, set} of rotated(twins, 5)) {
    const subject = fakeSubject({}, () => twinOf(name, environment))
    const {rho, loss, turned} = (await ranked(subject, set, environment)) ?? {rho: 1, loss: 0, turned: 0}
    assert.ok(rho > 0.99 && loss < 0.01 && turned === 0, `${environment.id} ${set} ${rho} ${loss}`)
  }
})

it('nor does who adds up the cost of every step, however long a plan holds its entries', async () => {
  const asked = [pendulum, doubleIntegrator, twoRoom].flatMap((environment) =>
    ASKED_OTHERWISE.map((set) => ({environment, set})),
  )
  for (const {environment, set} of rotated(asked, 4)) {
    const summing = fakeSubject({
      async score({info, action_candidates}) {
        const [, samples = 0, horizon = 0, actionSize = 0] = action_candidates.shape
        const held = holdActions(
          Float64Array.from(numbers(action_candidates)),
          actionSize,
          Number(info['action_block']),
        )
        const steps = held.length / (samples * actionSize)
        const from = {states: Float64Array.from(numbers(info['observation'])), actions: held, samples, steps}
        const [path, goal] = [rollOut(environment, from), numbers(info['goal'])]
        assert.ok(steps >= horizon)
        const costs = Array.from({length: samples * steps}, (_, at) =>
          environment.cost(path, goal, at * environment.stateSize),
        )
        const scores = Array.from({length: samples}, (_, at) =>
          costs.slice(at * steps, (at + 1) * steps).reduce((sum, cost) => sum + cost, 0),
        )
        return {scores, lowerIsBetter: true, bestIndex: scores.indexOf(Math.min(...scores))}
      },
    })
    const found = await ranked(summing, set, environment)
    if (found) assert.equal(found, {rho: 1, loss: 0, turned: 0}, `${environment.id} ${set}`)
  }
})

it('scores that turn round for goals in a corner are told by goals that lie as far out as goals do', async () => {
  const corner = answering(({info}) => (numbers(info['goal']).every((value) => value > 0.8) ? 'turned' : undefined))
  const found = await ranked(corner, 'edge-goal-scores', twoRoom)
  assert.ok((found?.turned ?? 0) > 1, JSON.stringify(found))
})

it('goals that are taken no farther than they usually lie are told close to the end of tasks with the farthest', async () => {
  const clamped = answering(({info}) => {
    const [x = 0, y = 0] = numbers(info['goal'])
    return {goal: Tensor.of('float64', [2], [x, Math.min(y, 0.8)])}
  })
  const found = await ranked(clamped, 'edge-end-scores', twoRoom)
  assert.ok((found?.loss ?? 0) > 0.1, JSON.stringify(found))
})

it('a goal that lies a tenth too far out is told by candidates that lie close together around the best', async () => {
  const far = answering(({info}) => {
    const goal = numbers(info['goal']).map((value) => 1.1 * value)
    return {goal: Tensor.of('float64', [goal.length], goal)}
  })
  for (const environment of [doubleIntegrator, twoRoom]) {
    const found = await ranked(far, 'narrow-scores', environment)
    assert.ok((found?.loss ?? 0) > 0.1, `${environment.id} ${JSON.stringify(found)}`)
  }
})

it('what is kept of another question is told after one that is almost the same: goal, start and plans', async () => {
  const goals = new Map<number, unknown>()
  const byFirst = answering(({info}) => {
    const first = numbers(info['goal'])[0] ?? 0
    if (!goals.has(first)) goals.set(first, info['goal'])
    return {goal: goals.get(first)} as Fields
  })
  const kept: {goal?: string; observation?: unknown} = {}
  const stale = answering(({info}) => {
    const goal = String(numbers(info['goal']))
    if (kept.goal !== goal) Object.assign(kept, {goal, observation: info['observation']})
    return {observation: kept.observation} as Fields
  })
  const answers = new Map<string, Awaited<ReturnType<Subject['score']>>>()
  const byPrefix = fakeSubject({
    async score(request, use) {
      const values = request.action_candidates instanceof Tensor ? request.action_candidates.toFloat64() : []
      const key = [
        ...numbers(request.info['observation']),
        ...numbers(request.info['goal']),
        ...values.slice(0, 96),
      ].join()
      const answer = answers.get(key) ?? (await exact.score(request, use))
      answers.set(key, answer)
      return answer
    },
  })
  for (const [name, subject] of Object.entries({byFirst, stale, byPrefix})) {
    const found = await ranked(subject, 'alike-scores', twoRoom)
    assert.ok((found?.loss ?? 0) > 0.1, `${name} ${JSON.stringify(found)}`)
  }
})

it('who knows one length of plans, one hold, or no limits of commands is told by plans of other lengths and holds and by limits', async () => {
  const short = answering((request) => (horizonOf(request) < 6 ? 'turned' : undefined))
  assert.ok(((await ranked(short, 'paced-scores', doubleIntegrator))?.turned ?? 0) > 1)
  const held = answering(() => ({action_block: 1}))
  assert.ok(((await ranked(held, 'paced-scores', twoRoom))?.loss ?? 0) > 0)
  const unclipped = (environment: Environment): Environment => ({
    ...environment,
    advance(states, at, actions, from) {
      const scale = Math.max(1, ...[0, 1].map((axis) => Math.abs(actions[from + axis] ?? 0)))
      const within = Array.from({length: environment.actionSize}, (_, axis) => (actions[from + axis] ?? 0) / scale)
      const times = Math.round(scale)
      for (let time = 0; time < times; time++) environment.advance(states, at, within, 0)
    },
  })
  const found = await ranked(fakeSubject({}, unclipped), 'limit-scores', doubleIntegrator)
  assert.ok((found?.loss ?? 0) > 0.1, JSON.stringify(found))
})

it('scores that turn round on the way, where it is fast or narrow, are told by starts anywhere', async () => {
  const fast = answering(({info}) => (Math.abs(numbers(info['observation'])[1] ?? 0) > 0.3 ? 'turned' : undefined))
  assert.ok(((await ranked(fast, 'anywhere-scores', cartPole))?.rho ?? 1) < 0.5)
  const door = answering(({info}) => {
    const [x = 0, y = 0] = numbers(info['observation'])
    return Math.abs(x - 0.5) < 0.1 && Math.abs(y - 0.3) < 0.12 ? 'turned' : undefined
  })
  assert.ok(((await ranked(door, 'anywhere-scores', twoRoom))?.rho ?? 1) < 0.7)
})

it('who says how many candidates it takes at once is asked for no more, in as many calls as it needs, and loses nothing', async () => {
  const asked: number[] = []
  const few = fakeSubject({
    descriptor: {action_types: ['control'], max_samples: 24},
    async score(request, use) {
      asked.push(request.action_candidates.shape[1] ?? 0)
      return exact.score(request, use)
    },
    async predictBatch(request, use) {
      asked.push(request.actions.shape[0] ?? 0)
      return exact.predictBatch(request, use)
    },
  })
  for (const set of ['random', 'random-scores'])
    assert.equal(await ranked(few, set, twoRoom), {...(await ranked(exact, set, twoRoom))})
  assert.equal([...new Set(asked)].sort(), [16, 24])
})

it.run()
