import * as assert from 'uvu/assert'
import {NODE_CHECKS} from '#host/check/checks'
import {askInMemory} from '#host/control/run-controls'
import {type StubRequest, stubAnswer} from '#host/control/stub-host'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('refusals through a proxy')

/** What `auth.negative` comes to where the first answers to each question without a good token are a proxy's own. */
async function foundBehind(badAnswers: number) {
  const check = NODE_CHECKS.find(({id}) => id === 'auth.negative')
  assert.ok(check)
  const met = new Map<string, number>()
  const answer = (request: StubRequest, asked: number) => {
    const key = JSON.stringify([request.method, request.url, request.authorization])
    const before = met.get(key) ?? 0
    met.set(key, before + 1)
    const own = stubAnswer('none', request, asked)
    return own.status === 401 && before < badAnswers ? {status: 502, body: 'no upstream', type: 'text/plain'} : own
  }
  const time = fakeClock(0)
  const {signal} = new AbortController()
  return await time.through(askInMemory(check, {fault: 'none', answer}, {time, signal, pauseMs: 500}))
}

it('one that is away for a moment is asked again, and a refusal is a refusal', async () => {
  const [behind, straight] = [await foundBehind(1), await foundBehind(0)]
  assert.equal([behind.status, behind.reason], [straight.status, straight.reason])
})

it('one that stays away is told as such', async () => {
  const {status, reason} = await foundBehind(9)
  assert.is(status, 'fail')
  assert.match(reason ?? '', 'none: answered 502 twice, not 401')
})

it.run()
