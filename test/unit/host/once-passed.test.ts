import * as assert from 'uvu/assert'
import {NODE_CHECKS} from '#host/check/checks'
import {askInMemory} from '#host/control/run-controls'
import {type StubAnswer, type StubRequest, stubAnswer} from '#host/control/stub-host'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('node checks of hosts that once passed')

const json = (value: unknown, over: Partial<StubAnswer> = {}): StubAnswer => ({
  status: 200,
  body: JSON.stringify(value),
  ...over,
})
const AGREED = {enabled: true, state: 'active', block_height: 41, block_id: 'block'}
const peer = (name: string, connected?: boolean, weight?: number) => ({
  name,
  ...(connected !== undefined && {connected}),
  ...(weight !== undefined && {weight}),
})
const four = (connected?: boolean) => ['one', 'two', 'three', 'four'].map((name) => peer(name, connected))

/** What a host answers at one path, and what it must not be taken for. `host`: of this one of its two nodes alone. */
interface Row {
  readonly name: string
  readonly check: string
  readonly path: string
  readonly host?: string
  readonly answer: StubAnswer
  readonly status: string
}

const ROWS: readonly Row[] = [
  {
    name: 'parts of its health as a list, one of them down',
    check: 'health.ready',
    path: '/health/ready',
    answer: json({status: 'up', checks: [{name: 'store', status: 'down'}]}),
    status: 'fail',
  },
  {
    name: 'parts of its health as a word',
    check: 'health.ready',
    path: '/health/ready',
    answer: json({status: 'up', checks: 'down'}),
    status: 'fail',
  },
  {
    name: 'good health with a status that means not yet',
    check: 'health.ready',
    path: '/health/ready',
    answer: json({status: 'up'}, {status: 202}),
    status: 'fail',
  },
  {
    name: 'a height in an error',
    check: 'cons.agree',
    path: '/api/consensus/status',
    host: 'one.invalid',
    answer: json(AGREED, {status: 500}),
    status: 'fail',
  },
  {
    name: 'a height alone',
    check: 'cons.status',
    path: '/api/consensus/status',
    answer: json({block_height: 41}),
    status: 'fail',
  },
  {
    name: 'three of four validators that are not connected',
    check: 'cons.validators',
    path: '/api/consensus/validators',
    answer: json({validators: four(false)}),
    status: 'fail',
  },
  {
    name: 'validators of which nobody says that they are connected',
    check: 'cons.validators',
    path: '/api/consensus/validators',
    answer: json({validators: four()}),
    status: 'inconclusive',
  },
  {
    name: 'validators of which some have no weight',
    check: 'cons.validators',
    path: '/api/consensus/validators',
    answer: json({validators: [peer('one', true, 1), peer('two', true)]}),
    status: 'fail',
  },
  {
    name: 'a migration that is running, as a yes',
    check: 'mig.complete',
    path: '/api/node/status',
    answer: json({migrations: {pending: 0, running: true}}),
    status: 'fail',
  },
  {
    name: 'more free bytes than the disk has',
    check: 'res.disk',
    path: '/api/node/status',
    answer: json({storage: {total_bytes: 10, available_bytes: 50}}),
    status: 'inconclusive',
  },
  {
    name: 'room for bytes, and hardly a place for a file',
    check: 'res.disk',
    path: '/api/node/status',
    answer: json({storage: {total_bytes: 100, available_bytes: 90, total_inodes: 100, available_inodes: 3}}),
    status: 'fail',
  },
  {
    name: 'more places for files than there are',
    check: 'res.disk',
    path: '/api/node/status',
    answer: json({storage: {total_bytes: 100, available_bytes: 90, total_inodes: 100, available_inodes: 300}}),
    status: 'inconclusive',
  },
]

for (const {name, check: id, path, host, answer, status} of ROWS) {
  it(`${id}: ${name}`, async () => {
    const check = NODE_CHECKS.find((one) => one.id === id)
    assert.ok(check)
    const time = fakeClock(0)
    const {signal} = new AbortController()
    const answerOf = (request: StubRequest, asked: number) => {
      const url = new URL(request.url)
      const isIt = url.pathname === path && (host === undefined || url.host === host)
      return isIt ? answer : stubAnswer('none', request, asked)
    }
    const asked = askInMemory(check, {fault: 'none', answer: answerOf}, {time, signal, pauseMs: 500})
    assert.is((await time.through(asked)).status, status)
  })
}

it.run()
