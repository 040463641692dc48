import * as assert from 'uvu/assert'
import type {Subject} from '#eval/model/subject'
import {contractCases, runContractCase} from '#eval/suite/contract/run-contract-case'
import {seedStream} from '#random/stream'
import {ENVIRONMENTS} from '#world/environments'
import type {Environment} from '#world/model/environment'
import type {WorldState} from '#world/model/world-state'
import {Tensor} from '#world/tensor/tensor'
import {FORM_BREAKERS} from '../../support/fakes/contract-breakers.ts'
import {type Changes, fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('forms of a question')
const {signal} = new AbortController()
const exact = fakeSubject()
const CASES = Object.keys(FORM_BREAKERS)

/** What is said of a provider in one world, by case. */
async function said(subject: Subject, name: string, environment: Environment): Promise<string | undefined> {
  const tried = contractCases(subject).find((one) => one.name === name)
  const key = {seed: 42, environment: environment.key, stratum: environment.strata[0], episode: 0}
  return (await runContractCase(tried!, {subject, environment, key, signal})).reason
}

const single = (values: ArrayLike<number>) => Float64Array.from(values, Math.fround)

/** Right ones, each in its way. */
const RIGHT: Readonly<Record<string, Changes>> = {
  exact: {},
  'in single precision': {
    async predictBatch(request, use) {
      const states = await exact.predictBatch(request, use)
      return Tensor.of('float32', states.shape, states.toFloat64())
    },
    async score(request, use) {
      const reply = await exact.score(request, use)
      return {...reply, scores: [...single(reply.scores)]}
    },
  },
  'with steps of single precision': fakeSubject({}, (environment) => ({
    ...environment,
    advance(states, at, actions, from) {
      environment.advance(states, at, actions, from)
      for (let entry = at; entry < at + environment.stateSize; entry++) states[entry] = Math.fround(states[entry] ?? 0)
    },
  })),
}

it('who reads every form of a question as what it is keeps these promises in every world', async () => {
  for (const [what, changes] of Object.entries(RIGHT))
    for (const environment of ENVIRONMENTS.values())
      for (const name of CASES)
        assert.is(await said(fakeSubject(changes), name, environment), undefined, `${what}: ${name} ${environment.id}`)
})

it('who reads one type alone, or fields by their places, is told so in every world where that changes an answer', async () => {
  const words: Readonly<Record<string, string>> = {
    'batch-types': 'numbers that come as float32 are read as others than as float64',
    'score-types': 'numbers that come as float32 are read as others than as float64',
    'score-fields': 'scores depend on the order of the fields of info, which are to be read by their names',
  }
  for (const [name, change] of Object.entries(FORM_BREAKERS))
    for (const environment of ENVIRONMENTS.values())
      assert.is(await said(fakeSubject(change()), name, environment), words[name], `${name} ${environment.id}`)
})

it('who takes no candidates but those in double precision is told so as well', async () => {
  const score: Subject['score'] = (request, use) => {
    const {action_candidates: given} = request
    const zeros = given instanceof Tensor && given.dtype !== 'float64'
    const read = zeros ? Tensor.of('float64', given.shape, new Float64Array(given.size)) : given
    return exact.score({...request, action_candidates: read}, use)
  }
  for (const environment of ENVIRONMENTS.values())
    assert.match((await said(fakeSubject({score}), 'score-types', environment)) ?? '', 'float32')
})

it('a predicted state that no longer says to which world it belongs is told, and so is one of another world', async () => {
  const withMetadata = (metadata: WorldState['metadata']): Changes => ({
    predict: async (request, use) => ({...(await exact.predict(request, use)), metadata}),
  })
  const lost = 'the predicted state does not say any more to which world it belongs (metadata.environment)'
  for (const environment of ENVIRONMENTS.values()) {
    const {id, version} = environment
    for (const metadata of [{}, {environment: id}, {environment: null}])
      assert.is(await said(fakeSubject(withMetadata(metadata)), 'predict-state', environment), lost)
    // The rest of it is for whoever wrote it.
    const kept = withMetadata({environment: {id, version}})
    assert.is(await said(fakeSubject(kept), 'predict-state', environment), undefined)
    const other = withMetadata({environment: {id, version: version + 1}})
    assert.match((await said(fakeSubject(other), 'predict-state', environment)) ?? '', 'does not belong')
  }
})

it('in a world that begins in one state alone nobody is blamed for ending there', async () => {
  for (const world of ENVIRONMENTS.values()) {
    const {state, goal} = world.reset(seedStream('the one start'), world.strata[0])
    const constant = {...world, reset: () => ({state: state.slice(), goal: goal.slice()})}
    assert.is(await said(exact, 'predict-start', constant), undefined, world.id)
  }
})

it.run()
