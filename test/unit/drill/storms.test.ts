import * as assert from 'uvu/assert'
import {SiteStorms} from '#drill/site/start-storm'
import {spec} from '../../support/spec.ts'

const it = spec('requests in numbers')
const ENDLESS = {times: 1_000_000, atOnce: 3}
const reply = {status: 200, headers: {}} as never

it('one that is ended sends no more, is told as over, and says why it ended', async () => {
  const storms = new SiteStorms()
  const control = new AbortController()
  let sent = 0
  const send = async () => {
    if (++sent === 10) control.abort(new Error('its time is over'))
    return reply
  }
  const told = await storms.run('all', send, ENDLESS, control.signal).catch((error: unknown) => error)
  assert.match(String(told), 'its time is over')
  const {sent: counted, running, passed} = storms.seen('all')
  // Those that were on their way are let end; nobody sends another one.
  assert.ok(sent < 10 + ENDLESS.atOnce, String(sent))
  assert.equal([counted, running, passed], [sent, false, sent])
})

it('one beside is ended with the drill', async () => {
  const storms = new SiteStorms()
  storms.start(
    'beside',
    (signal) => new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
    ENDLESS,
  )
  assert.is(storms.seen('beside')['running'], true)
  await storms.close()
  assert.equal([storms.seen('beside')['running'], storms.seen('beside')['lost']], [false, ENDLESS.atOnce])
})

it('one that nobody ends sends all', async () => {
  const storms = new SiteStorms()
  await storms.run('few', async () => reply, {times: 7, atOnce: 3}, new AbortController().signal)
  assert.equal([storms.seen('few')['sent'], storms.seen('few')['running']], [7, false])
})

it.run()
