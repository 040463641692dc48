import {execFileSync} from 'node:child_process'
import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('provenance of runs')
const MEASURE = ['benchmark', '--operation', 'health', '--iterations', '1', '--warmup', '0']
const PATH = process.env['PATH'] ?? ''

/** A checkout of one commit on `main`, as real git makes it. */
function checkout() {
  const dir = tempDir()
  const env = {PATH, HOME: dir.path, GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org'}
  const identity = {...env, GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org'}
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: dir.path,
      env: identity,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  git('init', '--quiet', '-b', 'main')
  writeFileSync(join(dir.path, 'model.py'), 'x = 1\n')
  git('add', 'model.py')
  git('commit', '--quiet', '-m', 'first')
  return {path: dir.path, git, env, [Symbol.dispose]: () => dir[Symbol.dispose]()}
}

it('a run tells commit, branch, changes, CI, labels and note; lists are narrowed by them and the evidence holds', async () => {
  using repo = checkout()
  const commit = repo.git('rev-parse', 'HEAD')
  const env = {...repo.env, GITLAB_CI: 'true', CI_JOB_URL: 'https://ci.example/jobs/7', CI_JOB_NAME: 'eval'}
  const options = {cwd: repo.path, env}
  const made = await assay([...MEASURE, '--label', 'robot=so101', '--note', 'before the new gripper'], options)
  assert.is(made.code, 0, made.err)
  writeFileSync(join(repo.path, 'model.py'), 'x = 2\n')
  assert.is((await assay(MEASURE, options)).code, 0)

  const list = async (...flags: string[]) => (await assayJson(['runs', 'list', ...flags], options)).document.entries
  const [second, first] = await list()
  assert.equal(first.provenance, {
    source: {commit, branch: 'main', dirty: false},
    ci: {provider: 'gitlab', url: 'https://ci.example/jobs/7', job: 'eval'},
    job: null,
    labels: {robot: 'so101'},
    note: 'before the new gripper',
  })
  assert.equal(second.provenance.source, {commit, branch: 'main', dirty: true})
  const ids = async (...flags: string[]) => (await list(...flags)).map((entry: {run_id: string}) => entry.run_id)
  assert.equal(await ids('--label', 'robot=so101'), [first.run_id])
  assert.equal(await ids('--label', 'robot'), [first.run_id], 'a key alone finds every run that has it')
  assert.equal(await ids('--label', 'robot=so101', '--label', 'robot=so100'), [first.run_id], 'values are alternatives')
  assert.equal(await ids('--commit', commit.slice(0, 7), '--branch', 'main', '--since', '1h'), [
    second.run_id,
    first.run_id,
  ])
  assert.equal(await ids('--branch', 'other'), [])
  assert.equal(await ids('--limit', '1'), [second.run_id])

  for (const report of ['report.html', 'report.md']) {
    const text = readFileSync(join(repo.path, first.path, 'reports', report), 'utf8')
    for (const word of [commit, 'robot=so101', 'before the new gripper', 'https://ci.example/jobs/7'])
      assert.ok(text.includes(word), `${word} in ${report}`)
  }
  assert.match((await assay(['runs', 'show', 'latest:benchmark'], options)).out, `main ${commit}, with changes`)
  for (const name of [first.run_id, 'latest']) assert.is((await assay(['runs', 'verify', name], options)).code, 0)
  const bundled = await assay(['runs', 'bundle', first.run_id.slice(-6), '--since', first.run_id], options)
  assert.is(bundled.code, 0, bundled.err)
  assert.is((await assay(['runs', 'verify', `issue-bundles/${first.run_id}`], options)).code, 0)
})

it('nothing of the checkout runs while it is asked: neither a hook nor a monitor of its configuration', async () => {
  using repo = checkout()
  const marker = join(repo.path, 'it-ran')
  repo.git('config', 'core.fsmonitor', `touch ${marker};false`)
  repo.git('config', 'core.pager', `touch ${marker};cat`)
  assert.is((await assay(MEASURE, {cwd: repo.path, env: repo.env})).code, 0)
  assert.throws(() => readFileSync(marker), /ENOENT/)
})

it('a secret in the name of a branch, a label or a note is masked everywhere', async () => {
  using repo = checkout()
  const secret = 'canary-5f3a9c1e7b2d'
  repo.git('checkout', '--quiet', '-b', `fix/${secret}`)
  const env = {...repo.env, DEPLOY_TOKEN: secret}
  const made = await assay([...MEASURE, '--label', `key=${secret}`, '--note', `uses ${secret}`], {cwd: repo.path, env})
  assert.is(made.code, 0, made.err)
})

it('outside a checkout, without git and in a broken checkout a run simply does not know', async () => {
  using repo = checkout()
  using bare = tempDir()
  writeFileSync(join(repo.path, '.git', 'HEAD'), 'nonsense\n')
  const settings = [
    {cwd: bare.path, env: repo.env},
    {cwd: repo.path, env: {...repo.env, PATH: '/nowhere'}},
    {cwd: repo.path, env: repo.env},
  ]
  for (const options of settings) {
    assert.is((await assay(MEASURE, options)).code, 0)
    const {document} = await assayJson(['runs', 'list'], options)
    assert.equal(document.entries[0].provenance, {source: null, ci: null, job: null, labels: {}, note: null})
  }
})

it('labels that cannot be kept are refused before anything is done', async () => {
  using dir = tempDir()
  const {code, err} = await assay([...MEASURE, '--label', 'Robot=a', '--label', 'x'], {cwd: dir.path})
  assert.is(code, 2)
  assert.match(err, 'KEY=VALUE')
  assert.equal((await assayJson(['runs', 'list'], {cwd: dir.path})).document.entries, [])
})
it.run()
