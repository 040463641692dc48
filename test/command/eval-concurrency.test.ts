import {readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('eval concurrency')
const LIMIT_MS = 60_000

/** A scorer in a process of its own that answers late, in no order, and notes how many questions waited at a time. */
const SLOW = `
import {createInterface} from 'node:readline'
import {writeFileSync} from 'node:fs'
const [, , seen, descriptor, together] = process.argv
let waiting = 0
let most = 0
const answer = (id, result) => console.log(JSON.stringify({v: 1, id, ok: true, result}))
const scores = ({action_candidates: {shape}}) => Array.from({length: shape[1]}, (_, at) => (at * 37) % shape[1])
for await (const line of createInterface({input: process.stdin})) {
  const {id, op, input} = JSON.parse(line)
  if (op === 'shutdown') break
  if (op !== 'score') {
    answer(id, op === 'hello' ? {name: 'slow', protocol: 1, capabilities: ['score'], descriptor: JSON.parse(descriptor), runtime: {}, model: {id: 'slow'}} : {})
    continue
  }
  most = Math.max(most, ++waiting)
  // The first wait for each other: else a busy machine would answer one before it hears of the next.
  setTimeout(() => {
    waiting--
    answer(id, {scores: scores(input), lower_is_better: true})
  }, most < Number(together) ? 400 : 2 + (most % 3) * 4)
}
writeFileSync(seen, String(most))
`

const RANKING = ['--suite', 'score-ranking', '--env', 'two-room', '--n', '12']

/** `more` may say the concurrency; where it is to come to something, so many questions wait for each other. */
async function evaluated(shop: Workshop, name: string, descriptor: {parallel_safe?: boolean}, ...more: string[]) {
  const isCrowd = more[0] === '--concurrency' && descriptor.parallel_safe !== false
  const what = more.includes('--suite') ? [] : RANKING
  const command = [
    process.execPath,
    '{dir}/slow.mjs',
    shop.path(name),
    JSON.stringify({lower_is_better: true, ...descriptor}),
    isCrowd ? (more[1] ?? '') : '1',
  ]
  shop.put('slow.mjs', SLOW)
  shop.put(
    'providers.json',
    JSON.stringify({
      schema_version: 1,
      providers: [{name: 'slow', transport: 'stdio', capabilities: ['score'], command}],
    }),
  )
  const argv = ['eval', ...what, '--provider', 'slow', '--no-gate']
  const {code, document, err} = await shop.ask([...argv, '--providers', 'providers.json', ...more], {
    env: {PATH: process.env['PATH'] ?? ''},
  })
  const episodes = shop.read('runs', document.run_id, 'results/episodes.ndjson')
  return {code, err, episodes, digest: document.result_digest, most: Number(readFileSync(shop.path(name), 'utf8'))}
}

it(
  'a remote provider has several trials under way, and the result is that of one at a time',
  async () => {
    using shop = workshop()
    const alone = await evaluated(shop, 'alone', {})
    assert.equal([alone.code, alone.most], [0, 1], alone.err)
    const crowd = await evaluated(shop, 'crowd', {}, '--concurrency', '4')
    assert.is(crowd.most, 4)
    assert.equal([crowd.digest, crowd.episodes], [alone.digest, alone.episodes])
    const shy = await evaluated(shop, 'shy', {parallel_safe: false}, '--concurrency', '4')
    assert.equal([shy.most, shy.digest], [1, alone.digest])
  },
  LIMIT_MS,
)

it(
  'where time is measured one trial is under way, whatever the concurrency',
  async () => {
    using shop = workshop()
    const flags = ['--suite', 'realtime', '--env', 'cart-pole', '--planner', 'quick', '--n', '4', '--concurrency', '4']
    const timed = await evaluated(shop, 'timed', {}, ...flags)
    assert.equal([timed.code, timed.most], [0, 1], timed.err)
    assert.match(timed.episodes, '"late":')
  },
  LIMIT_MS,
)

it.run()
