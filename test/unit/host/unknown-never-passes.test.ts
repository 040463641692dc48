import * as assert from 'uvu/assert'
import {NODE_CHECKS} from '#host/check/checks'
import {askInMemory, type InMemoryHost} from '#host/control/run-controls'
import {type StubAnswer, type StubRequest, stubAnswer} from '#host/control/stub-host'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('node checks of what is not known')

const body = (text: string, over: Partial<StubAnswer> = {}): StubAnswer => ({status: 200, body: text, ...over})

/** Everything that a host may say instead of an answer. */
const UNKNOWN: Readonly<Record<string, StubAnswer>> = {
  'nothing found': body('{"error":"not_found"}', {status: 404}),
  'an empty body': body(''),
  'no content': body('', {status: 204}),
  'an empty object': body('{}'),
  'an empty list': body('[]'),
  null: body('null'),
  'two megabytes': body(`{"status":"up","version":"2.0.0","pad":"${'x'.repeat(2 * 1024 * 1024)}"}`),
  'a text': body('"up"'),
  'a number': body('200'),
  HTML: body('<!doctype html><p>status: up</p>', {type: 'text/html'}),
  'half a document': body('{"status":"up","version":"2.0.0"'),
  'a redirect': body('', {status: 302, headers: {location: 'https://elsewhere.invalid/'}}),
  'a redirect with a good body': body('{"status":"up"}', {status: 307}),
  'an error with a good body': body('{"status":"up","version":"2.0.0","items":[]}', {status: 500}),
  'everything null': body(
    '{"status":null,"version":null,"instance_id":null,"items":null,"block_height":null,"state":null,"migrations":null,"storage":null}',
  ),
  'everything of the wrong type': body(
    '{"status":1,"version":{},"instance_id":[],"items":"none","block_height":"41","state":7,"migrations":{"pending":"none"},"storage":{"total_bytes":"many","available_bytes":true}}',
  ),
}

async function statusOf(id: string, answer: InMemoryHost['answer']): Promise<string> {
  const check = NODE_CHECKS.find((one) => one.id === id)
  assert.ok(check, id)
  const {signal} = new AbortController()
  const time = fakeClock(0)
  try {
    const asked = askInMemory(check, {fault: 'none', answer}, {time, signal, pauseMs: 500})
    return (await time.through(asked)).status
  } catch {
    // A check that throws is recorded as failed, in error or open.
    return 'threw'
  }
}

/**
 * What may be said of a host that says nothing, beside fail, skip and open: `res.clock` reads a header alone, and the clock of a redirect is
 * a clock; `sec.exposure` looks for what must not be there. And for `api.repos` an empty list is a list.
 */
const SILENCE_IS_GOOD = new Set(['res.clock', 'sec.exposure'])

for (const [name, answer] of Object.entries(UNKNOWN)) {
  it(`no check passes on ${name}`, async () => {
    for (const {id} of NODE_CHECKS) {
      if (SILENCE_IS_GOOD.has(id) || (name === 'an empty list' && id === 'api.repos')) continue
      const status = await statusOf(id, () => answer)
      assert.not.ok(['pass', 'warn'].includes(status), `${id}: ${status}`)
    }
  })
}

/** One path answers in this way and the others as an honest host does. */
const onlyAt =
  (path: string, answer: StubAnswer) =>
  (request: StubRequest, asked: number): StubAnswer =>
    new URL(request.url).pathname === path ? answer : stubAnswer('none', request, asked)

const READ_FROM: readonly (readonly [path: string, checks: readonly string[]])[] = [
  ['/health/ready', ['health.ready']],
  ['/api/node/status', ['ver.running', 'ver.skew']],
  ['/api/consensus/status', ['cons.status', 'cons.agree']],
  ['/api/repos', ['data.repos']],
  ['/git/stub/kept/info/refs', ['data.refs']],
]

it('an honest host passes what is read from one page, and not where that page alone says nothing', async () => {
  for (const [path, checks] of READ_FROM) {
    for (const id of checks) {
      assert.is(await statusOf(id, (request, asked) => stubAnswer('none', request, asked)), 'pass', id)
      for (const [name, answer] of Object.entries(UNKNOWN))
        assert.is.not(await statusOf(id, onlyAt(path, answer)), 'pass', `${id} on ${name}`)
    }
  }
})

it.run()
