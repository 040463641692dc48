import {readdirSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {runPlanResult} from '#contract/generated/run-plan-result'
import {parse} from '#contract/parse'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {spec} from '../support/spec.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('run --plan')
const JOB = `schema_version: 1
name: planned
inputs: {trials: {type: integer, default: 3}}
defaults: {timeout: 5m}
steps:
  - {id: health, use: provider.health, with: {providers: [cosmos]}}
  - id: drive
    use: eval
    needs: [health]
    matrix: {env: [two-room, pendulum]}
    with: {suite: closed-loop, env: "{matrix.env}", providers: [analytic], n: "{inputs.trials}"}
  - {id: probe, use: exec, required: false, with: {argv: [touch, made.txt], outputs: ["*.txt"]}}
bundle: true
`

it('a plan tells what each item would do and makes nothing: no run, no child, no request', async () => {
  using shop = workshop()
  const server = await startFaultServer({transport: 'http', service: 'cosmos'})
  await using _ = {[Symbol.asyncDispose]: () => server.close()}
  shop.put('job.yaml', JOB)
  const env = {COSMOS_BASE_URL: server.url, ASSAY_ALLOW_LOOPBACK: '1'}
  const {code, document} = await shop.ask(['run', 'job.yaml', '--plan', '--set', 'trials=7'], {env})
  const {items, bundle} = parse(runPlanResult, document)
  assert.equal([code, bundle, readdirSync(shop.root), server.connections()], [0, true, ['job.yaml'], 0])
  assert.equal(
    items.map(({name, use, needs, required, timeout}) => [name, use, needs, required, timeout]),
    [
      ['health', 'provider.health', [], true, '5m'],
      ['drive.env-two-room', 'eval', ['health'], true, '5m'],
      ['drive.env-pendulum', 'eval', ['health'], true, '5m'],
      ['probe', 'exec', [], false, '5m'],
    ],
  )
  const drive = items[1]
  assert.equal(
    [drive?.providers, drive?.summary['environments'], drive?.summary['trials']],
    [['analytic'], 'two-room', 7],
  )
  assert.equal(items[3]?.outputs, [`items/${items[3]?.item_id}/`, '*.txt'])
})

it('the digest of a plan is that of the run that follows it', async () => {
  using shop = workshop()
  shop.put('job.yaml', 'schema_version: 1\nname: j\nsteps: [{id: a, use: exec, with: {argv: ["true"]}}]\n')
  const plan = await shop.ask(['run', 'job.yaml', '--plan'])
  const run = await shop.ask(['run', 'job.yaml'])
  assert.equal([plan.code, run.code], [0, 0])
  assert.is(shop.manifest(run.document.run_id).plan_sha256, plan.document.plan_sha256)
})

it('a plan refuses what a run refuses', async () => {
  using shop = workshop()
  shop.put('job.yaml', JOB.replace('closed-loop', 'closed-lop'))
  for (const argv of [
    ['run', 'job.yaml'],
    ['run', 'job.yaml', '--plan'],
  ]) {
    const {code, err} = await shop.tell(argv)
    assert.is(code, 2)
    assert.match(err, /\/steps\/1\/with.*closed-loop/)
  }
  assert.equal(shop.runs(), [])
})

it('without a name it is assay.yaml, and where that is missing the error says how to get one', async () => {
  using shop = workshop()
  const {code, err} = await shop.tell(['run', '--plan'])
  assert.is(code, 2)
  assert.match(err, 'assay init')
  shop.put('assay.yaml', 'schema_version: 1\nname: first\nsteps: [{id: a, use: doctor}]\n')
  const {document} = await shop.ask(['run', '--plan'])
  assert.is(document.job, 'first')
})
it.run()
