import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeCheckResult} from '#contract/generated/types'
import {NODE_CHECKS} from '#host/check/checks'
import {assay, assayJson} from '../support/hall-rig.ts'
import {createBare} from '../support/second-host/git-backend.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {type SecondHost, startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check with wishes')

async function scene(isWritable = true) {
  const dir = tempDir()
  const host = await startSecondHost()
  writeTarget(dir.path, [host], {checks: {mutate: isWritable}})
  const options = {cwd: dir.path, env: hostEnv(host)}
  return {
    dir,
    host,
    options,
    check: async (...argv: string[]): Promise<NodeCheckResult> =>
      (await assayJson(['node', 'check', '--target', 'target.json', ...argv], options)).document,
    kept: ({run_path}: NodeCheckResult, name: string) =>
      readFileSync(join(dir.path, run_path, 'results', name), 'utf8'),
    [Symbol.asyncDispose]: async () => {
      await host[Symbol.asyncDispose]()
      dir[Symbol.dispose]()
    },
  }
}

const said = ({checks}: NodeCheckResult, id: string) => {
  const one = checks.find((check) => check.id === id)
  return one === undefined ? 'not asked' : `${one.status}: ${one.reason}`
}

const stampOf = (atMs: number) => new Date(atMs).toISOString().replaceAll(/[-:.]/g, '').toLowerCase()
const HOUR_MS = 3_600_000

function addRepository({state}: SecondHost, name: string, createdAtMs = 1000): void {
  createBare(state.root, name)
  state.repos.push({id: state.id(), name, created_at: Math.floor(createdAtMs / 1000)})
}

it('a sweep takes away what is ours and old, lists it, and touches nothing else', async () => {
  await using rig = await scene()
  const {state} = rig.host
  const old = `assay-${stampOf(Date.now() - 2 * HOUR_MS)}-k3q7xz-`
  const young = `assay-${stampOf(Date.now() - HOUR_MS / 2)}-k3q7xz-`
  for (const name of [
    `${old}ab12`,
    `${young}ab12`,
    'assay-python-tools',
    'assay-sentinel',
    `${old.slice(0, -1)}`,
    'users',
  ])
    addRepository(rig.host, name)
  // Old by its name alone: somebody made it a minute ago.
  addRepository(rig.host, `${old}new`, Date.now() - 60_000)
  state.addToken(`${old}cd34`, ['user:read'])
  state.keys.push({id: state.id(), title: `${old}key`, key: 'ssh-ed25519 AAAA'})
  for (const token of state.tokens) Object.assign(token, {created_at: 1})
  const none = await rig.check('--only', 'api.repos')
  assert.equal([said(none, 'repo.sweep'), state.repos.length], ['not asked', 7])
  const swept = await rig.check('--sweep', '--only', 'api.repos')
  assert.is(said(swept, 'repo.sweep'), 'pass: null')
  const {removed, left} = JSON.parse(rig.kept(swept, 'swept.json'))
  assert.equal(removed, [`${old}ab12 (repository)`, `${old}cd34 (token)`, `${old}key (key)`])
  assert.equal(left, [`${young}ab12 (repository): not old enough`, `${old}new (repository): not old enough`])
  assert.equal(
    state.repos.map(({name}) => name),
    [`${young}ab12`, 'assay-python-tools', 'assay-sentinel', old.slice(0, -1), 'users', `${old}new`],
  )
  assert.equal([state.keys.length, state.tokens.filter(({isRevoked}) => isRevoked).length], [0, 1])
})

it('to observe is to look again and again, with one verdict and a line of every look', async () => {
  await using rig = await scene(false)
  const {state} = rig.host
  let polls = 0
  state.onPoll = () => {
    // Not well for some time in the middle, and well again.
    polls++
    if (polls === 4) state.faults.add('ready-down')
    if (polls === 5) state.faults.delete('ready-down')
  }
  const argv = [
    '--mode',
    'observe',
    '--for',
    '800ms',
    '--every',
    '100ms',
    '--only',
    'health.ready',
    '--only',
    'ver.skew',
  ]
  const seen = await rig.check(...argv)
  assert.is(seen.exit.code, 1)
  assert.match(said(seen, 'health.ready'), /^fail: 1 of \d+ looks, first at 20\S+Z: the status is not ok$/)
  assert.is(said(seen, 'ver.skew'), 'pass: null')
  const series = rig
    .kept(seen, 'series.ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(series.filter(({status}) => status === 'fail').length, 1)
  assert.is(series.length % 2, 0)
  assert.ok(series.at(-1).round >= 1)
  assert.is((await assay(['runs', 'verify', 'latest'], rig.options)).code, 0)
})

it('a node that crashed between two looks and was there again is told, with the time and in the series', async () => {
  await using rig = await scene(false)
  const {state} = rig.host
  let [polls, startedAt] = [0, '']
  state.onPoll = () => {
    polls++
    if (polls !== 6) return
    state.restart('1.0.0')
    startedAt = new Date(state.startedAt).toISOString()
  }
  const only = ['--only', 'health.ready', '--only', 'svc.steady']
  const seen = await rig.check('--mode', 'observe', '--for', '800ms', '--every', '100ms', ...only)
  assert.is(seen.exit.code, 1)
  const told = said(seen, 'svc.steady')
  assert.match(told, /^fail: 1 of \d+ looks, first at 20\S+Z: it crashed or was restarted: another process answers,/)
  assert.ok(told.endsWith(`started at ${startedAt}`), told)
  assert.match(rig.kept(seen, 'series.ndjson'), /"check":"svc.steady","status":"fail","reason":"it crashed/)
  const well = await rig.check('--mode', 'observe', '--for', '800ms', '--every', '100ms', ...only)
  assert.is(said(well, 'svc.steady'), 'pass: null')
  const once = await rig.check('--only', 'svc.steady')
  assert.equal([once.exit.code, said(once, 'svc.steady')], [4, 'skip: first_look'])
  assert.is(said(await rig.check('--mode', 'quick'), 'svc.steady'), 'not asked')
})

it('after a rollback the nodes are what the baseline says, or not', async () => {
  await using rig = await scene(false)
  const {state} = rig.host
  addRepository(rig.host, 'kept')
  const baseline = ['node', 'baseline', '--target', 'target.json', '--window', '1s', '--fenced']
  assert.is((await assay(baseline, rig.options)).code, 0)
  const look = async (...more: string[]) =>
    said(await rig.check('--baseline', 'latest', '--rolled-back', '--only', 'health.ready', ...more), 'post.rollback')
  assert.is(await look(), 'pass: null')
  state.restart('1.1.0')
  assert.is(await look(), 'fail: n0: another release than in the baseline')
  state.restart('1.0.0')
  state.faults.add('repo-lost')
  assert.is(await look(), 'fail: repositories: 1 of the baseline are not listed')
  state.faults.clear()
  state.faults.add('ready-down')
  assert.is(await look(), 'fail: checks failed after the rollback: health.ready')
})

it('wishes that do not go together are refused before anything is asked', async () => {
  await using rig = await scene(false)
  const code = async (...argv: string[]) =>
    (await assay(['node', 'check', '--target', 'target.json', ...argv], rig.options)).code
  const wrong = [
    '--rolled-back',
    '--older-than 1h',
    '--sweep --older-than 1m',
    '--sweep',
    '--for 1m',
    '--mode observe --rolled-back --baseline latest',
    '--mode observe --for 48h',
    '--mode observe --for 24h --every 100ms',
    '--only data.fsck --skip data.fsck',
    '--only data.fsck --only data.refs --skip data.refs',
    `--mode quick ${NODE_CHECKS.map(({id}) => `--skip ${id}`).join(' ')}`,
  ]
  for (const line of wrong) assert.is(await code(...line.split(' ')), 2, line)
  const once = [
    ['--for 10s --every 20s', /--every 20s leaves room for one look within --for 10s/],
    ['--for 90s --every 90s', /--every 90s leaves room for one look within --for 90s/],
    ['--for 10s', /--every 15s, which is usual, leaves room for one look within --for 10s/],
  ] as const
  for (const [words, told] of once) {
    const line = ['node', 'check', '--target', 'target.json', '--mode', 'observe', ...words.split(' ')]
    const {code: exit, err} = await assay(line, rig.options)
    assert.is(exit, 2, words)
    assert.match(err, told)
  }
  const observing = {
    id: 'o',
    use: 'node.check',
    with: {target: 'target.json', mode: 'observe', for_ms: 500, every_ms: 1000},
  }
  const contrary = {id: 'c', use: 'node.check', with: {target: 'target.json', only: ['data.fsck'], skip: ['data.fsck']}}
  writeFileSync(
    join(rig.dir.path, 'job.json'),
    JSON.stringify({schema_version: 1, name: 'j', steps: [observing, contrary]}),
  )
  const job = await assay(['run', 'job.json'], rig.options)
  assert.is(job.code, 2)
  assert.match(job.err, /--every 1s leaves room for one look within --for 500ms/)
  assert.match(job.err, /--only asks for data\.fsck and --skip leaves it out/)
  assert.is(rig.host.state.polls, 0)
})

it.run()
