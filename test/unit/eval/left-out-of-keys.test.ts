import * as assert from 'uvu/assert'
import type {Subject} from '#eval/model/subject'
import {measureFidelity} from '#eval/suite/fidelity/measure-fidelity'
import {measureOrder} from '#eval/suite/fidelity/measure-order'
import {ENVIRONMENTS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import {decodeState} from '#world/model/scene'
import {planShape, presetConfig} from '#world/planner/presets'
import {Tensor} from '#world/tensor/tensor'
import {rotated} from '../../support/depth.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('answers that are kept under a key which lacks something')
const {signal} = new AbortController()
const worlds = ['two-room', 'double-integrator', 'pendulum', 'cart-pole', 'push-block'].map((id) => {
  const world = ENVIRONMENTS.get(id)
  if (world === undefined) throw new Error(`there is no ${id}`)
  return world
})
/** As `quick` has. */
const TRIALS = 80
const exact = fakeSubject()

const numbers = (value: unknown): number[] => (value instanceof Tensor ? [...value.toFloat64()] : [])
/** All numbers of a list but one of each `size`. */
const without = (values: readonly number[], entry: number, size: number) =>
  values.filter((_, at) => at % size !== entry).join()

/** Answers once for each key, and then from what was kept. */
function keeping<Request, Answer>(keyOf: (request: Request) => string, ask: (request: Request) => Promise<Answer>) {
  const kept = new Map<string, Promise<Answer>>()
  return (request: Request): Promise<Answer> => {
    const key = keyOf(request)
    const answer = kept.get(key) ?? ask(request)
    kept.set(key, answer)
    return answer
  }
}

function trials(environment: Environment): {environment: Environment; key: never; config: never}[] {
  const {strata} = environment
  const config = presetConfig('quick', planShape(environment))
  return Array.from({length: TRIALS}, (_, at) => {
    const place = {seed: 42, environment: environment.key, stratum: strata[at % strata.length] ?? strata[0]}
    return {environment, key: {...place, episode: Math.floor(at / strata.length)} as never, config: config as never}
  })
}

/** Whether a trial of a run turns an order round; nothing is asked after the first. */
async function isTurned(subject: Subject, environment: Environment): Promise<boolean> {
  for (const trial of trials(environment))
    for (const set of ['scores', 'edge-scores'])
      if ((await measureOrder(subject, {...trial, set}, signal)).values?.['turned'] === 1) return true
  return false
}

async function isWrong(subject: Subject, environment: Environment): Promise<boolean> {
  for (const trial of trials(environment))
    if ((await measureFidelity(subject, {...trial, set: 'usual'}, signal)).broken !== undefined) return true
  return false
}

for (const environment of worlds) {
  const {id, stateSize} = environment
  const entries = Array.from({length: stateSize}, (_, entry) => entry)
  it(`scores of ${id} that are found again without a number of the start, or without how long entries are held`, async () => {
    const scoring = (keyOf: (info: Readonly<Record<string, unknown>>) => string) =>
      fakeSubject({
        capabilities: ['score'],
        batched: false,
        score: keeping(
          ({info, action_candidates}) => `${keyOf(info)}|${numbers(action_candidates).join()}`,
          (request) => exact.score(request, signal),
        ),
      })
    for (const entry of rotated(entries, 2)) {
      const lacking = scoring(
        (info) =>
          `${without(numbers(info['observation']), entry, stateSize)}|${numbers(info['goal'])}|${info['action_block']}`,
      )
      assert.ok(await isTurned(lacking, environment), `number ${entry} of the start`)
    }
    const held = scoring((info) => `${numbers(info['observation'])}|${numbers(info['goal'])}`)
    assert.ok(await isTurned(held, environment), 'how long entries are held')
  }, 600_000)

  it(`steps of ${id} that are found again without a number of the start, asked together and alone`, async () => {
    for (const entry of rotated(entries, 2)) {
      const together = fakeSubject({
        predictBatch: keeping(
          ({states, actions}) => `${without(numbers(states), entry, stateSize)}|${numbers(actions).join()}`,
          (request) => exact.predictBatch(request, signal),
        ),
      })
      assert.ok(await isWrong(together, environment), `number ${entry} together`)
      const alone = fakeSubject({
        batched: false,
        predict: keeping(
          ({world_state, action, steps}) =>
            `${without([...decodeState(environment, world_state).state], entry, stateSize)}|${JSON.stringify([action, steps])}`,
          (request) => exact.predict(request, signal),
        ),
      })
      assert.ok(await isWrong(alone, environment), `number ${entry} alone`)
    }
  }, 600_000)
}
it.run()
