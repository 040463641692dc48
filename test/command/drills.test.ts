import {existsSync, globSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {programsIn} from '#compose/compose-ports'
import {drillRecord} from '#contract/generated/drill-record'
import {drillsResult} from '#contract/generated/drills-result'
import type {DrillsResult} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {coursePlot} from '#drill/report/course-plot'
import {AssayError} from '#error/assay-error'
import {BUILT_HOME} from '../support/built-home.ts'
import {quickDrill} from '../support/drill-ways.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {pageFiles} from '../support/pages/page-lines.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'
import {workshop} from '../support/workshop.ts'

const it = spec('drills')
const LONG_MS = 300_000
const env = {PATH: process.env['PATH'] ?? ''}
const CORE = ['P01', 'P02', 'P03', 'P04', 'P05', 'P06', 'P07']

/** On a busy machine what is well may be late; nothing else may be wrong. */
const LATE: readonly string[] = ['detected_late', 'recovered_late']

const goodButForTime = ({verdict, reasons}: DrillsResult['drills'][number]) =>
  verdict === 'pass' || (verdict === 'fail' && reasons.every((reason) => LATE.includes(reason)))

it('lists the seven of the operations contract by their tag, and what each would break', async () => {
  const {code, document} = await assayJson(['drills', 'list', '--tag', 'core'])
  assert.equal([code, document.drills.map(({number}: {number: string}) => number)], [0, CORE])
  for (const {runbook} of document.drills) assert.ok(existsSync(runbook), runbook)
  const planned = await assayJson(['drills', 'P05', '--dry-run'])
  assert.equal(
    new Set(planned.document.drills[0].actions.map(({inverse}: {inverse: string}) => inverse)),
    new Set(['file.restore']),
  )
})

it('a drill on nodes of a site is listed, held by its name alone, and only where nodes are named', async () => {
  const idsOf = (document: {drills: {id: string}[]}) => document.drills.map(({id}) => id)
  const listed = idsOf((await assayJson(['drills', 'list'])).document)
  const held = idsOf((await assayJson(['drills', '--all', '--dry-run'])).document)
  assert.equal([listed.filter((id) => !held.includes(id)), listed.at(-1)], [['node-away'], 'node-away'])
  const {code, err} = await assay(['drills', 'node-away'])
  assert.is(code, 2)
  assert.match(err, '--target FILE')
})

it('says which drill was meant by a name that is none', async () => {
  const {code, err} = await assay(['drills', 'missing-credential'])
  assert.equal([code, /drill_unknown/.test(err), /missing-credentials/.test(err)], [2, true, true])
})

it(
  'a drill passes because the fault came, was noticed, answered, over and undone, and leaves a run and nothing else',
  async () => {
    using dir = tempDir()
    const {out} = await assay(['drills', 'P05', '--bundle', '-o', 'told.json'], {cwd: dir.path, env})
    const result = parse(drillsResult, JSON.parse(readFileSync(join(dir.path, 'told.json'), 'utf8')))
    assert.match(out, `assay runs verify ${result.bundle?.path}`)
    assert.ok(result.drills.every(goodButForTime), JSON.stringify(result.drills))
    const folder = join(dir.path, result.run_path)
    const record = parse(
      drillRecord,
      JSON.parse(readFileSync(join(folder, 'results/drills/corrupted-world-state.json'), 'utf8')),
    )
    assert.equal(
      record.rounds.map(({id}) => id),
      ['truncated', 'bit-flipped', 'not-finite', 'other-version'],
    )
    assert.equal([record.simulated_failure.observed, record.revert.state, record.leftovers], [true, 'clean', []])
    assert.ok(record.rounds.every(({detect_s, recover_s}) => detect_s !== null && recover_s !== null))
    assert.equal(readdirSync(join(dir.path, 'runs/.state/drills')), [])
    assert.ok(existsSync(join(dir.path, result.bundle?.path ?? 'nothing')))
    const listed = await assayJson(['runs', 'list', '--status', 'failed'], {cwd: dir.path, env})
    assert.is(listed.document.entry_count, goodButForTime(result.drills[0]!) && result.exit.code === 0 ? 0 : 1)
  },
  LONG_MS,
)

it(
  'the drill of the page passes, and each of its signals was false before the fault and true after',
  async () => {
    using dir = tempDir()
    const [page] = pageFiles('docs/drills.md').filter(({name}) => name === 'own-drill.yaml')
    assert.ok(page)
    writeFileSync(join(dir.path, page.name), page.text)
    const {document} = await assayJson(['drills', page.name], {cwd: dir.path, env})
    assert.ok(parse(drillsResult, document).drills.every(goodButForTime), JSON.stringify(document.drills))
    const told = readFileSync(join(dir.path, document.run_path, 'logs/drills/own-server-restarts.ndjson'), 'utf8')
    const polls = told
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const signals = polls.filter(({probe}) => probe === 'down').map(({phase, truth}) => `${phase} ${truth}`)
    assert.is(signals[0], 'inject false')
    assert.is(signals.at(-1), 'detect true')
  },
  LONG_MS,
)

it('a disk of its own is filled, told and freed, and a drill that this machine cannot hold is skipped with the reason', async () => {
  using shop = workshop()
  const init = (id: string, exit: string) =>
    `{id: ${id}, probe: command, args: {argv: [git, init, --quiet, small/${id}]}, expect: {exit: {${exit}}}}`
  shop.put(
    'own.yaml',
    quickDrill()
      .replace('target: {', 'needs: [git, user-namespace]\ntarget: {disk: {path: small, bytes: 1048576}, ')
      .replace(/inject: .*/, 'inject: [{action: disk.fill}]')
      .replace(/expect: .*within_s: 1\}\]\}/, `expect: {signals: [${init('full', 'gte: 1')}]}`)
      .replace(/respond: .*/, 'respond: [{step: free, text: Free it., action: disk.free}]')
      .replace(/verify: .*/, `verify: [${init('again', 'equals: 0')}]`),
  )
  const {document} = await shop.ask(['drills', 'own.yaml'], {env})
  const [record] = document.drills
  // Not every machine gives name spaces to everybody.
  if (record.verdict !== 'skipped')
    assert.equal([record.verdict, record.reasons], ['pass', []], JSON.stringify(document.exit))
  const none = await shop.ask(['drills', 'own.yaml'], {env: {PATH: shop.root}})
  assert.equal([none.code, none.document.drills[0].verdict], [4, 'skipped'])
  const [file = ''] = globSync(shop.path('runs', none.document.run_id, 'results/drills/*.json'))
  assert.is(JSON.parse(readFileSync(file, 'utf8')).detail, 'there is no git')
})

it('what failed is named beside what could not be started, and the run is verified', async () => {
  using shop = workshop()
  shop.put('fails.yaml', quickDrill('{state: {equals: other}}').replace('id: quick', 'id: own-fails'))
  const setup = quickDrill().replace('target: {', 'target: {setup: [{argv: [assay, runs, verify, nowhere]}], ')
  shop.put('away.yaml', setup.replace('id: quick', 'id: own-away'))
  const {code, document} = await shop.ask(['drills', 'fails.yaml', 'away.yaml'], {env})
  assert.is(code, 3)
  assert.match(document.exit.reason, /own-away.*1 failed: own-fails \(not_detected/)
  const verified = await shop.ask(['runs', 'verify', document.run_id])
  assert.equal([verified.code, verified.document.findings], [0, []])
})

it('a drill that needs a package which is not installed is skipped, and its reason says how to install it', async () => {
  using shop = workshop()
  const own = programsIn(BUILT_HOME)
  // Nothing is installed there.
  const programs = {...own, drillChild: [process.execPath, shop.path('bin', 'drill-child.js')] as const}
  const {code, document} = await shop.ask(['drills', 'P13'], {env, ports: {programs}})
  const [{verdict, id}] = document.drills
  assert.equal([code, verdict], [4, 'skipped'])
  const {detail} = JSON.parse(shop.read('runs', document.run_id, `results/drills/${id}.json`))
  assert.match(detail, /the package zeromq.*npm install zeromq/)
  const demanded = await shop.ask(['drills', 'P13', '--require-run'], {env, ports: {programs}})
  assert.match(demanded.document.exit.reason, /wrong-dialect.*zeromq/)
})

it('each drill of the catalogue with a server that speaks ZeroMQ says that it needs it', () => {
  const needy = globSync('fixtures/drills/*.yaml').filter((path) => {
    const text = readFileSync(path, 'utf8')
    return /service: gr00t/.test(text) && !/^needs: .*\bzeromq\b/m.test(text)
  })
  assert.equal(needy, [])
})

it('a drill that ends early tells what it had found by then, and its course is a picture of the report', async () => {
  using shop = workshop()
  const abort =
    'abort: [{probe: file, args: {path: note.txt}, expect: {aside: {equals: missing}}, reason: set aside}]\n'
  shop.put('own.yaml', quickDrill('{state: {equals: other}}', abort))
  const {code, document} = await shop.ask(['drills', 'own.yaml'])
  assert.equal([code, document.drills[0].reasons], [1, ['not_detected']])
  const record = JSON.parse(shop.read('runs', document.run_id, 'results/drills/quick.json'))
  assert.equal([record.detail, record.revert.state], ['set aside', 'clean'])
  const {kind, rows} = coursePlot(record)
  assert.is(kind, 'gantt')
  assert.equal(
    rows.map(({label, state}) => `${label} ${state}`),
    [
      'prepare pass',
      'steady state pass',
      'inject pass',
      'detect fail',
      'respond pass',
      'revert fail',
      'steady state after pass',
      'revert pass',
    ],
  )
  assert.match(shop.read('runs', document.run_id, 'reports/report.html'), 'Course of quick')
})

it('guided, each step of the response is shown and done only after Enter', async () => {
  using shop = workshop()
  shop.put('own.yaml', quickDrill())
  const shown: string[] = []
  const states: string[] = []
  const awaitEnter = async (text: string) => {
    shown.push(text)
    const [note] = globSync(shop.path('runs/.state/drills/*/quick/home/note.txt'))
    states.push(readFileSync(note ?? 'none', 'utf8'))
    return '\n'
  }
  const {code, document} = await shop.ask(['drills', 'own.yaml', '--guided'], {awaitEnter})
  assert.equal([code, document.drills[0].verdict], [0, 'pass'])
  assert.is(shown.length, 1)
  assert.match(shown[0] ?? '', 'back: Put the good copy back.\n  file.restore path="note.txt"')
  assert.equal(states, ['all'])
})

it('guided, whoever goes away from the keyboard ends the drill, and all is put back', async () => {
  using shop = workshop()
  shop.put('own.yaml', quickDrill())
  const awaitEnter = () => Promise.reject(new AssayError('interrupted', 'the keyboard is gone'))
  const {code} = await shop.ask(['drills', 'own.yaml', '--guided'], {awaitEnter})
  assert.is(code, 5)
  assert.equal(readdirSync(shop.path('runs/.state/drills')), [])
})

it('guided without a terminal is refused beside every other mistake, and nothing is started', async () => {
  using shop = workshop()
  const {code, err} = await shop.tell(['drills', '--drill', 'nobody', '--guided'])
  assert.equal([code, /terminal/.test(err), /no drill of this name/.test(err), shop.runs()], [2, true, true, []])
})

it('with the injection left out every signal stays false, and that is what a sham demands', async () => {
  using shop = workshop()
  shop.put('own.yaml', quickDrill())
  const {code, document} = await shop.ask(['drills', 'own.yaml', '--sham'], {env})
  assert.equal([code, document.drills[0].verdict, document.drills[0].reasons], [0, 'fail', ['not_detected']])
})

it.run()
