import {execFileSync} from 'node:child_process'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {NodeCheckResult, NodeTarget, NodeTargetAdapter} from '#contract/generated/types'
import {HOSTNODE} from '../support/built-home.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {startTestNode} from '../support/hostnode.ts'
import {putProgram} from '../support/put-program.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {type SecondHost, startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check with programs of the target')

const LIMITS = {timeout_s: 60, output_limit_bytes: 65_536} as const

/** Programs of any system: tar makes backups, sha256sum and gzip judge them. */
const GOOD: NodeTargetAdapter = {
  kind: 'exec',
  ...LIMITS,
  inspect: ['true'],
  version: ['echo', 'lantern 1.0.0 (schema 3)'],
  logs: ['echo', 'all is well'],
  backup_create: [
    'sh',
    '-c',
    'mkdir d && echo data > d/a && tar -czf "$0" d && sha256sum "$0" > "$0.sha256"',
    '{file}',
  ],
  backup_verify: ['gzip', '-t', '{file}'],
  backup_restore: ['sh', '-c', 'mkdir "$1" && tar -xzf "$0" -C "$1"', '{file}', '{dir}'],
  restored_verify: ['test', '-s', 'restored/d/a'],
}
const CHECKS = ['svc.process', 'ver.binary', 'log.clean', 'bak.create', 'bak.verify', 'bak.restore']

interface Asked {
  readonly over?: Partial<NodeTarget>
  readonly env?: Readonly<Record<string, string>>
  readonly argv?: readonly string[]
  readonly checks?: readonly string[]
}

async function ask(host: SecondHost, folder: string, adapter: NodeTargetAdapter, asked: Asked = {}) {
  const {over, env, argv = ['--to', '1.0.0'], checks = CHECKS} = asked
  writeTarget(folder, [host], {adapter, checks: {mutate: true}, ...over})
  const line = ['node', 'check', '--target', 'target.json', ...argv, ...checks.flatMap((id) => ['--only', id])]
  const {document} = await assayJson(line, {cwd: folder, env: {...hostEnv(host), ...env}})
  return document as NodeCheckResult
}

const statuses = ({checks}: NodeCheckResult) => Object.fromEntries(checks.map(({id, status}) => [id, status]))
const reasons = ({checks}: NodeCheckResult) => Object.fromEntries(checks.map(({id, reason}) => [id, reason]))

it('each passes where the program says that all is well, and fails where it does not', async () => {
  using dir = tempDir()
  await using host = await startSecondHost()
  // A backup of nobody's form holds what nobody can compare.
  const good = Object.fromEntries(CHECKS.map((id) => [id, id === 'bak.create' ? 'warn' : 'pass']))
  assert.equal(statuses(await ask(host, dir.path, GOOD)), good)
  const bad = await ask(host, dir.path, {
    kind: 'exec',
    ...LIMITS,
    inspect: ['false'],
    version: ['echo', 'lantern 0.9.0'],
    logs: ['echo', 'panic: block 7 is corrupt'],
    backup_create: ['sh', '-c', 'echo data > "$0" && echo "$0" > "$0.sha256"', '{file}'],
    backup_verify: ['true'],
    backup_restore: ['false'],
  })
  assert.equal(statuses(bad), Object.fromEntries(CHECKS.map((id) => [id, 'fail'])))
  const none = await ask(host, dir.path, {kind: 'http-only'})
  assert.equal(statuses(none), Object.fromEntries(CHECKS.map((id) => [id, 'skip'])))
})

it('a program that is missing, endless or does not stop talking has said nothing', async () => {
  using dir = tempDir()
  await using host = await startSecondHost()
  const asked = {checks: ['svc.process', 'ver.binary', 'log.clean']}
  const limits = {kind: 'exec', timeout_s: 1, output_limit_bytes: 1024} as const
  const slow = {...limits, inspect: ['sleep', '60'], version: ['nowhere-to-be-found'], logs: ['seq', '1', '99999']}
  const result = await ask(host, dir.path, slow as NodeTargetAdapter, asked)
  assert.equal(reasons(result), {
    'svc.process': 'the program that knows the service did not end within 1 s',
    'ver.binary': 'the program cannot be started',
    'log.clean': 'the log cannot be read: its program printed more than 1024 bytes',
  })
  assert.is(statuses(result)['log.clean'], 'inconclusive')
})

it('the program that was planned is told from another one by its digest', async () => {
  using dir = tempDir()
  await using host = await startSecondHost()
  const digest = ['sh', '-c', 'printf abc | sha256sum']
  const right = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  const with_ = async (adapter: NodeTargetAdapter, sha: string) =>
    statuses(
      await ask(host, dir.path, adapter, {
        over: {expect: {health_ok: ['ok'], binary_sha256: sha}},
        checks: ['ver.binary'],
      }),
    )
  assert.equal(await with_({...GOOD, digest}, right), {'ver.binary': 'pass'})
  assert.equal(await with_({...GOOD, digest}, right.replace('b', 'c')), {'ver.binary': 'fail'})
  assert.equal(await with_(GOOD, right), {'ver.binary': 'inconclusive'})
})

function hostnodeOnPath(folder: string, dataDir: string): string {
  const bin = join(folder, 'bin')
  const program = `exec '${process.execPath}' '${HOSTNODE}'`
  putProgram(bin, 'hostnode', `${program} "$@"`)
  putProgram(bin, 'make-backup', `${program} backup create --output "$1" --data-dir '${dataDir}'`)
  return `${bin}:${process.env['PATH']}`
}

/** A `systemctl` and a `journalctl` that print what stands in two files of their folder. */
function fakeSystemd(folder: string): string {
  const bin = join(folder, 'bin')
  putProgram(bin, 'systemctl', `cat '${folder}/unit'`)
  putProgram(bin, 'journalctl', `cat '${folder}/log'`)
  return `${bin}:${process.env['PATH']}`
}

it('systemd tells an upgraded service from one that was not started anew, ended by itself or is not there', async () => {
  using dir = tempDir()
  await using host = await startSecondHost()
  const env = {PATH: fakeSystemd(dir.path)}
  const adapter = {kind: 'systemd', unit: 'lantern.service'} as const
  const unit = (startedAt: number, restarts: number, state = 'active') =>
    writeFileSync(
      join(dir.path, 'unit'),
      `LoadState=loaded\nActiveState=${state}\nNRestarts=${restarts}\nExecMainStartTimestamp=@${Math.floor(startedAt)}\n`,
    )
  const log = (...lines: string[]) => writeFileSync(join(dir.path, 'log'), `${lines.join('\n')}\n`)
  const now = Date.now() / 1000
  unit(now - 9000, 0)
  log('started', 'ERROR one')
  writeTarget(dir.path, [host], {adapter, checks: {mutate: false}})
  const options = {cwd: dir.path, env: {...hostEnv(host), ...env}}
  assert.is((await assay(['node', 'baseline', '--target', 'target.json', '--window', '100ms'], options)).code, 0)
  const look = async () => {
    const argv = ['--to', '1.0.0', '--baseline', 'latest']
    const result = await ask(host, dir.path, adapter, {env, argv, checks: ['svc.process', 'log.clean']})
    return result.checks.map(({status, reason}) => `${status}${reason === null ? '' : `: ${reason}`}`)
  }
  assert.equal(await look(), ['pass', 'fail: the service was not started anew since the baseline'].toReversed())
  unit(now + 3600, 0)
  assert.equal(await look(), ['pass', 'pass'])
  unit(now + 3600, 2)
  assert.equal((await look())[0], 'fail: the service ended by itself (2 restarts)')
  unit(now + 3600, 0, 'inactive')
  log(...Array.from({length: 9}, () => 'ERROR again'))
  assert.equal(await look(), [
    'fail: the service is not active',
    'warn: errors are logged more than twice as often as before',
  ])
  writeFileSync(join(dir.path, 'unit'), '')
  log('a non-fatal error', 'checksum mismatch in block 7')
  assert.equal(await look(), [
    'inconclusive: nothing says whether the service is active',
    'fail: the log says checksum mismatch',
  ])
})

it('programs without limits and words that are no elements of their own are refused with the rest', async () => {
  using dir = tempDir()
  await using host = await startSecondHost()
  const adapter = {kind: 'exec', inspect: ['{node}'], version: ['lantern', '--node={node}'], logs: ['log', '{nodes}']}
  writeTarget(dir.path, [host], {adapter: adapter as NodeTargetAdapter})
  const {code, err} = await assay(['node', 'check', '--target', 'target.json'], {cwd: dir.path, env: hostEnv(host)})
  assert.is(code, 2)
  for (const said of ['timeout_s', 'output_limit_bytes', 'cannot be the program', 'did you mean {node} alone'])
    assert.ok(err.includes(said), `${said}: ${err}`)
})

it('backups of our own node hold the refs that it serves, and are told apart from changed ones', async () => {
  using dir = tempDir()
  await using node = await startTestNode()
  assert.is((await node.call('POST', '/api/repos', {body: {name: 'kept', owner: 'alice'}})).status, 201)
  // A target names no place of one host: what knows its folder is a program of that host.
  const env = {ASSAY_ALLOW_LOOPBACK: '1', HOST_TOKEN: node.token, PATH: hostnodeOnPath(dir.path, node.dataDir)}
  const adapter = {
    kind: 'exec',
    ...LIMITS,
    backup_create: ['make-backup', '{file}'],
    backup_verify: ['hostnode', 'backup', 'verify', '{file}'],
    backup_restore: ['hostnode', 'backup', 'restore', '{file}', '--data-dir', '{dir}', '--accept-lost-secrets'],
    restored_verify: ['hostnode', 'verify', '--full', '--data-dir', '{dir}'],
  }
  const target = {
    schema_version: 1,
    kind: 'node-target',
    alias: 'own',
    environment: 'embedded',
    nodes: [{name: 'n', base_url: node.url}],
    auth: {token_env: 'HOST_TOKEN'},
    checks: {mutate: true},
    adapter,
  }
  writeFileSync(join(dir.path, 'target.json'), JSON.stringify(target))
  const ids = ['git.roundtrip', 'bak.create', 'bak.verify', 'bak.restore', 'repo.cleanup']
  const line = ['node', 'check', '--target', 'target.json', ...ids.flatMap((id) => ['--only', id])]
  const {document} = await assayJson(line, {cwd: dir.path, env})
  assert.ok(document.checks, JSON.stringify(document))
  assert.equal(
    document.checks.filter(({status}: {status: string}) => status !== 'pass'),
    [],
  )
  // A backup from before the last repository was made, as it is in itself, is not one of what is served.
  putProgram(
    join(dir.path, 'bin'),
    'old-backup',
    `cp '${dir.path}/old' "$1" && cp '${dir.path}/old.sha256' "$1.sha256"`,
  )
  execFileSync(process.execPath, [
    HOSTNODE,
    'backup',
    'create',
    '--output',
    join(dir.path, 'old'),
    '--data-dir',
    node.dataDir,
  ])
  assert.is((await node.call('POST', '/api/repos', {body: {name: 'later', owner: 'alice'}})).status, 201)
  writeFileSync(
    join(dir.path, 'target.json'),
    JSON.stringify({...target, adapter: {...adapter, backup_create: ['old-backup', '{file}']}}),
  )
  const old = await assayJson(['node', 'check', '--target', 'target.json', '--only', 'bak.create'], {
    cwd: dir.path,
    env,
  })
  assert.equal(reasons(old.document), {'bak.create': 'the backup has fewer repositories than are served'})
})

it.run()
