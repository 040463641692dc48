import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('retries of providers of the host')
const env = {PATH: process.env['PATH'] ?? ''}
const ASKED = ['benchmark', '--provider', 't', '--operation', 'score', '--iterations', '4', '--warmup', '0']
const FLAGS = ['--providers', 'providers.json', '--allow-loopback', '--retries', '2']

/** A server that answers 503 to every other question, and a definition of it. */
async function everyOther(stated: object) {
  const hello = {name: 't', protocol: 1, capabilities: ['score'], model: {id: 'm'}}
  let asked = 0
  const server = await startFaultServer({
    transport: 'http',
    service: ({method, path, body}) => {
      if (method === 'GET') return {status: 200, json: {v: 1, ok: true, result: path === '/v1/hello' ? hello : {}}}
      if (++asked % 2 === 1) return {status: 503, json: {}}
      const {id, input} = JSON.parse(body)
      const scores = Array(input.action_candidates.shape[1]).fill(1)
      return {status: 200, json: {v: 1, id, ok: true, result: {scores, lower_is_better: true}}}
    },
  })
  const dir = tempDir()
  const definition = {name: 't', transport: 'http', capabilities: ['score'], base_url: server.url, ...stated}
  writeFileSync(join(dir.path, 'providers.json'), JSON.stringify({schema_version: 1, providers: [definition]}))
  const end = async () => {
    dir[Symbol.dispose]()
    await server.close()
  }
  return {cwd: dir.path, [Symbol.asyncDispose]: end}
}

it('an operation that its definition calls idempotent is asked again', async () => {
  await using rig = await everyOther({idempotent: ['score']})
  const {code, document} = await assayJson([...ASKED, ...FLAGS], {cwd: rig.cwd, env})
  assert.is(code, 0)
  const [row] = document.rows
  assert.equal([row.success_count, row.error_count, row.retry_count], [4, 0, 4])
  assert.is(document.settings.policy.t.request.retry.max_attempts, 3)
  assert.not.match(JSON.stringify(document.verdict.caveats), 'retries_without_effect')
})

it('retries that nothing allows are told, and the limits in force are recorded', async () => {
  await using rig = await everyOther({})
  const {document} = await assayJson([...ASKED, ...FLAGS], {cwd: rig.cwd, env})
  assert.equal([document.rows[0].success_count, document.rows[0].error_count], [2, 2])
  assert.is(document.settings.policy.t.request.retry.max_attempts, 1)
  assert.equal(document.settings.asked_once, ['t/score'])
  const told = document.verdict.caveats.filter((text: string) => text.startsWith('retries_without_effect: t score'))
  assert.is(told.length, 1)
  assert.match(told[0], 'idempotent')
  const report = readFileSync(join(rig.cwd, document.run_path, 'reports/report.md'), 'utf8')
  assert.match(report, 'retries_without_effect')
  assert.is((await assay(['runs', 'verify', document.run_id], {cwd: rig.cwd, env})).code, 0)
})

it('a definition calls only idempotent what it has and what makes nothing new', async () => {
  await using rig = await everyOther({idempotent: ['score', 'predict', 'generate']})
  for (const command of [
    [...ASKED, ...FLAGS],
    ['validate', 'providers.json'],
  ]) {
    const {code, err, out} = await assay(command, {cwd: rig.cwd, env})
    assert.is(code, 2)
    assert.match(err + out, '/providers/0/idempotent/2')
  }
  await using other = await everyOther({idempotent: ['score', 'predict']})
  for (const command of [
    [...ASKED, ...FLAGS],
    ['validate', 'providers.json'],
  ]) {
    const {code, err, out} = await assay(command, {cwd: other.cwd, env})
    assert.is(code, 2)
    assert.match(err + out, /\/providers\/0\/idempotent\/1.*capabilities/)
  }
})

it.run()
