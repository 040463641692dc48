import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {askEnvironment} from '#eval/execute/ask-environment'
import type {Subject} from '#eval/model/subject'
import {contract} from '#eval/suite/contract/contract'
import {makeContractCell} from '#eval/suite/contract/make-contract-cell'
import {twoRoom} from '#world/environment/two-room/two-room'
import {type Changes, fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('the first answer of all')
const {signal} = new AbortController()
const exact = fakeSubject()

/** What is said of the cases that fail once the environment was asked, as before every run. */
async function faultsOf(subject: Subject): Promise<string[]> {
  const {support, first} = await askEnvironment(subject, twoRoom, {seed: 42, suites: []}, signal)
  assert.is(support, 'supported')
  const cell = makeContractCell(subject, {suite: contract, environments: [twoRoom], seed: 42, count: 40, first})
  const episodes = []
  for (const index of cell?.trials ?? []) episodes.push(await cell?.run(index, signal))
  return episodes.flatMap((one) => (one && !one.success ? [`${one.case}: ${one.reason}`] : []))
}

/** Asked for the first time it answers otherwise. */
function onlyOnce<Request, Answer>(
  usual: Asked<Request, Answer>,
  first: Asked<Request, Answer>,
): Asked<Request, Answer> {
  let calls = 0
  return (request, use) => (++calls === 1 ? first(request, use) : usual(request, use))
}

type Asked<Request, Answer> = (request: Request, use: AbortSignal) => Promise<Answer>

const COLD: Readonly<Record<string, () => Changes>> = {
  'predict-first: the first answer of all is another one than later': () => ({
    predict: onlyOnce(exact.predict, (request, use) => exact.predict({...request, steps: request.steps + 1}, use)),
  }),
  'predict-first: the first answer of all is none, and later one is: no numbers': () => ({
    predict: onlyOnce(exact.predict, () => Promise.reject(new AssayError('contract_violation', 'no numbers'))),
  }),
  'score-first: the first answer of all is another one than later': () => ({
    capabilities: ['score'],
    score: onlyOnce(exact.score, async (request, use) => {
      const reply = await exact.score(request, use)
      return {...reply, scores: reply.scores.map(() => 1)}
    }),
  }),
}

for (const [fault, cold] of Object.entries(COLD)) {
  it(`is held to the same question later: ${fault}`, async () => {
    assert.equal(await faultsOf(fakeSubject(cold())), [fault])
  })
}

it('may be another one where a provider promises no equal answers, and is right of the exact rules', async () => {
  assert.equal(await faultsOf(fakeSubject()), [])
  const [cold] = Object.values(COLD)
  assert.equal(await faultsOf(fakeSubject({...cold?.(), deterministic: false})), [])
})

it.run()
