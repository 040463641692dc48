import {writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import * as assert from 'uvu/assert'
import {quickDrill} from '../support/drill-ways.ts'
import type {ForgedRun, Json} from '../support/forge/forged-run.ts'
import {untoldForgeries} from '../support/forge/untold-forgeries.ts'
import {verifiesWithoutNames} from '../support/forge/verifies-without-names.ts'
import {assayJson} from '../support/hall-rig.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('records of drills and checks')
const env = {PATH: process.env['PATH'] ?? ''}
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

type Tree = {[key: string]: Json}

it(
  'a drill that says of itself what its own record and what was asked for do not bear out is told',
  async () => {
    using dir = tempDir()
    const {document} = await assayJson(['drills', 'P05'], {cwd: dir.path})
    const runId = String(document.run_id)
    const record = 'results/drills/corrupted-world-state.json'
    const kept = 'inputs/drills/corrupted-world-state.json'
    const on = (change: (one: Tree) => void) => (run: ForgedRun) => run.edit(record, change)
    const told = await untoldForgeries(dir.path, runId, {
      'nothing was seen': on((one) => {
        Object.assign(one['simulated_failure'] as Tree, {observed: false})
        Object.assign(one['detect'] as Tree, {seconds: null, met: null})
        for (const round of one['rounds'] as Tree[]) round['detect_s'] = null
      }),
      'its signal is told as not seen': on((one) => Object.assign(one['simulated_failure'] as Tree, {observed: false})),
      'a round is missing': on((one) => (one['rounds'] as Json[]).pop()),
      'another time of detection': on((one) => Object.assign(one['detect'] as Tree, {seconds: 0.001})),
      'a met objective turned round': on((one) => Object.assign(one['recover'] as Tree, {met: false})),
      'a step that failed': on((one) => Object.assign((one['respond'] as Tree[])[0] ?? {}, {ok: false})),
      'a phase in which something went wrong': on((one) => {
        for (const moment of one['timeline'] as Tree[]) if (moment['phase'] === 'verify') moment['ok'] = false
      }),
      'another seed': on((one) => Object.assign(one, {seed: 99})),
      'a sham': on((one) => Object.assign(one, {sham: true})),
      'another severity': on((one) => Object.assign(one, {severity: 'P4'})),
      'another objective in the drill': (run) =>
        run.edit(kept, (drill) => Object.assign(drill['objectives'] as Tree, {detect_s: 3000})),
      'another response in the drill': (run) =>
        run.edit(kept, (drill) => Object.assign((drill['verify'] as Tree[])[0] ?? {}, {id: 'other'})),
      'no drill': (run) => run.remove(kept),
      'another seed in the request': (run) => run.edit('inputs/request.json', (one) => Object.assign(one, {seed: 99})),
      'another drill in the request': (run) =>
        run.edit('inputs/request.json', ({drills}) => Object.assign((drills as Tree[])[0] ?? {}, {version: 7})),
      'a drill more in the request': (run) =>
        run.edit('inputs/request.json', ({drills}) => (drills as Json[]).push({id: 'other', version: 1, sha256: 'x'})),
      'another digest in the request': (run) =>
        run.edit('inputs/request.json', ({drills}) => Object.assign((drills as Tree[])[0] ?? {}, {sha256: 'x'})),
    })
    assert.equal(told, [])
  },
  LIMIT_MS,
)

/** Two rounds. Of the first the signal comes by itself the second time somebody asks: a fault that is not there is noticed in one of two. */
const ROUNDS = quickDrill()
  .replace('files: [', 'files: [{path: a.ini, text: "[a]\\n b = 1\\n"}, ')
  .replace(/^inject: (.*)\nexpect: (.*)$/m, (_all, inject: string, expect: string) => {
    const unset = '{probe: command, id: unset, args: {argv: [git, config, --file, a.ini, --unset, a.b]}'
    const first = `expect: {signals: [${unset}, expect: {exit: {equals: 5}}, within_s: 1}]}`
    return `rounds:\n- {id: a, inject: ${inject}, ${first}}\n- {id: b, inject: ${inject}}\nexpect: ${expect}`
  })

const ABORT = `abort: [{probe: file, args: {path: note.txt}, expect: {size_bytes: {gte: 9}}, reason: the note is short}]\n`

it(
  'drills that end in each of their ways are verified as they were recorded',
  async () => {
    using dir = tempDir()
    const ways: Readonly<Record<string, readonly [drill: string, flags: readonly string[]]>> = {
      pass: [quickDrill(), []],
      sham: [quickDrill(), ['--sham']],
      'sham that notices in one round': [ROUNDS, ['--sham']],
      fail: [quickDrill('{state: {equals: other}}'), []],
      wrong: [quickDrill('{state: {equals: original}}'), []],
      open: [quickDrill('{nobody_tells: {equals: 1}}'), []],
      restored: [quickDrill(undefined, ABORT), []],
    }
    const told: unknown[] = []
    for (const [name, [drill, flags]] of Object.entries(ways)) {
      writeFileSync(join(dir.path, 'own.yaml'), drill)
      const {code, document} = await assayJson(['drills', 'own.yaml', ...flags], {cwd: dir.path, env})
      const verified = await assayJson(['runs', 'verify', String(document.run_id)], {cwd: dir.path})
      told.push([name, code, verified.code, ...verified.document.findings])
    }
    const expected = [
      ['pass', 0],
      ['sham', 0],
      ['sham that notices in one round', 1],
      ['fail', 1],
      ['wrong', 1],
      ['open', 4],
      ['restored', 5],
    ]
    assert.equal(
      told,
      expected.map((row) => [...row, 0]),
    )
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
    await verifiesWithoutNames(runId, dir.path)
    const told = await untoldForgeries(dir.path, runId, {
      'a check that failed': (run) =>
        run.edit('results/checks/auth.positive.json', (one) =>
          Object.assign(one, {status: 'fail', reason: 'three refs were lost'}),
        ),
      'a check that is left out of the sum': (run) =>
        run.edit('results/result.json', (result) => {
          result['checks'] = (result['checks'] as {id: string}[]).slice(1)
        }),
      'a check that was not asked for': (run) =>
        run.edit('inputs/request.json', (request) => Object.assign(request, {checks: ['health.ready']})),
      'a check that passed without being asked': (run) =>
        run.edit('results/checks/auth.positive.json', (one) => Object.assign(one, {attempts: 0})),
      'a target that is masked, and told by the run': (run) =>
        run.edit('inputs/target.json', (one) => Object.assign(one, {alias: '[redacted:path]'})),
      'another target': (run) => run.edit('inputs/target.json', (one) => Object.assign(one, {alias: 'prod'})),
      'a check that passed where one of its nodes failed': (run) =>
        run.edit('results/checks/auth.positive.json', (one) =>
          Object.assign(one, {nodes: [{name: 'n1', status: 'fail', reason: 'refs were lost'}]}),
        ),
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
