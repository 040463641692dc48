import {Counter, Histogram, Registry} from 'prom-client'
import * as assert from 'uvu/assert'
import {readMetrics} from '#host/model/prometheus'
import {observeCanary} from '#upgrade/engine/observe-canary'
import {GOOD, type UpgradeWork} from '#upgrade/engine/upgrade-work'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('canaries')
const {signal} = new AbortController()
const WINDOW_MS = 60_000

/** What users meet at a node: how many requests a second, how long each takes, which of them fail, and which are refused. */
interface Use {
  readonly perSecond: number
  readonly ms: (count: number) => number
  readonly fails?: (count: number) => boolean
  readonly refuses?: (count: number) => boolean
}
const WELL: Use = {perSecond: 20, ms: (count) => 4 + (count % 7)}
const UNUSED: Use = {perSecond: 0, ms: () => 0}

/** A node whose metrics are those of another program's client library, which counts as time passes. */
class UsedNode {
  readonly #registry = new Registry()
  readonly #requests: Counter<'method' | 'route' | 'status'>
  readonly #times: Histogram<'method' | 'route' | 'status_class'>
  #count = 0
  #seenMs = 0

  constructor() {
    const registers = [this.#registry]
    const names = ['method', 'route'] as const
    this.#requests = new Counter({
      name: 'x_http_requests_total',
      help: 'x',
      labelNames: [...names, 'status'],
      registers,
    })
    this.#times = new Histogram({
      name: 'x_http_request_duration_seconds',
      help: 'x',
      labelNames: [...names, 'status_class'],
      buckets: Array.from({length: 16}, (_, at) => 0.001 * 2 ** at),
      registers,
    })
  }

  async told(nowMs: number, {perSecond, ms, fails = () => false, refuses = () => false}: Use) {
    // Whoever watches asks too, and that is no use.
    this.#requests.inc({method: 'GET', route: '/health/ready', status: '200'}, 500)
    const until = Math.floor(((nowMs - this.#seenMs) / 1000) * perSecond) + this.#count
    for (; this.#count < until; this.#count++) {
      const own = {method: 'GET', route: '/api/repos'}
      const status = fails(this.#count) ? '500' : refuses(this.#count) ? '404' : '200'
      this.#requests.inc({...own, status})
      this.#times.observe({...own, status_class: `${status[0]}xx`}, ms(this.#count) / 1000)
    }
    this.#seenMs = nowMs
    return readMetrics(await this.#registry.metrics())
  }
}

interface Site {
  readonly canary: Use | ((atMs: number) => Use | undefined)
  readonly peer?: Use
  readonly observeMs?: number
  readonly isAlive?: boolean
}

async function watched({canary, peer = WELL, observeMs = WINDOW_MS, isAlive = true}: Site) {
  const clock = fakeClock()
  const nodes = new Map(['a', 'b', 'c'].map((name) => [name, new UsedNode()]))
  const kept: {state: string}[] = []
  const work = {
    plan: {nodes: ['a', 'b', 'c'].map((name) => ({name})), observe_ms: observeMs, traffic_window_ms: WINDOW_MS},
    sight: {
      scrape: async (name: string) => {
        const atMs = Number(clock.monotonicNs() / 1_000_000n)
        const use = name !== 'a' ? peer : typeof canary === 'function' ? canary(atMs) : canary
        return use && (await nodes.get(name)?.told(atMs, use))
      },
    },
    hands: {isAlive: () => isAlive},
    trial: {
      lines: async () => ({append: (line: {state: string}) => void kept.push(line), flush: async () => undefined}),
    },
    ports: {clock},
  } as unknown as UpgradeWork
  const end = await clock.through(observeCanary(work, {node: 'a', ask: async () => GOOD}, signal))
  return {...end, windows: kept.map(({state}) => state), seconds: Number(clock.monotonicNs() / 1_000_000_000n)}
}

it('one that serves its users as well as the others do is gone on with, when the time is over and not before', async () => {
  const {state, windows, seconds} = await watched({canary: WELL, observeMs: 3 * WINDOW_MS})
  assert.equal([state, windows, seconds], ['good', ['good', 'good', 'good'], 180])
})

it('one that nobody uses is never gone on with, however often whoever watches asks it', async () => {
  const {state, detail, seconds} = await watched({canary: UNUSED})
  assert.equal([state, seconds], ['open', 180])
  assert.match(detail, 'nobody uses it')
})

it('a window in which too little was asked goes on until enough was', async () => {
  const {state, windows, seconds} = await watched({canary: {...WELL, perSecond: 2}})
  assert.equal([state, windows, seconds], ['good', ['good'], 120])
  const few = await watched({canary: {...WELL, perSecond: 1}})
  assert.equal([few.state, /too few requests: 180 at it/.test(few.detail)], ['open', true])
  const alone = await watched({canary: WELL, peer: UNUSED})
  assert.equal([alone.state, /, 0 beside it/.test(alone.detail)], ['open', true])
})

it('one that is slower, or fails more often, is bad after three windows', async () => {
  const slow = await watched({canary: {...WELL, ms: (count) => 24 + (count % 7)}, observeMs: 9 * WINDOW_MS})
  assert.equal([slow.state, slow.windows], ['bad', ['bad', 'bad', 'bad']])
  assert.match(slow.detail, 'worse than beside it: latency.GET /api/repos')
  const failing = await watched({canary: {...WELL, fails: (count) => count % 50 === 0}})
  assert.equal([failing.state, failing.seconds], ['bad', 180])
  assert.match(failing.detail, 'worse than beside it: errors')
})

it('one that refuses what the others serve is bad after three windows, and one window of refusals is outlived', async () => {
  const refusing: Use = {...WELL, refuses: (count) => count % 3 > 0}
  const {state, windows, detail} = await watched({canary: refusing, observeMs: 9 * WINDOW_MS})
  assert.equal([state, windows], ['bad', ['bad', 'bad', 'bad']])
  assert.match(
    detail,
    'worse than beside it: refused.GET /api/repos (67 % of 1200 answers are 4xx, 0 % of 2400 beside it)',
  )
  const once = await watched({canary: (atMs) => (atMs <= WINDOW_MS ? refusing : WELL)})
  assert.equal([once.state, once.windows], ['good', ['bad', 'good']])
})

it('what all nodes suffer is not blamed on the times of the canary, and one bad window is outlived', async () => {
  const busy: Use = {...WELL, ms: (count) => 200 + (count % 90)}
  assert.is((await watched({canary: busy, peer: busy})).state, 'good')
  const once = await watched({canary: (atMs) => (atMs <= WINDOW_MS ? {...WELL, ms: () => 90} : WELL)})
  assert.equal([once.state, once.windows], ['good', ['bad', 'good']])
})

it('metrics that cannot be read, or that do not tell requests by route, leave it open', async () => {
  const {state, detail} = await watched({canary: () => undefined})
  assert.equal([state, /metrics of a node/.test(detail)], ['open', true])
})

it('one whose process ended is bad at once', async () => {
  const {state, seconds} = await watched({canary: WELL, isAlive: false})
  assert.equal([state, seconds], ['bad', 0])
})

it.run()
