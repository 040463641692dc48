import {getEventListeners} from 'node:events'
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import * as assert from 'uvu/assert'
import {Assay} from '#provider/assay'
import {cleanRuns, evaluate, listRuns, type Provider, runJob, verifyBundle, verifyRun} from '../../../src/index.ts'
import {ROOT} from '../../support/hall-rig.ts'
import {start} from '../../support/spawned.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'
import {filesBelow} from '../../support/workshop.ts'

const it = spec('surroundings of the library')
const LIMIT_MS = 120_000
const SMALL = {suites: ['contract'], providers: ['analytic']}
const SECRET = ['hush', '-value-', '4711-abc'].join('')

/** As a caller in plain JavaScript would. */
const loose = (call: (options: never) => Promise<unknown>, options: unknown) => () => call(options as never)

it('options that are unknown, of another kind or missing are refused by name', async () => {
  using dir = tempDir()
  const workspace = dir.path
  const refused = async (options: unknown, words: RegExp) => {
    const error = await throwsCode(loose(evaluate, options), 'invalid_input')
    assert.match(`${error.message} ${error.hint}`, words)
  }
  await refused({workspace, provider: ['mock']}, /providers/)
  await refused({workspace, providers: 'mock'}, /providers of evaluate must be a list of texts/)
  // As by a variable that is not set: taken for none, the built-in provider would be judged instead.
  await refused(
    {workspace, providerModules: ['']},
    /providerModules of evaluate must be a list of texts, none of them empty/,
  )
  await refused({workspace, n: '3'}, /n of evaluate must be a number/)
  await refused({workspace, signal: {aborted: false}}, /AbortSignal/)
  await refused({workspace, ['__proto__x']: 1}, /does not know/)
  await refused({}, /needs the option workspace/)
  await refused(undefined, /one object of options/)
  await refused({workspace: ''}, /a path or a file: URL/)
  assert.equal(readdirSync(workspace), [])
})

it('a number that is no count never removes a run', async () => {
  using dir = tempDir()
  for (const keep of [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, '1', null]) {
    await throwsCode(loose(cleanRuns, {workspace: dir.path, keep, apply: true}), 'invalid_input')
  }
})

it('a relative path needs a place to start from; a URL is a path', async () => {
  using dir = tempDir()
  await throwsCode(() => listRuns({workspace: 'runs'}), 'invalid_input')
  await throwsCode(() => verifyBundle({bundle: 'mine'}), 'invalid_input')
  await throwsCode(() => listRuns({workspace: new URL('https://example.org/runs')}), 'invalid_input')
  assert.is((await listRuns({workspace: '.', cwd: dir.path})).entry_count, 0)
  assert.is((await listRuns({workspace: pathToFileURL(dir.path)})).entry_count, 0)
})

it(
  'an abort closes the run as interrupted, keeps the reason to itself, and lets go of the signal',
  async () => {
    using dir = tempDir()
    const control = new AbortController()
    const onProgress = () => control.abort(new Error(SECRET))
    const run = await evaluate({workspace: dir.path, suites: ['rollout'], signal: control.signal, onProgress})
    assert.equal([run.verdict.state, run.exit.name], ['interrupted', 'interrupted'])
    assert.is(getEventListeners(control.signal, 'abort').length, 0)
    const texts = [...filesBelow(dir.path).values()].map(String)
    assert.not.ok(texts.some((text) => text.includes(SECRET)))
    assert.is((await verifyRun({workspace: dir.path, run: run.run_id})).exit.name, 'ok')
    const idle = new AbortController()
    await listRuns({workspace: dir.path, signal: idle.signal})
    assert.is(getEventListeners(idle.signal, 'abort').length, 0)
  },
  LIMIT_MS,
)

it(
  'secrets of env and of the caller stand in no byte that is written or given back',
  async () => {
    using dir = tempDir()
    const other = `other-${SECRET}`
    const job = join(dir.path, 'job.yaml')
    const echo = `[${JSON.stringify(process.execPath)}, -e, "console.log(process.env.MY_API_KEY, process.env.PLAIN)"]`
    const step = `{id: say, use: exec, with: {argv: ${echo}, env: [MY_API_KEY, PLAIN]}}`
    writeFileSync(job, `schema_version: 1\nname: leak\nsteps:\n  - ${step}\n`)
    const env = {PATH: process.env['PATH'], MY_API_KEY: SECRET, PLAIN: other}
    const result = await runJob({workspace: join(dir.path, 'out'), cwd: dir.path, job, env, secrets: [other]})
    const texts = [JSON.stringify(result), ...[...filesBelow(join(dir.path, 'out')).values()].map(String)]
    assert.not.ok(texts.some((text) => text.includes(SECRET)))
    assert.is(result.exit.name, 'ok', JSON.stringify(result.items))
  },
  LIMIT_MS,
)

it(
  'a provider of the caller is evaluated like any other',
  async () => {
    using dir = tempDir()
    const limits = new Assay().profileOf('mock')
    const exact = {...limits, name: 'mine', capabilities: ['embed'], idempotent: ['embed']} as Provider['profile']
    const mine: Provider = {
      profile: exact,
      embed: ({text = ''}) => ({model: 'length', vector: [text.length, 1]}),
      probe: (level) => ({level, ok: true, detail: 'well'}),
    }
    const options = {workspace: dir.path, suites: ['contract'], ownProviders: [mine], providers: ['mine']}
    const {verdict, measurement} = await evaluate(options)
    assert.ok(
      measurement?.rows.some(({provider}) => provider === 'mine'),
      JSON.stringify(verdict.exit),
    )
    await throwsCode(() => evaluate({...options, ownProviders: []}), 'unknown_provider')
  },
  LIMIT_MS,
)

it(
  // Node's loader asks for its own variables, and packages ask what the terminal can do: neither changes a result.
  'nothing is printed, no handler stays, the exit code is left alone, and the process is not asked',
  async () => {
    using dir = tempDir()
    const library = pathToFileURL(join(ROOT, 'src', 'index.ts')).href
    const script = join(dir.path, 'host.mjs')
    writeFileSync(
      script,
      `const before = [process.eventNames().map(String).join(), Object.getOwnPropertyNames(globalThis).length]
      const {evaluate, benchmark, bundleRun, listProviders, doctor} = await import('${library}')
      const workspace = ${JSON.stringify(join(dir.path, 'out'))}
      const asked = []
      process.env = new Proxy({...process.env}, {get: (env, name) => (asked.push(String(name)), env[name])})
      process.cwd = () => { asked.push('cwd'); return '/' }
      const {run_id: run} = await evaluate({workspace, ...${JSON.stringify(SMALL)}, workers: 2, n: 40})
      await benchmark({workspace, providers: ['mock'], operations: ['predict'], iterations: 3, warmUp: 0})
      await bundleRun({workspace, run})
      await doctor({workspace})
      const {providers} = await listProviders({})
      const registered = providers.find(({name}) => name === 'gr00t').registered
      const after = [process.eventNames().map(String).join(), Object.getOwnPropertyNames(globalThis).length]
      const own = [...new Set(asked)].filter((name) => !/^(NODE_|WATCH_REPORT_|TERM|FORCE_COLOR|NO_COLOR|TMUX|COLORTERM|DEBUG|CI_NAME|TEAMCITY_VERSION)/.test(name))
      process.send({same: JSON.stringify(before) === JSON.stringify(after), before, after, own, registered, code: process.exitCode})`,
    )
    const {fork} = await import('node:child_process')
    // What a package asks depends on whether this is continuous integration: here it always is.
    const env = {...process.env, CI: '1', GROOT_POLICY_HOST: 'example.org', GROOT_POLICY_PORT: '5555'}
    const child = fork(script, {cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe', 'ipc']})
    let printed = ''
    child.stdout?.on('data', (chunk) => (printed += chunk))
    child.stderr?.on('data', (chunk) => (printed += chunk))
    const said = await new Promise<{same: boolean; own: string[]; registered: boolean; code: unknown}>(
      (resolve, reject) => {
        child.on('message', (message) => resolve(message as never))
        child.on('exit', (code) => reject(new Error(`the host ended with ${code}: ${printed}`)))
      },
    )
    child.disconnect()
    assert.equal(
      [printed, said.same, said.own, said.registered, said.code],
      ['', true, [], false, undefined],
      JSON.stringify(said),
    )
  },
  LIMIT_MS,
)

it('importing loads no use case, no adapter and none of the large packages', async () => {
  using dir = tempDir()
  const script = join(dir.path, 'count.mjs')
  const library = pathToFileURL(join(ROOT, 'src', 'index.ts')).href
  writeFileSync(
    script,
    `const {registerHooks} = process.getBuiltinModule('node:module')
    const seen = []
    registerHooks({load: (url, context, next) => (seen.push(url), next(url, context))})
    await import('${library}')
    console.log(JSON.stringify(seen))`,
  )
  const {out} = await start([script], dir.path).ended
  const files: string[] = JSON.parse(out).filter((url: string) => url.startsWith('file:'))
  const heavy =
    /\/src\/(eval|benchmark|evidence|job|compare|doctor|cli|commands|run|compose)\/|\/(undici|execa|ws|zeromq|@mcap|yaml|prom-client)\//
  assert.equal(
    files.filter((file) => heavy.test(file)),
    [],
  )
  assert.ok(files.some((file) => file.endsWith('/src/library/evaluate.ts')))
  assert.ok(readFileSync(join(ROOT, 'src', 'index.ts'), 'utf8').length > 0)
})
it.run()
