import {existsSync, globSync, readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {nodeStepChecks} from '#contract/generated/node-step-checks'
import type {
  NodePlanResult,
  NodeRollbackPlanResult,
  NodeStatusResult,
  NodeUpgradeResult,
} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {previewRollback} from '#library/conduct-nodes'
import {nodeFiles} from '#path/node-files'
import {nodeNeighbours} from '#process/node-process-table'
import {HeldWords} from '#report/parting-words'
import {rotated} from '../support/depth.ts'
import {eventually} from '../support/eventually.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {ledgerText, startDriver, toldBy} from '../support/upgrade/drive-killed.ts'
import {makeSite, type TestSite} from '../support/upgrade/test-site.ts'

const it = spec('node upgrade')
/** For the story of a node; nothing waits for it to pass. */
const LONGEST_MS = 600_000

async function drive<Result>(site: TestSite, ...words: string[]): Promise<Result> {
  const {document} = await assayJson(['node', ...words, '--target', 'target.json'], {cwd: site.folder, env: site.env})
  return document as Result
}

const quick = ['--apply', '--no-window', '--stable', '1ms']

it(
  'a node goes to the next release and back, and nothing is lost on either way',
  async () => {
    await using site = await makeSite()
    const before = site.inventory('v1')
    dropFirstStart(site)
    await planIsHeld(site)
    const {ports, told: toldAtClose} = wordsAtClose()
    const named = ['--label', 'window=night', '--note', 'after the freeze']
    const line = ['node', 'upgrade', '--plan', 'plan.json', '--apply', '--target', 'target.json', ...named]
    const {document} = await assayJson(line, {cwd: site.folder, env: site.env, ports})
    const done = document as NodeUpgradeResult
    assert.equal([done.exit.code, done.state, site.release('v1')], [0, 'rolled', '1.0.1'], done.exit.reason)
    assert.equal(
      toldAtClose().slice(-1),
      [`State rolled, next  ${done.next}`],
      'whoever insists while the run is closed',
    )
    assert.match(done.next ?? '', `--finalise ${done.upgrade}`)
    const forth = ['preflight before good', 'check:v1 node good', 'agree end good', 'still:v1 end good']
    assert.equal(stepsTold(done), forth)
    await checksAreKept(site, done)
    const told = await drive<NodeStatusResult>(site, 'status')
    assert.equal(
      [told.nodes[0]?.version, told.upgrades[0]?.state, told.upgrades[0]?.driven],
      ['1.0.1', 'rolled', false],
    )
    const second = await drive<NodeUpgradeResult>(site, 'upgrade', '--to', '1.1.0', ...quick)
    assert.is(second.exit.code, 7, 'one upgrade at a time')
    const {nodes, steps} = await drive<NodeRollbackPlanResult>(site, 'rollback')
    const taken = ['stop:v1', 'restore_program:v1', 'start:v1', 'ready:v1', 'check:v1']
    assert.equal([steps.map(({id}) => id), nodes[0]?.data, nodes[0]?.lost], [taken, 'kept', null])
    const back = await drive<NodeUpgradeResult>(site, 'rollback', '--run', done.upgrade, '--apply', ...named)
    for (const {run_id: id} of [done, back]) {
      const {labels, note} = JSON.parse(
        readFileSync(join(site.folder, 'runs', String(id), 'run_manifest.json'), 'utf8'),
      ).provenance
      assert.equal([labels, note], [{window: 'night'}, 'after the freeze'])
    }
    assert.equal([back.exit.code, back.state, back.next], [5, 'rolled_back', null])
    assert.equal(stepsTold(back), ['back:check:v1 back good'])
    await checksAreKept(site, back)
    assert.equal([site.release('v1'), site.inventory('v1')], ['1.0.0', before])
    await neverStarts(site, before)
    await losesEverything(site, before)
  },
  LONGEST_MS,
)

/** A node that was started by hand, with the settings of a first start on its line: they are no configuration of a later one. */
function dropFirstStart(site: TestSite): void {
  const file = join(site.folder, 'nodes/v1/node.json')
  const {bootstrap_user: _user, bootstrap_token_file: _file, ...rest} = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify(rest))
}

const stepsTold = ({checks = []}: NodeUpgradeResult) => checks.map(({step, when, state}) => `${step} ${when} ${state}`)

/** What a step asked stands in a file of its own with what was seen; the report names it, the run verifies, and a bundle takes it along. */
async function checksAreKept(site: TestSite, {run_id: id, run_path: path, checks = []}: NodeUpgradeResult) {
  const report = readFileSync(join(site.folder, path, 'reports/report.txt'), 'utf8')
  for (const {step, state, checks: told, file} of checks) {
    const kept = parse(nodeStepChecks, JSON.parse(readFileSync(join(site.folder, path, file), 'utf8')))
    assert.equal([kept.step, kept.state], [step, state])
    assert.equal(
      kept.checks.map(({id, status, reason}) => ({id, status, reason})),
      told,
    )
    const asked = kept.checks.filter(({status}) => status === 'pass')
    assert.ok(asked.length > 1 && asked.every(({observed}) => observed !== null), JSON.stringify(kept))
    assert.match(report, file)
  }
  const options = {cwd: site.folder, env: site.env}
  const verified = await assay(['runs', 'verify', id], options)
  assert.is(verified.code, 0, `${verified.out}${verified.err}`)
  const bundled = await assay(['runs', 'bundle', id], options)
  assert.is(bundled.code, 0, `${bundled.out}${bundled.err}`)
  for (const {file} of checks) readFileSync(join(site.folder, 'issue-bundles', id, 'data/runs', id, file))
}

/** What whoever insists on the end is told while the run is closed: its reports are being written, and the work is over. */
function wordsAtClose() {
  const partingWords = new HeldWords()
  const told: string[] = []
  const rename: typeof nodeFiles.writer.rename = async (from, to) => {
    if (to.endsWith('/reports/report.html')) told.push(...partingWords.now().lines)
    await nodeFiles.writer.rename(from, to)
  }
  return {ports: {partingWords, files: {...nodeFiles, writer: {...nodeFiles.writer, rename}}}, told: () => told}
}

/** A plan that was changed, or whose target was, is not carried out. */
async function planIsHeld(site: TestSite): Promise<void> {
  const words = ['plan', '--to', '1.0.1', '--no-window', '--stable', '1ms']
  const {plan} = await drive<NodePlanResult>(site, ...words)
  const shown = async (...line: string[]) => {
    const {out, err} = await assay(['node', ...line, '--target', 'target.json'], {cwd: site.folder, env: site.env})
    return `${out.trim().split('\n').at(-1)}\n${err}`
  }
  assert.match(await shown(...words), 'assay node upgrade --target target.json --plan plan.json --apply')
  assert.match(await shown('upgrade', ...words.slice(1)), 'the same line with --apply')
  // What was mistyped is all that is wrong with a line that asks for a plan.
  assert.not.match(await shown(...words, '--strategy', 'in-plase'), /things are wrong|is to be done/)
  assert.not.match(await shown('upgrade', '--to', '1.0.1', '--strategy', 'in-plase'), /things are wrong|is to be done/)
  // Of a line that goes on with an upgrade as well, nobody asks which release is meant.
  for (const words of [
    ['--finalise', 'latest', '--window', '5s'],
    ['--resume=latest', '--apply'],
  ]) {
    const told = await shown('upgrade', ...words)
    assert.match(told, 'contradict each other')
    assert.not.match(told, /no release was named|things are wrong|listed issue/)
  }
  const apply = () => drive<NodeUpgradeResult>(site, 'upgrade', '--plan', 'plan.json', '--apply')
  const keep = (value: object) => writeFileSync(join(site.folder, 'plan.json'), JSON.stringify(value))
  keep({...plan, to: '1.1.0'})
  assert.equal((await apply()).exit.code, 2)
  keep(plan)
  site.retarget({objectives: {rto_s: 60}})
  assert.is((await apply()).exit.code, 7)
  assert.equal([site.release('v1'), readdirSync(site.folder).includes('runs')], ['1.0.0', false])
  keep((await drive<NodePlanResult>(site, ...words)).plan)
}

/** What would be put back, from which backup, and what that takes away; nothing is touched, and no token is needed to read most of it. */
async function wayBackIsShown(site: TestSite, {upgrade: id}: NodeUpgradeResult): Promise<void> {
  const processes = () => nodeNeighbours.inFolder(join(site.folder, 'nodes', 'v1'))
  const [running, ledger] = [processes(), ledgerText(site)]
  await site.call('v1', 'POST', '/api/repos', {name: 'late', owner: 'alice'})
  await site.call('v1', 'POST', '/api/tokens', {name: 'late', scopes: ['repo']})
  const plan = await drive<NodeRollbackPlanResult>(site, 'rollback')
  const acts = ['stop', 'restore_data', 'restore_program', 'start', 'ready', 'check']
  assert.equal([plan.exit.code, plan.state, plan.from, plan.to], [0, 'rolled', '1.1.0', '1.0.0'], plan.exit.reason)
  assert.equal(
    plan.steps.map(({act}) => act),
    acts,
  )
  const [node] = plan.nodes
  assert.equal([node?.data, node?.backup], ['restored', `runs/.state/upgrades/${id}/backup-v1.tar.gz`])
  assert.ok(node?.backup_at && (node.stood_still_ms ?? 0) > 0, JSON.stringify(node))
  const lost = {new_repositories: ['alice/late'], changed_repositories: [], deleted_repositories: []}
  assert.equal(node?.lost, {...lost, accounts: ['tokens: 2 now, 1 then']})
  assert.equal(plan.next, `assay node rollback --target target.json --run ${id} --apply`)
  const place = {workspace: site.folder, cwd: site.folder, env: site.env, target: 'target.json'}
  const {exit: _exit, next: _next, ...shown} = await previewRollback(place)
  assert.equal(shown, Object.fromEntries(Object.entries(plan).filter(([key]) => !['exit', 'next'].includes(key))))
  const {out, code} = await assay(['node', 'rollback', '--target', 'target.json'], {cwd: site.folder, env: site.env})
  assert.is(code, 0)
  assert.match(
    out.replaceAll(/\s+/g, ' '),
    /v1: whatever was written since its backup of \S+ is lost .*new repositories: alice\/late/,
  )
  assert.match(out.trim().split('\n').at(-1) ?? '', `next: ${plan.next}`)
  const strange = {cwd: site.folder, env: {...site.env, TOKEN_V1: 'a-token-that-nobody-made'}}
  const {document} = await assayJson(['node', 'rollback', '--target', 'target.json'], strange)
  const [blind] = (document as NodeRollbackPlanResult).nodes
  assert.equal([blind?.data, blind?.lost, typeof blind?.unknown], ['restored', null, 'string'])
  assert.equal([processes(), ledgerText(site)], [running, ledger])
}

/** A node that crashed and was started again between two looks is well at both of them: that it is another process leads back. */
async function crashesUnseen(site: TestSite, before: string): Promise<void> {
  const known = readdirSync(join(site.folder, 'runs'))
  const driver = startDriver(site, ['upgrade', '--resume', 'latest'])
  const runs = () => readdirSync(join(site.folder, 'runs')).filter((name) => !known.includes(name) && /^2/.test(name))
  const looks = () => runs().flatMap((run) => linesOf(join(site.folder, 'runs', run, 'results/steps/observe.ndjson')))
  await eventually('it looked', () => looks().some((line) => line.includes('svc.steady')))
  driver.child.kill('SIGSTOP')
  site.kill('v1')
  await site.start('v1')
  driver.child.kill('SIGCONT')
  const {code, out, err} = await driver.ended
  assert.equal([code, site.release('v1'), site.inventory('v1')], [5, '1.0.0', before], `${out}${err}`)
  const {failed, checks} = JSON.parse(out) as NodeUpgradeResult
  assert.match(
    failed.join(),
    /observe: .*svc\.steady: it crashed or was restarted: another process answers, started at /,
  )
  const [watched] = checks?.filter(({step}) => step === 'observe') ?? []
  assert.equal(watched?.checks.find(({id}) => id === 'svc.steady')?.status, 'fail')
}

const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [])

/** The way back of data that were moved needs the backup: one that was damaged meanwhile is seen while the node still runs, and the right one leads back. */
async function backupIsDamaged(site: TestSite, before: string): Promise<void> {
  site.retarget({checks: {mutate: true}})
  const done = await drive<NodeUpgradeResult>(site, 'upgrade', '--to', '1.1.0', ...quick)
  assert.equal([done.exit.code, site.release('v1')], [0, '1.1.0'], done.exit.reason)
  const log = readFileSync(join(site.folder, done.run_path, 'logs/steps/check-v1/git.roundtrip.txt'), 'utf8')
  assert.match(log, '$ git clone')
  assert.not.match(log, site.env['TOKEN_V1'] ?? 'none')
  await checksAreKept(site, done)
  await wayBackIsShown(site, done)
  const file = join(site.folder, 'runs/.state/upgrades', done.upgrade, 'backup-v1.tar.gz')
  const whole = readFileSync(file)
  const processes = () => nodeNeighbours.inFolder(join(site.folder, 'nodes', 'v1'))
  const running = processes()
  const changed = Uint8Array.from(whole, (byte, at) => (at >= 100 && at < 108 ? byte ^ 0xff : byte))
  for (const damaged of rotated([changed, whole.subarray(0, whole.length >> 1)], 2)) {
    writeFileSync(file, damaged)
    const shown = await assay(['node', 'rollback', '--target', 'target.json'], {cwd: site.folder, env: site.env})
    const line = ['node', 'rollback', '--apply', '--target', 'target.json']
    const {code, err} = await assay(line, {cwd: site.folder, env: site.env})
    assert.equal([code, shown.code, shown.err], [7, 7, err], 'what would be refused is refused where it is shown')
    assert.match(err, /backup of v1 .*nothing was touched/)
    assert.match(err, `assay node upgrade --target target.json --finalise ${done.upgrade}`)
    assert.equal(processes(), running, 'the node was not stopped')
    const {upgrades} = await drive<NodeStatusResult>(site, 'status')
    assert.equal([upgrades.at(-1)?.state, site.release('v1')], ['rolled', '1.1.0'])
  }
  assert.is((await drive<NodeUpgradeResult>(site, 'upgrade', '--resume', 'latest')).exit.code, 7)
  writeFileSync(file, whole)
  const back = await assay(['node', 'upgrade', '--abort', 'latest', '--target', 'target.json'], {
    cwd: site.folder,
    env: site.env,
  })
  assert.equal([back.code, site.release('v1')], [5, '1.0.0'], back.err)
  replacedIsNamed(site, back.out)
  assert.is(site.inventory('v1'), before)
}

/** Pushes of the meantime are there alone. */
function replacedIsNamed(site: TestSite, out: string): void {
  const [folder = '', ...others] = readdirSync(join(site.folder, 'nodes/v1')).filter((name) => /replaced/.test(name))
  assert.equal([others, existsSync(join(site.folder, 'nodes/v1', folder, 'node.sqlite'))], [[], true])
  const told = out.replaceAll(/\s+/g, ' ')
  const words = `the data that the backup of v1 replaced lie in nodes/v1/${folder}: what was written since the backup is there alone`
  assert.match(told.slice(told.lastIndexOf('Mind')), words)
  const [run = ''] = readdirSync(join(site.folder, 'runs'))
    .filter((name) => /^2/.test(name))
    .sort()
    .slice(-1)
  const report = readFileSync(join(site.folder, 'runs', run, 'reports/report.txt'), 'utf8').replaceAll(/\s+/g, ' ')
  assert.match(report, words)
}

async function neverStarts(site: TestSite, before: string): Promise<void> {
  const line = ['node', 'upgrade', '--to', '1.0.2', '--release', '1.0.2-nostart', ...quick, '--target', 'target.json']
  const {code, out} = await assay(line, {cwd: site.folder, env: site.env})
  assert.equal([code, site.release('v1'), site.inventory('v1')], [5, '1.0.0', before])
  assert.match(out.trim().split('\n').at(-1) ?? '', /^State rolled_back, next +nothing is left to do$/)
}

/** Well, ready and of the right release, and all repositories gone: only the inventory tells. As a step of a job, which needs the same leave as a command. */
async function losesEverything(site: TestSite, before: string): Promise<void> {
  const wish = 'target: target.json, to: 1.0.2, release: 1.0.2-empty, no_window: true, stable_ms: 1'
  const job = async (...steps: string[]) => {
    const list = steps.map((given, at) => `{id: up${at}, use: node.upgrade, with: {${given}}}`)
    writeFileSync(join(site.folder, 'job.yaml'), `schema_version: 1\nname: j\nsteps: [${list}]\n`)
    return await assay(['run', 'job.yaml', '--format', 'json'], {cwd: site.folder, env: site.env})
  }
  const idle = await job(wish)
  assert.is(idle.code, 2)
  assert.match(idle.out, 'nothing says that the upgrade is to be done')
  const twice = await job(`${wish}, apply: true`, `${wish}, apply: true`)
  assert.is(twice.code, 2)
  assert.match(twice.out, 'begins a second upgrade')
  const {code, out} = await job(`${wish}, apply: true`)
  const {run_id: id, run_path: path} = JSON.parse(out)
  assert.equal([code, site.release('v1'), site.inventory('v1')], [5, '1.0.0', before], out)
  const {upgrades} = await drive<NodeStatusResult>(site, 'status')
  assert.equal([upgrades.at(-1)?.upgrade, upgrades.at(-1)?.state], [id, 'rolled_back'])
  const texts = globSync('**/*', {cwd: join(site.folder, path), withFileTypes: true}).flatMap((one) =>
    one.isFile() ? [readFileSync(join(one.parentPath, one.name), 'utf8')] : [],
  )
  assert.ok(texts.some((text) => /check:v1: .*data\.repos/.test(text)))
  const [failed] = texts.filter((text) => text.includes('"step": "check:v1"') && text.includes('"field_paths"'))
  const {checks} = parse(nodeStepChecks, JSON.parse(failed ?? '{}'))
  const lost = checks.find((one) => one.id === 'data.repos')
  assert.equal([lost?.status, typeof lost?.observed], ['fail', 'object'], failed)
  assert.ok(texts.some((text) => text.includes('State rolled_back, next: nothing is left to do')))
  assert.not.ok(texts.some((text) => text.includes(site.env['TOKEN_V1'] ?? 'none')))
}

it(
  'a second driver is refused, an interrupt pauses, an abort puts back, and a backup that fails changes nothing',
  async () => {
    await using site = await makeSite()
    const before = site.inventory('v1')
    const line = ['node', 'upgrade', '--to', '1.0.1', ...quick, '--target', 'target.json', '--format', 'json']
    const lost = await assay(line, {cwd: site.folder, env: {...site.env, PATH: ''}})
    const stopped = JSON.parse(lost.out) as NodeUpgradeResult
    assert.equal([lost.code, stopped.state, stopped.nodes[0]?.state], [1, 'stopped', 'untouched'], lost.err)
    const driver = startDriver(site, ['upgrade', '--to', '1.0.1', ...quick, '--observe', '10m'])
    const early = driver.ended.then(({code, out, err}) => {
      throw new Error(`the driver ended with ${code} before it watched: ${out}${err}`)
    })
    await Promise.race([early, eventually('it watches', () => ledgerText(site).includes('"step":"observe"'))])
    const second = await drive<NodeUpgradeResult>(site, 'upgrade', '--resume', 'latest')
    assert.is(second.exit.code, 7)
    for (const words of [
      ['plan', '--to', '1.1.0'],
      ['upgrade', '--to', '1.1.0', ...quick],
    ]) {
      const {exit} = await drive<NodeUpgradeResult>(site, ...words)
      assert.equal([exit.code, exit.reason], [7, 'another driver works on the target site'])
    }
    const place = ['--workspace-dir', 'elsewhere']
    const other = await drive<NodeUpgradeResult>(site, 'upgrade', '--to', '1.1.0', ...quick, ...place)
    assert.equal([other.exit.code, site.release('v1')], [7, '1.0.1'], 'a driver of another workspace')
    assert.match(other.exit.reason, /^another driver or drill on this machine works on the node v1$/)
    assert.is((await drive<NodeStatusResult>(site, 'status')).upgrades.at(-1)?.driven, true)
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) driver.child.kill(signal)
    const left = await driver.ended
    assert.ok(left.code === 130 || left.code === 143, `${left.code} ${left.err}`)
    assert.match(left.err, /To put back what was done: assay node upgrade --target target.json --abort \S+\n/)
    const last = left.err.trim().split('\n').at(-1) ?? ''
    const mid = await drive<NodePlanResult>(site, 'plan', '--to', '1.1.0')
    assert.equal(mid.exit.code, 7, 'no plan in the middle of an upgrade')
    assert.match(last, /^State closing, next {2}assay node upgrade --target target.json --resume \S+$/)
    const looks = ledgerText(site).split('"step":"observe"').length
    const again = startDriver(site, ['upgrade', '--resume', last.split(' ').at(-1) ?? ''])
    await eventually('it watches again', () => ledgerText(site).split('"step":"observe"').length > looks)
    again.child.kill('SIGINT')
    const paused = await again.ended
    assert.equal([paused.code, toldBy(paused).state], [130, 'paused'], paused.err)
    await crashesUnseen(site, before)
    await backupIsDamaged(site, before)
    site.retarget({adapter: {kind: 'http-only'}})
    assert.is((await drive<NodePlanResult>(site, 'plan', '--to', '1.0.1')).exit.code, 2)
  },
  LONGEST_MS,
)

it.run()
