import * as assert from 'uvu/assert'
import type {ForgedRun, Json} from '../support/forge/forged-run.ts'
import {untoldForgeries} from '../support/forge/untold-forgeries.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('runs of steps that were broken off')
const env = {PATH: process.env['PATH'] ?? ''}
const sh = (script: string) => ({use: 'exec', with: {argv: ['sh', '-c', script]}})
type Tree = {[key: string]: Json}

const jobOf = (steps: object[], further = {}) => JSON.stringify({schema_version: 1, name: 'j', steps, ...further})

async function verifies(shop: Workshop, id: string): Promise<void> {
  const {code, document} = await shop.ask(['runs', 'verify', id])
  assert.equal([code, document.findings], [0, []])
}

it('a step that runs past its time, required or not, leaves a run that verifies and a bundle', async () => {
  for (const required of [true, false]) {
    using shop = workshop()
    const limits = {timeout: '300ms', required}
    const steps = [
      {id: 'slow', ...limits, ...sh('echo begun; exec sleep 61')},
      {id: 'd', ...limits, timeout: '1ms', use: 'doctor', with: {}},
      {id: 'aside', ...sh('exit 0')},
    ]
    shop.put('job.json', jobOf(steps, {bundle: true}))
    const {code, document} = await shop.ask(['run', 'job.json'], {env})
    assert.is(code, required ? 3 : 0, document.exit.reason)
    assert.is(document.items[0].reason, 'slow ran past its timeout')
    assert.equal([document.bundle.verified, document.bundle.complete], [true, true])
    const page = shop.read('runs', document.run_id, 'items', document.items[0].item_id, 'report.md')
    assert.not.match(page, /failed inside/)
    await verifies(shop, document.run_id)
  }
})

it('an interrupt during a step leaves a run that verifies', async () => {
  using shop = workshop()
  const stop = new AbortController()
  const update = (done: number) => void (done === 1 && stop.abort('SIGTERM'))
  shop.put(
    'job.json',
    jobOf([
      {id: 'a', ...sh('exit 0')},
      {id: 'b', timeout: '60s', ...sh('exec sleep 61')},
    ]),
  )
  const rig = {env, signal: stop.signal, interruptedBy: 'SIGTERM', ports: {progress: {update}}} as const
  const {code, document} = await shop.ask(['run', 'job.json'], rig)
  assert.is(code, 143)
  await verifies(shop, document.run_id)
})

it('a step that failed is not one that ran past its time', async () => {
  using shop = workshop()
  shop.put('job.json', jobOf([{id: 'bad', timeout: '200ms', ...sh('exit 3')}]))
  const {document} = await shop.ask(['run', 'job.json'], {env})
  const folder = `items/${document.items[0].item_id}`
  const late = (run: ForgedRun) => {
    run.putJson(`${folder}/result.json`, {})
    const exit = {code: 3, name: 'unavailable', reason: 'bad ran past its timeout'}
    run.edit(`${folder}/verdict.json`, (verdict) => Object.assign(verdict, {state: 'unavailable', exit}))
    run.edit('results/timing.json', ({items}) => Object.assign((items as Tree[])[0] ?? {}, {duration_ms: 201}))
  }
  const told = await untoldForgeries(shop.root, document.run_id, {'it ran past its time': late}, 'trace_contradiction')
  assert.equal(told, [])
  const {document: verified} = await shop.ask(['runs', 'verify', document.run_id])
  assert.match(JSON.stringify(verified.findings), /tells an end of the step bad\.exec, and its record none/)
})

it.run()
