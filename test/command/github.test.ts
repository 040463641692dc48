import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('github')
const FAILING = [
  'benchmark',
  '--operation',
  'predict',
  '--warmup',
  '0',
  '--iterations',
  '30',
  '--threshold',
  'response_ms.p50<1us',
]

it('a step gets annotations on standard error and a summary; standard output stays one document', async () => {
  using shop = workshop()
  const summary = shop.path('summary.md')
  const env = {GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary}
  const done = await shop.ask(FAILING, {env})
  assert.is(done.code, 1)
  assert.match(done.err, /^::error title=benchmark%3A cli-1::/m)
  assert.match(readFileSync(summary, 'utf8'), '✗ failed')
  const size = readFileSync(summary).length
  await shop.tell(FAILING, {env})
  assert.ok(readFileSync(summary).length > size)
})

it('without GitHub, with --no-github, and where there are no cases nothing is told', async () => {
  using shop = workshop()
  const summary = shop.path('summary.md')
  const env = {GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary}
  for (const [argv, vars] of [
    [FAILING, {GITHUB_STEP_SUMMARY: summary}],
    [[...FAILING, '--no-github'], env],
    [['runs', 'list'], env],
  ] as const) {
    assert.not.match((await shop.tell(argv, {env: vars})).err, '::')
    assert.is(existsSync(summary), false)
  }
})

it('a summary stays below the limit, and one that cannot be written changes nothing', async () => {
  using shop = workshop()
  const summary = shop.path('summary.md')
  writeFileSync(summary, `${'x'.repeat(998_500)}\n`)
  await shop.tell(FAILING, {env: {GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary}})
  const text = readFileSync(summary, 'utf8')
  assert.ok(text.length > 998_600 && Buffer.byteLength(text) <= 1_000_000)
  assert.match(text, 'did not fit')
  const env = {GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: shop.path('none', 'summary.md')}
  const done = await shop.tell(FAILING, {env})
  assert.is(done.code, 1)
  assert.match(done.err, 'the step summary could not be written')
})

it.run()
