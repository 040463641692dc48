import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('all mistakes at once')
type Issue = {readonly pointer: string; readonly rule: string; readonly message: string}
const told = (issues: readonly Issue[]) => issues.map(({pointer, rule}) => [pointer, rule])

it('eval tells every unknown name, each with the nearest, and leaves nothing behind', async () => {
  using shop = workshop()
  const named = [
    '--suite',
    'rolout',
    '--suite',
    'nope',
    '--provider',
    'mok',
    '--env',
    'to-room',
    '--planner',
    'standart',
  ]
  const {code, document} = await shop.ask(['eval', ...named])
  assert.equal([code, document.error.code, shop.runs()], [2, 'usage', []])
  assert.equal(told(document.error.issues), [
    ['/suite', 'suite_unknown'],
    ['/suite', 'suite_unknown'],
    ['/providers', 'unknown_provider'],
    ['/env', 'env_unknown'],
    ['/planner', 'preset_unknown'],
  ])
  const text = document.error.issues.map(({message}: Issue) => message).join('\n')
  for (const near of ['rollout', 'mock', 'two-room', 'standard']) assert.match(text, `Did you mean ${near}`)
  const {err} = await shop.tell(['eval', ...named])
  assert.match(err, '- /env: there is no such environment (Did you mean two-room?)')
})

it('benchmark does, too', async () => {
  using shop = workshop()
  const named = ['--provider', 'mok', '--provider', 'analitic', '--operation', 'predct']
  const {code, document} = await shop.ask(['benchmark', ...named])
  assert.equal([code, shop.runs()], [2, []])
  assert.equal(
    told(document.error.issues).map(([, rule]) => rule),
    ['unknown_provider', 'unknown_provider', 'operation_unknown'],
  )
})

it('one mistake alone keeps its own code', async () => {
  using shop = workshop()
  const {code, document} = await shop.ask(['eval', '--suite', 'rolout'])
  assert.equal([code, document.error.code, document.error.issues], [2, 'suite_unknown', undefined])
})

it('a job tells the mistakes of every phase, as validate does: keys, needs and what steps ask for', async () => {
  using shop = workshop()
  shop.put(
    'job.yaml',
    `schema_version: 1
name: j
steps:
  - {id: a, use: evall, with: {suite: closed-loop}}
  - {id: b, use: exec, needs: [zz], with: {argv: echo}}
  - {id: c, use: eval, with: {suite: nope}}
`,
  )
  const {code, document} = await shop.ask(['run', 'job.yaml'])
  assert.equal([code, document.error.code, shop.runs()], [2, 'job_invalid', []])
  const places = document.error.issues.map(({pointer}: {pointer: string}) => pointer)
  assert.equal(places, ['/steps/0/use', '/steps/1/needs/0', '/steps/1/with/argv', '/steps/2/with'])
  const {document: plan} = await shop.ask(['run', 'job.yaml', '--plan'])
  assert.equal(plan.error.issues, document.error.issues)
})

it('a job tells those of all steps, each at its key', async () => {
  using shop = workshop()
  shop.put(
    'job.yaml',
    `schema_version: 1
name: j
steps:
  - {id: a, use: eval, with: {suite: [nope], providers: [nope2], env: [nope3]}}
  - {id: b, use: benchmark, with: {operations: [predct], providers: [mok]}}
  - {id: c, use: provider.health, with: {providers: [mok, analitic]}}
`,
  )
  const {code, document} = await shop.ask(['run', 'job.yaml'])
  assert.equal([code, document.error.code, shop.runs()], [2, 'job_invalid', []])
  assert.equal(told(document.error.issues), [
    ['/steps/0/with/env', 'env_unknown'],
    ['/steps/0/with/providers', 'unknown_provider'],
    ['/steps/0/with/suite', 'suite_unknown'],
    ['/steps/1/with/operations', 'operation_unknown'],
    ['/steps/1/with/providers', 'unknown_provider'],
    ['/steps/2/with/providers', 'unknown_provider'],
    ['/steps/2/with/providers', 'unknown_provider'],
  ])
})
it.run()
