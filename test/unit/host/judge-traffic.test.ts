import * as assert from 'uvu/assert'
import {judgeTraffic} from '#host/judge/judge-traffic'
import {readMetrics} from '#host/model/prometheus'
import {trafficBetween} from '#host/model/traffic'
import {spec} from '../../support/spec.ts'

const it = spec('the traffic of a canary')

/** How many answers of each status a route had. */
type Asked = Readonly<Record<string, Readonly<Record<number, number>>>>

const LIST = 'GET /api/repos'
const REPO = 'GET /api/repos/:owner/:repo'
const REFS = 'GET /git/:owner/:repo/info/refs'
const STATUS = 'GET /api/user'

/** What a node counts of them, as `hostnode` tells it: each good answer took 3 ms. */
function metricsOf(asked: Asked): string {
  const lines = Object.entries(asked).flatMap(([name, statuses]) => {
    const [method, route] = name.split(' ')
    const own = `method="${method}",route="${route}"`
    return Object.entries(statuses).flatMap(([status, count]) => [
      `x_http_requests_total{${own},status="${status}"} ${count}`,
      ...['0.002', '0.004', '+Inf'].map((le) => {
        const below = le === '0.002' ? 0 : count
        return `x_http_request_duration_seconds_bucket{${own},status_class="${status[0]}xx",le="${le}"} ${below}`
      }),
    ])
  })
  return `${['x_http_requests_total{method="GET",route="/health/ready",status="200"} 9', ...lines].join('\n')}\n`
}

const trafficOf = (asked: Asked) => trafficBetween([], readMetrics(metricsOf(asked)))
const judged = (canary: Asked, ...peers: Asked[]) => judgeTraffic(trafficOf(canary), peers.map(trafficOf))

const WELL: Asked = {[LIST]: {200: 400}, [REPO]: {200: 76}, [REFS]: {200: 76}, [STATUS]: {200: 40}}

it('a node that serves each route as its peers do is good, also where users ask for what is nowhere', () => {
  assert.is(judged(WELL, WELL, WELL).state, 'good')
  const crawled = {...WELL, [REPO]: {200: 76, 404: 300}, 'GET unmatched': {404: 200}}
  assert.is(judged(crawled, crawled).state, 'good')
  const clones = {...WELL, [REFS]: {200: 76, 401: 70}}
  assert.is(judged(clones, {...WELL, [REFS]: {200: 76, 401: 62}}).state, 'good')
})

it('one that answers 404 for what its peers serve is bad, however well it serves another route', () => {
  for (const status of [401, 403, 404, 410, 429]) {
    const canary = {...WELL, [REPO]: {[status]: 37}, [REFS]: {[status]: 37}}
    const {state, detail} = judged(canary, {...WELL, [REPO]: {200: 38}, [REFS]: {200: 38}})
    assert.is(state, 'bad', String(status))
    assert.match(detail, `worse than beside it: refused.${REPO} (100 % of 37 answers are 4xx, 0 % of 38 beside it)`)
    assert.match(detail, `refused.${REFS} (`)
  }
})

it('one that refuses a part is bad: of one route, or of all of them', () => {
  const some = {...WELL, [REFS]: {200: 90, 404: 110}}
  assert.is(judged(some, {...WELL, [REFS]: {200: 200}}).state, 'bad')
  const all = {[LIST]: {200: 280, 401: 120}, [REPO]: {200: 140, 401: 60}, [REFS]: {200: 140, 401: 60}}
  const well = {[LIST]: {200: 400}, [REPO]: {200: 200}, [REFS]: {200: 200}}
  assert.is(judged(all, well, well).state, 'bad')
})

it('one that lets nobody in and then limits them is bad, and the refusals are named', () => {
  const {state, detail} = judged({[LIST]: {401: 60, 429: 842}}, {[LIST]: {200: 902}})
  assert.is(state, 'bad')
  assert.match(detail, `refused.${LIST} (100 % of 902 answers are 4xx, 0 % of 902 beside it)`)
})

it('refusals that come on top of as many good answers as beside it are those of one user', () => {
  const {state, rows} = judged({...WELL, [REPO]: {200: 74, 404: 3000}}, WELL, WELL)
  assert.is(state, 'good')
  const row = rows.find(({metric}) => metric === `refused.${REPO}`)
  assert.is(row?.state, 'warn')
  assert.match(row?.reason ?? '', 'no good ones are missing')
})

it('what one of the nodes beside it refuses as much is not blamed on the release', () => {
  const canary = {...WELL, [REFS]: {200: 40, 401: 160}}
  const peer = {...WELL, [REFS]: {200: 200}}
  assert.is(judged(canary, peer, peer).state, 'bad')
  assert.is(judged(canary, peer, {...WELL, [REFS]: {200: 50, 401: 150}}).state, 'good')
})

it('a few more refusals than beside it are what users differ by', () => {
  const canary = {...WELL, [REFS]: {200: 1880, 404: 120}}
  assert.is(judged(canary, {...WELL, [REFS]: {200: 1940, 404: 60}}).state, 'good')
})

it('a route that is served beside it, and by it not once, is too little', () => {
  const {[REFS]: _refs, ...without} = WELL
  const unused = judged(without, WELL, WELL)
  assert.is(unused.state, 'little')
  assert.match(unused.detail, `served.${REFS} (none of 0 answers is good, 152 of 152 are beside it)`)
  const few = judged({...WELL, [REFS]: {404: 20}}, WELL)
  assert.equal([few.state, /none of 20 answers is good/.test(few.detail)], ['little', true])
})

it('a route that chance, or one user of one node, keeps from it is no reason to wait', () => {
  const {[STATUS]: _status, ...without} = WELL
  assert.is(judged(without, without, WELL, without).state, 'good', 'one peer of three alone serves it')
  const rare = {...WELL, 'POST /api/repos': {201: 4}}
  assert.is(judged(WELL, rare, rare).state, 'good', 'a handful beside it')
  const seldom = {[LIST]: {200: 4000}, [REPO]: {200: 30}}
  assert.is(judged({[LIST]: {200: 250}}, seldom).state, 'good', 'two are due at it')
})

it('where too little was served to tell, what was refused is named', () => {
  const many = Object.fromEntries(Array.from({length: 20}, (_, at) => [`GET /r${at}`, {200: 20}]))
  const none = Object.fromEntries(Object.keys(many).map((name) => [name, {429: 20}]))
  const {state, detail} = judged(none, many)
  assert.is(state, 'little')
  assert.match(detail, 'out of all requests: 400 (400 of them refused) at it, 400 beside it')
})

it.run()
