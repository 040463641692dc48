import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('job gates')

const job = (gate: string) => `schema_version: 1
name: gated
steps:
  - id: skill
    use: eval
    with: {suite: closed-loop, env: two-room, planner: quick, n: 20, gate: ${gate}}
  - id: speed
    use: benchmark
    with: {operations: [predict], iterations: 60, warmup: 0, gate: ${gate}, threshold: ['response_ms.p95<60s']}
`
const gate = (low: number) => `schema_version: 1
kind: gate
rules:
  - {id: task, select: {kind: eval}, metric: success_rate, require: {ci_low: {gte: ${low}}}}
  - {id: fast, select: {kind: benchmark}, metric: response_ms.p50, require: {ci_high: {lte: 60000}}}
`

it('one gate file decides over the steps it speaks of', async () => {
  using shop = workshop()
  shop.put('loose.yaml', gate(0.2))
  shop.put('strict.yaml', gate(0.99))
  shop.put('job.yaml', job('loose.yaml'))
  const good = await shop.tell(['run', 'job.yaml'])
  assert.is(good.code, 0, good.out + good.err)
  shop.put('job.yaml', job('strict.yaml'))
  assert.is((await shop.tell(['run', 'job.yaml'])).code, 4)
  shop.put('job.yaml', job('../loose.yaml'))
  assert.is((await shop.tell(['run', 'job.yaml'])).code, 2)
}, 90_000)

it('a step that failed is told with value, limit and n of its rules, on the screen and in annotations', async () => {
  using shop = workshop()
  const slow = (id: string) =>
    `  - {id: ${id}, use: benchmark, with: {operations: [predict], iterations: 30, warmup: 0, threshold: ['response_ms.p50<1us']}}\n`
  shop.put('job.yaml', `schema_version: 1\nname: slow\nsteps:\n${slow('first')}${slow('second')}`)
  const {code, out, err} = await shop.tell(['run', 'job.yaml'], {env: {GITHUB_ACTIONS: 'true', COLUMNS: '80'}})
  assert.is(code, 1)
  const told = /response_ms\.p50 [^\n]*limit: upper bound < 0\.001, n \d+/
  const plain = out.replaceAll(/\n {4}/g, ' ')
  for (const step of ['first', 'second']) assert.match(plain, new RegExp(`✗ ${step} +${told.source}`))
  assert.match(err, new RegExp(`^::error title=slow%3A first::fail: ${told.source}`, 'm'))
}, 60_000)

it.run()
