import {writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import * as assert from 'uvu/assert'
import type {ForgedRun} from '../support/forge/forged-run.ts'
import {untoldForgeries} from '../support/forge/untold-forgeries.ts'
import {assayJson} from '../support/hall-rig.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('records of drills and checks')
const LIMIT_MS = 240_000

it(
  'a set of drills whose records say another end is told, and a whole one is judged again from them',
  async () => {
    using dir = tempDir()
    const {document} = await assayJson(['drills', 'P05', 'P06'], {cwd: dir.path})
    const runId = String(document.run_id)
    const whole = await assayJson(['runs', 'verify', runId], {cwd: dir.path})
    assert.is(whole.code, 0, JSON.stringify(whole.document))
    const record = 'results/drills/corrupted-world-state.json'
    const fails = (run: ForgedRun) =>
      run.edit(record, (one) => Object.assign(one, {verdict: 'fail', reasons: ['not_detected']}))
    const told = await untoldForgeries(dir.path, runId, {
      'a record that fails': fails,
      'a record and a result that fail': (run) => {
        fails(run)
        run.edit('results/result.json', ({drills}) => {
          for (const one of drills as {id: string; verdict: string; reasons: string[]}[])
            if (one.id === 'corrupted-world-state') Object.assign(one, {verdict: 'fail', reasons: ['not_detected']})
        })
      },
      'a record that is left out of the sum': (run) =>
        run.edit('results/result.json', (result) => {
          result['drills'] = (result['drills'] as {id: string}[]).filter(({id}) => id !== 'corrupted-world-state')
        }),
      'a result of another kind over a record that fails': (run) => {
        fails(run)
        run.edit('results/result.json', (result) => Object.assign(result, {kind: 'node-baseline'}))
      },
      'no result over a record that fails': (run) => {
        fails(run)
        run.putJson('results/result.json', {schema_version: 1, kind: 'drills'})
      },
      'a record that is none': (run) => run.putJson(record, {verdict: 'pass'}),
    })
    assert.equal(told, [])
  },
  LIMIT_MS,
)

it(
  'checks of a node whose records say another end are told',
  async () => {
    using dir = tempDir()
    await using host = await startSecondHost()
    const target = writeTarget(dir.path, [host], {checks: {mutate: false}})
    const asked = ['node', 'check', '--target', target, '--only', 'health.ready', '--only', 'auth.positive']
    const {code, document} = await assayJson(asked, {cwd: dir.path, env: hostEnv(host)})
    assert.is(code, 0, JSON.stringify(document))
    const runId = String(document.run_id)
    assert.is((await assayJson(['runs', 'verify', runId], {cwd: dir.path})).code, 0)
    const told = await untoldForgeries(dir.path, runId, {
      'a check that failed': (run) =>
        run.edit('results/checks/auth.positive.json', (one) =>
          Object.assign(one, {status: 'fail', reason: 'three refs were lost'}),
        ),
      'a check that is left out of the sum': (run) =>
        run.edit('results/result.json', (result) => {
          result['checks'] = (result['checks'] as {id: string}[]).slice(1)
        }),
    })
    assert.equal(told, [])
  },
  LIMIT_MS,
)

it(
  'a job that only checks a node is bundled and verified: its report tells cases that nobody can compute again',
  async () => {
    using dir = tempDir()
    await using host = await startSecondHost()
    const target = writeTarget(dir.path, [host], {checks: {mutate: false}})
    const step = {id: 'chk', use: 'node.check', with: {target: basename(target), only: ['health.ready']}}
    const job = {schema_version: 1, name: 'nightly', bundle: true, steps: [step]}
    writeFileSync(join(dir.path, 'nightly.json'), JSON.stringify(job))
    const {code, document} = await assayJson(['run', 'nightly.json'], {cwd: dir.path, env: hostEnv(host)})
    assert.is(code, 0, JSON.stringify(document))
    const verified = await assayJson(['runs', 'verify', String(document.run_id)], {cwd: dir.path})
    assert.is(verified.code, 0, JSON.stringify(verified.document))
  },
  LIMIT_MS,
)

it.run()
