import {createServer} from 'node:http'
import type {AddressInfo} from 'node:net'
import * as assert from 'uvu/assert'
import type {NodeCheckRecord} from '#contract/generated/types'
import {emptyNotes} from '#host/check/check'
import {openSides} from '#host/check/open-sides'
import {openHostClient} from '#host/client/open-host-client'
import {SilenceWatch} from '#host/client/watch-silence'
import {STUB_TARGET} from '#host/control/stub-host'
import {judgeChecks} from '#host/judge/check-verdict'
import {faultFinding} from '#host/judge/fault-finding'
import {NO_ANSWER, STILL_NO_ANSWER} from '#host/model/silence'
import {checkReport} from '#host/report/check-report'
import type {HttpClient} from '#net/http-client'
import {undiciClient} from '#net/undici-client'
import {systemClock} from '#random/system-clock'
import {checkRecord} from '../../support/fakes/check-record.ts'
import {LOOPBACK} from '../../support/http-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('hosts that say nothing')
const signal = new AbortController().signal

/** Two clients of one host, which is silent where it is told to be; both limits come early. */
async function rig() {
  const seen: string[] = []
  const silent = {at: (_path: string) => false}
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    seen.push(path)
    if (!silent.at(path)) response.writeHead(path === '/' ? 404 : 200, {'content-type': 'application/json'}).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const http = undiciClient({...LOOPBACK, hasCredentials: true})
  const clock = {...systemClock, after: (ms: number, run: () => void) => systemClock.after(ms < 1000 ? 0 : 300, run)}
  const watch = new SilenceWatch()
  const [one, other] = [0, 1].map(() => openHostClient({baseUrl, watch}, http, clock))
  assert.ok(one && other)
  return {
    one,
    other,
    seen,
    silent,
    end: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    },
    [Symbol.asyncDispose]: async () => {
      await http.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

const thrownBy = async (asked: Promise<unknown>) => {
  const {status, reason} = await asked.then(
    () => ({status: 'pass', reason: ''}),
    (error: unknown) => faultFinding(error),
  )
  return `${status} ${reason}`
}

it('are not asked again by anybody until they say something, and then they are', async () => {
  await using host = await rig()
  host.silent.at = () => true
  assert.is(await thrownBy(host.one.ask({path: '/a'}, signal)), `fail ${NO_ANSWER}`)
  assert.is(await thrownBy(host.other.ask({path: '/b'}, signal)), `error ${STILL_NO_ANSWER}`)
  assert.is(await thrownBy(host.one.ask({method: 'POST', path: '/c', body: {}}, signal)), `error ${STILL_NO_ANSWER}`)
  assert.equal(host.seen, ['/a', '/', '/'])
  host.silent.at = () => false
  assert.is((await host.other.ask({path: '/b'}, signal)).status, 200)
  assert.is((await host.one.ask({path: '/c'}, signal)).status, 200)
  assert.equal(host.seen.slice(3), ['/', '/b', '/c'])
})

it('are none where one route alone hangs, or nobody listens any more', async () => {
  await using host = await rig()
  host.silent.at = (path) => path === '/a'
  for (const _ of [1, 2]) assert.is(await thrownBy(host.one.ask({path: '/a'}, signal)), `fail ${NO_ANSWER}`)
  assert.is((await host.one.ask({path: '/b'}, signal)).status, 200)
  assert.equal(host.seen, ['/a', '/', '/a', '/', '/b'])
  assert.is(await thrownBy(host.one.ask({path: '/a'}, signal)), `fail ${NO_ANSWER}`)
  await host.end()
  assert.match(await thrownBy(host.one.ask({path: '/b'}, signal)), /^error the connection failed \(ECONNREFUSED\)/)
})

it('leave the reason of an interrupt as it is', async () => {
  await using host = await rig()
  host.silent.at = () => true
  await thrownBy(host.one.ask({path: '/a'}, signal))
  const thrown = await host.one.ask({path: '/b'}, AbortSignal.abort('SIGINT')).catch((reason: unknown) => reason)
  assert.is(thrown, 'SIGINT')
})

it('are known to all clients of a run, node by node', async () => {
  const http: HttpClient = {
    exchange: ({url, signal: ended}) =>
      url.startsWith('http://one.invalid')
        ? new Promise((_, fail) => ended.addEventListener('abort', () => fail(ended.reason), {once: true}))
        : Promise.resolve({status: 200, headers: {}}),
    close: () => Promise.resolve(),
  }
  const clock = {...systemClock, after: (_: number, run: () => void) => systemClock.after(20, run)}
  const {nodes} = openSides({target: STUB_TARGET, token: undefined, notes: emptyNotes()}, http, clock)
  const [one, two] = nodes
  assert.ok(one && two)
  assert.is(await thrownBy(one.client.ask({path: '/a'}, signal)), `fail ${NO_ANSWER}`)
  assert.is(await thrownBy(one.open.ask({path: '/a'}, signal)), `error ${STILL_NO_ANSWER}`)
  assert.is(await thrownBy(two.open.ask({path: '/a'}, signal)), 'pass ')
})

const record = (
  id: string,
  status: NodeCheckRecord['status'],
  reason: string | null,
  nodes?: NodeCheckRecord['nodes'],
) => ({
  ...checkRecord(id, status, {reason}),
  ...(nodes && {nodes}),
})

it('are told once, and what failed beside that is told beside it', () => {
  const well = {name: 'n1', status: 'pass', reason: null} as const
  const unasked = (id: string) =>
    record(id, 'error', `n2: ${STILL_NO_ANSWER}`, [well, {name: 'n2', status: 'error', reason: STILL_NO_ANSWER}])
  const records = [
    record('health.live', 'fail', `n2: ${NO_ANSWER}`, [well, {name: 'n2', status: 'fail', reason: NO_ANSWER}]),
    unasked('health.ready'),
    record('res.disk', 'fail', `n1: 1 % free; n2: ${STILL_NO_ANSWER}`, [
      {name: 'n1', status: 'fail', reason: '1 % free'},
      {name: 'n2', status: 'error', reason: STILL_NO_ANSWER},
    ]),
    unasked('ver.running'),
  ]
  const verdict = judgeChecks({records, isAnswering: true})
  const head = {target: 'site', mode: 'quick', to: undefined, controls: 1, windows: undefined}
  const {cases, remarks} = checkReport({...head, verdict, records})
  assert.equal(
    cases.map(({name, because}) => [name, because]),
    [
      ['health.live', undefined],
      ['health.ready', 'health.live'],
      ['res.disk', undefined],
      ['ver.running', 'health.live'],
    ],
  )
  assert.match(remarks[0] ?? '', /^2 more checks could not be asked of n2, which does not answer \(health\.live\)$/)
})

it.run()
