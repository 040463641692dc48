import type {EvalCase} from '#contract/generated/types'
import {checkAction} from '#world/action'
import {record} from '#world/json'
import {Tensor} from '#world/tensor'
import {parseTensor} from '#world/tensor-json'
import {expectationFault} from '../contract/expectation.ts'
import {NOWHERE, type Suite} from '../suite.ts'
import {episodeError} from '../trial/episode-error.ts'
import type {Subject} from '../trial/subject.ts'
import type {TrialKey} from '../trial/trial-key.ts'
import {waitTurn} from '../trial/wait-turn.ts'
import type {Cell} from './cell.ts'
import {type Course, lacking, notRun, type SuiteCells} from './course.ts'

interface FixturePlan {
  readonly suite: Suite
  readonly seed: number
  /** The one case wanted, if not all. */
  readonly only?: TrialKey | undefined
}

/** The one cell of the cases that the provider can answer; operations that it lacks are named. */
export function makeFixtureCells(course: Course): SuiteCells {
  const {suite, subject, settings} = course
  const {cases = []} = suite
  const able = cases.filter(({operation}) => subject.capabilities.includes(operation))
  if (able.length === 0) return lacking(course)
  const left = [...new Set(cases.filter((one) => !able.includes(one)).map(({operation}) => operation))]
  return {
    ready: [{cell: makeFixtureCell(subject, able, {suite, seed: settings.seed, only: settings.only})}],
    notRun: left.map((operation) => notRun(course, {env: null, reason: `capability_missing (${operation})`})),
  }
}

/** The caller's cases, one trial each: what the answer is, against what the file says. */
export function makeFixtureCell(subject: Subject, cases: readonly EvalCase[], {suite, seed, only}: FixturePlan): Cell {
  const all = cases.map((_, index) => index)
  return {
    suite,
    provider: subject.name,
    env: '*',
    stratum: '*',
    planner: null,
    successMode: null,
    envStepBudget: null,
    seed,
    trials: only ? all.filter((index) => cases[index]?.id === only.part) : all,
    async run(index, signal) {
      const tried = cases[index]
      if (!tried) throw new Error('a case lies outside its file')
      const who = {suite: suite.name, provider: subject.name, env: NOWHERE, stratum: '*', episode: 0, case: tried.id}
      await waitTurn()
      try {
        const answer = await ask(subject, tried, signal)
        const fault = tried.expect.map((expectation) => expectationFault(answer, expectation)).find(Boolean)
        return {...who, success: fault === undefined, ...(fault !== undefined && {reason: fault})}
      } catch (error) {
        signal.throwIfAborted()
        return {...who, success: false, reason: 'error', error: episodeError(error)}
      }
    },
  }
}

/** The answer as JSON. The library refuses what is no question; that is a case that fails with its error. */
async function ask(subject: Subject, {operation, input}: EvalCase, signal: AbortSignal): Promise<unknown> {
  const given = withTensors(input) as Readonly<Record<string, never>>
  if (operation === 'predict') {
    const {world_state, steps = 1} = given
    const action = checkAction(given['action'])
    return {state: await subject.predict({world_state, action, steps} as never, signal)}
  }
  const {scores, lowerIsBetter, bestIndex} = await subject.score(given as never, signal)
  return {scores: [...scores], lower_is_better: lowerIsBetter, best_index: bestIndex}
}

function withTensors(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTensors)
  const given = record(value)
  if (!given) return value
  if ('dtype' in given && 'shape' in given) {
    const {dtype, shape, bytes} = parseTensor(given)
    return new Tensor(dtype, shape, bytes)
  }
  return Object.fromEntries(Object.entries(given).map(([key, item]) => [key, withTensors(item)]))
}
