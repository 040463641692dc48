import * as assert from 'uvu/assert'
import type {Subject} from '#eval/model/subject'
import {contract} from '#eval/suite/contract/contract'
import {makeContractCell} from '#eval/suite/contract/make-contract-cell'
import {doubleIntegrator} from '#world/environment/double-integrator/double-integrator'
import {twoRoom} from '#world/environment/two-room/two-room'
import {Action} from '#world/model/action'
import type {Expert} from '#world/model/expert'
import {Tensor} from '#world/tensor/tensor'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('policy contract')
const {signal} = new AbortController()
const right: Expert = (state, goal) => doubleIntegrator.expert?.(state, goal) ?? []

function policyOf(decide: Expert, changes: Partial<Subject> = {}): Subject {
  return fakeSubject({
    capabilities: ['policy'],
    batched: false,
    policy: async ({observation, goal}) => [Action.control([...decide(numbers(observation), numbers(goal))])],
    ...changes,
  })
}

async function failuresOf(subject: Subject, environment = doubleIntegrator): Promise<string[]> {
  const cell = makeContractCell(subject, {suite: contract, environments: [environment], seed: 42, count: 30})
  const tried = await Promise.all((cell?.trials ?? []).map((index) => cell?.run(index, signal)))
  return [...new Set(tried.flatMap((one) => (one && !one.success ? [one.case ?? ''] : [])))].sort()
}

it('a policy that looks at what is there and what is wanted keeps its promises, in any size of command', async () => {
  assert.equal(await failuresOf(policyOf(right)), [])
  assert.equal(await failuresOf(policyOf((state, goal) => [...right(state, goal)].map((value) => 0.1 * value))), [])
})

it('one command for all, whatever is seen or wanted, breaks them', async () => {
  const still = (state: ArrayLike<number>) => new Float64Array(state.length)
  assert.equal(await failuresOf(policyOf(() => [0.3, 0.3])), ['policy-goal', 'policy-observation'])
  assert.equal(await failuresOf(policyOf((state, goal) => right(still(state), goal))), ['policy-observation'])
  assert.equal(await failuresOf(policyOf((state, goal) => right(state, still(goal)))), ['policy-goal'])
})

it('a policy that is late by one look is found, and one that forgets at a reset or says that it draws is not blamed', async () => {
  const late = () => {
    let before: ArrayLike<number> | undefined
    return {
      decide: (state: ArrayLike<number>, goal: ArrayLike<number>) => {
        const seen = before ?? state
        before = Float64Array.from(state)
        return right(seen, goal)
      },
      forget: async () => {
        before = undefined
      },
    }
  }
  assert.equal(await failuresOf(policyOf(late().decide)), ['policy-aborted', 'policy-repeat'])
  const remembering = late()
  assert.equal(await failuresOf(policyOf(remembering.decide, {reset: remembering.forget})), [])
  assert.equal(await failuresOf(policyOf(late().decide, {deterministic: false})), [])
})

it('actions of which nobody here knows what they mean are not judged, nor are policies elsewhere without a translator', async () => {
  assert.equal(await failuresOf(policyOf(() => [0, 0, 0, 0, 0, 0, 0])), [])
  const elsewhere = policyOf(right, {inProcess: false})
  assert.is(makeContractCell(elsewhere, {suite: contract, environments: [twoRoom], seed: 42, count: 9}), undefined)
})

function numbers(value: unknown): Float64Array {
  return value instanceof Tensor ? value.toFloat64() : new Float64Array()
}

it.run()
