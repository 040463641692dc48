import {existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {doctorResult} from '#contract/generated/doctor-result'
import {providerHealthResult} from '#contract/generated/provider-health-result'
import {providerInfoResult} from '#contract/generated/provider-info-result'
import {providerListResult} from '#contract/generated/provider-list-result'
import {parse} from '#contract/parse'
import {diagnosisResult, doctorReport} from '#doctor/doctor-report'
import {PACKAGES} from '#doctor/tools'
import {AssayError} from '#error/assay-error'
import type {OpenKeyring} from '#keyring/keyring'
import {renderScreen} from '#report/screen'
import {MemoryKeyring} from '../support/fakes/memory-keyring.ts'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('doctor and provider')
const CANARY = ['canary', 'Zx81', 'q7Wn', '4mKp'].join('-')
const RUNWAY = {RUNWAYML_API_SECRET: CANARY}

it('a fresh machine has no finding, and reading it leaves nothing behind', async () => {
  const {code, document} = await assayJson(['doctor'])
  const result = parse(doctorResult, document)
  assert.equal([code, result.exit.name, result.strict], [0, 'ok', false])
  assert.equal(
    result.checks.map(({name, status}) => `${name} ${status}`),
    ['workspace ok', 'environment ok', 'writing ok', 'disk ok', 'clock ok', 'node ok'],
  )
  assert.ok(result.providers.some((provider) => provider.name === 'mock' && provider.health?.status === 'healthy'))
})

it('optional programs and packages are told with what they enable, and mutants only with --all', async () => {
  const tools = async (...argv: string[]) => (await assayJson(['doctor', ...argv])).document
  const {tools: found, providers} = await tools()
  const zeromq = found.find((tool: {name: string}) => tool.name === 'zeromq')
  assert.equal([zeromq.present, zeromq.install], [true, 'npm install zeromq'])
  const keyring = found.find((tool: {name: string}) => tool.name === '@napi-rs/keyring')
  assert.equal([keyring.present, keyring.install], [true, 'npm install @napi-rs/keyring'])
  // Without a PATH no program is found.
  assert.is(found.find((tool: {name: string}) => tool.name === 'ffmpeg').present, false)
  const mutants = (rows: {name: string}[]) => rows.filter(({name}) => name.startsWith('zoo.')).length
  assert.is(mutants(providers), 0)
  assert.ok(mutants((await tools('--all')).providers) > 10)
})

it('what is missing is told with a command that a terminal of 80 columns need not break', () => {
  const tools = PACKAGES.map((tool) => ({...tool, kind: 'package', present: false}) as const)
  const found = {
    checks: [],
    providers: [],
    tools,
    assay_version: '0.1.0',
    node_version: '24.15.0',
  } as unknown as Parameters<typeof diagnosisResult>[0]
  const result = diagnosisResult(found, false)
  const out = renderScreen(doctorReport(result), result, {colour: false, width: 80, screen: {verbose: false}})
  const commands = out.split('\n').filter((line) => line.includes('npm install'))
  assert.is(commands.length, PACKAGES.length)
  assert.equal(
    commands.filter((line) => line.length > 80),
    [],
  )
  assert.match(out, /npm install @opentelemetry\/\S+sdk-trace\S*\n/)
})

it('programs are looked for and not started, unless their versions are asked for', async () => {
  using dir = tempDir()
  const program = join(dir.path, 'git')
  writeFileSync(program, '#!/bin/sh\necho started >> "$0.log"\necho git version 9.8.7\n', {mode: 0o755})
  const git = async (...argv: string[]) => {
    const {document} = await assayJson(['doctor', ...argv], {cwd: dir.path, env: {PATH: `${dir.path}:/usr/bin:/bin`}})
    return document.tools.find((tool: {name: string}) => tool.name === 'git')
  }
  const found = await git()
  assert.equal([found.present, found.version, existsSync(`${program}.log`)], [true, undefined, false])
  assert.equal([(await git('--versions')).version, existsSync(`${program}.log`)], ['9.8.7', true])
})

it('a git that is too old for hostnode is said to be, and whether a keyring answers, once they are asked', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'git'), '#!/bin/sh\necho git version 2.30.9\n', {mode: 0o755})
  const closed = async () => {
    throw new AssayError('keyring_unavailable', 'no keyring of this system answers, or it is locked')
  }
  const notes = async (keyring: OpenKeyring, ...argv: string[]) => {
    const env = {PATH: `${dir.path}:/usr/bin:/bin`}
    const {document} = await assayJson(['doctor', ...argv], {cwd: dir.path, env, ports: {keyring}})
    const noteOf = (name: string) => document.tools.find((tool: {name: string}) => tool.name === name).note
    return [noteOf('git'), noteOf('@napi-rs/keyring')]
  }
  const tooOld = 'older than 2.31, which hostnode needs'
  assert.equal(await notes(closed), [undefined, undefined])
  assert.equal(await notes(new MemoryKeyring().open, '--versions'), [tooOld, 'a keyring answers'])
  assert.equal(await notes(closed, '--versions'), [tooOld, 'no keyring of this system answers, or it is locked'])
})

it('a folder of the PATH that cannot be looked into holds no program, and the next is looked into', async () => {
  using dir = tempDir()
  const [loop, good] = [join(dir.path, 'loop'), join(dir.path, 'good')]
  for (const folder of [loop, good]) mkdirSync(folder)
  symlinkSync('git', join(loop, 'git'))
  writeFileSync(join(good, 'git'), '', {mode: 0o755})
  const {code, document} = await assayJson(['doctor'], {cwd: dir.path, env: {PATH: `${loop}:${good}`}})
  assert.is(code, 0)
  assert.is(document.tools.find((tool: {name: string}) => tool.name === 'git').present, true)
})

it('a run that is gone, and a disk or clock that cannot be trusted, are findings', async () => {
  using dir = tempDir()
  const at = {cwd: dir.path}
  const evaluate = ['eval', '--provider', 'mock', '--suite', 'contract', '--size', 'smoke']
  const {document: run} = await assayJson(evaluate, at)
  rmSync(join(dir.path, 'runs', run.run_id), {recursive: true})
  mkdirSync(join(dir.path, 'runs', '29990101T000000000Z-aaaaaa'))
  const space = {freeBytes: () => 5 * 2 ** 20, temporary: dir.path, ofUser: dir.path}
  const {document} = await assayJson(['doctor'], {...at, ports: {space}})
  const {checks} = parse(doctorResult, document)
  assert.equal(
    checks.map(({name, status}) => `${name} ${status}`),
    ['workspace warning', 'environment ok', 'writing ok', 'disk failed', 'clock warning', 'node ok'],
  )
})

it('a loopback address that is refused says which flag allows it', async () => {
  const {code, out} = await assay(['provider', 'health', 'cosmos'], {env: {COSMOS_BASE_URL: 'http://127.0.0.1:9'}})
  assert.is(code, 7)
  assert.match(out, '--allow-loopback')
})

it('findings change the exit only under --strict', async () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'runs', 'not-a-run'), {recursive: true})
  const lax = await assayJson(['doctor'], {cwd: dir.path})
  const strict = await assayJson(['doctor', '--strict'], {cwd: dir.path})
  assert.equal([lax.code, strict.code], [0, 1])
  assert.is(lax.document.checks[0].status, 'warning')
  assert.match(strict.document.exit.reason, 'workspace')
})

it('a secret too short to be masked is named, never shown', async () => {
  const {document, out} = await assayJson(['doctor'], {env: {DB_PASSWORD: 'zq'}})
  assert.match(document.checks[1].detail, 'DB_PASSWORD')
  assert.not.match(out, 'zq')
})

it('--registered-only and --capability narrow the rows', async () => {
  const names = async (...argv: string[]) =>
    (await assayJson(['doctor', ...argv])).document.providers.map((row: {name: string}) => row.name)
  const all: string[] = await names()
  const registered: string[] = await names('--registered-only')
  assert.ok(all.includes('gr00t') && !registered.includes('gr00t') && registered.includes('mock'))
  const able: string[] = await names('--capability', 'generate')
  assert.ok(able.includes('cosmos') && !able.includes('analytic'))
})

it('a workspace that is missing, or no folder, is the caller’s mistake', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'file'), '')
  for (const path of ['missing', 'file']) {
    const {code, err} = await assay(['doctor', '--workspace-dir', path], {cwd: dir.path})
    assert.is(code, 2)
    assert.match(err, 'error workspace_invalid')
    assert.not.match(err, dir.path)
  }
})

it('the list knows every provider and dials none', async () => {
  const {code, document} = await assayJson(['provider', 'list'])
  const {providers} = parse(providerListResult, document)
  assert.is(code, 0)
  assert.ok(providers.length > 10 && providers.every((provider) => provider.health === undefined))
})

it('the list leaves out what is wrong on purpose and says so, unless all are asked for', async () => {
  const wrong = async (...argv: string[]) =>
    (await assayJson(['provider', 'list', ...argv])).document.providers.filter(({name}: {name: string}) =>
      name.startsWith('zoo.'),
    ).length
  assert.is(await wrong(), 0)
  assert.ok((await wrong('--all')) > 10)
  assert.match((await assay(['provider', 'list'])).out, 'are listed with --all')
})

it('health exits 0 for a healthy one, 4 for one not configured, 2 for an unknown name', async () => {
  for (const [name, code] of [
    ['mock', 0],
    ['gr00t', 4],
    ['genie', 4],
    ['nobody', 2],
  ] as const) {
    assert.is((await assayJson(['provider', 'health', name])).code, code, name)
  }
})

it('health of a named provider whose variables are wrong is the caller to correct, exit 2; no value is printed', async () => {
  const host = {GROOT_POLICY_HOST: '127.0.0.1'}
  const url = ['http://u:', 'q9x7w3hunter2', '@h.example/?q=1'].join('')
  const table = [
    ...['0', '65536', '5555x', ''].map((port) => ['gr00t', {...host, GROOT_POLICY_PORT: port}] as const),
    ['gr00t', {...host, GROOT_POLICY_TIMEOUT_MS: '0'}],
    ['cosmos', {COSMOS_BASE_URL: url}],
    ['cosmos', {COSMOS_BASE_URL: 'http://h.example/?key=1'}],
    ['cosmos', {COSMOS_BASE_URL: ''}],
  ] as const
  for (const [name, env] of table) {
    const {code, out, err} = await assay(['provider', 'health', name], {env})
    assert.is(code, 2, JSON.stringify(env))
    assert.match(err, /config_invalid/)
    assert.not.match(out + err, /hunter2|5555x|key=1/)
  }
})

it('health of a bridge whose program is not there has no verdict, exit 4; of one that ends at once it is 3', async () => {
  const bridge = (command: string[]) => ({LEWORLDMODEL_POLICY: 'p', ASSAY_BRIDGE_COMMAND: JSON.stringify(command)})
  const missing = await assay(['provider', 'health', 'leworldmodel'], {env: bridge(['/nonexistent/bridge'])})
  assert.is(missing.code, 4)
  const gone = await assay(['provider', 'health', 'leworldmodel'], {env: bridge([process.execPath, '--version'])})
  assert.is(gone.code, 3)
})

it('health of all skips what is not configured, and says so', async () => {
  const {code, document} = await assayJson(['provider', 'health'])
  const {providers} = parse(providerHealthResult, document)
  assert.is(code, 0)
  assert.ok(providers.some((provider) => provider.status === 'unconfigured'))
  const {out} = await assay(['provider', 'health', '--format', 'junit'])
  assert.match(out, /<testcase [^>]*name="gr00t"[^>]*>\s*<skipped/)
})

it('a configured provider that cannot be called is never healthy', async () => {
  const {code, document} = await assayJson(['provider', 'health', 'runway'], {env: RUNWAY})
  assert.is(document.providers[0].status, 'unhealthy')
  assert.is(code, 3)
})

it('info tells which variables are set and never what they hold', async () => {
  const {code, out, document} = await assayJson(['provider', 'info', 'runway'], {env: RUNWAY})
  const {diagnosis} = parse(providerInfoResult, document)
  assert.is(code, 0)
  const field = diagnosis.config_summary.fields.find((one) => one.name === 'RUNWAYML_API_SECRET')
  assert.equal([field?.present, field?.secret], [true, true])
  assert.not.match(out, CANARY)
})

it('info says of each variable what it is for, what it takes and what holds without it', async () => {
  const {document, out} = await assayJson(['provider', 'list'])
  assert.ok(out)
  for (const {name} of document.providers) {
    const {document: info} = await assayJson(['provider', 'info', name])
    const {diagnosis} = parse(providerInfoResult, info)
    for (const {name: variable, means, takes, source, default: usual} of diagnosis.config_summary.fields) {
      assert.ok(means && takes, variable)
      assert.is(source === 'default', usual !== undefined, variable)
    }
  }
  const {out: screen} = await assay(['provider', 'info', 'gr00t'], {
    env: {GROOT_STRICT: 'true', GROOT_POLICY_PORT: '0'},
  })
  for (const part of ['1 to 65535', '5555', 'set as GROOT_STRICT', 'is not a port', '--allow-loopback'])
    assert.match(screen, part)
})

it('info of a registered provider holds its promises', async () => {
  const {document} = await assayJson(['provider', 'info', 'mock'])
  assert.type(document.descriptor, 'object')
  const {document: far} = await assayJson(['provider', 'info', 'gr00t'])
  assert.is(far.descriptor, null)
})
it.run()
