import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {policyOf} from '#provider/model/request-policy'
import {
  Action,
  Assay,
  benchmark,
  evaluate,
  type LogRecord,
  listProviders,
  type Provider,
  runJob,
  showRun,
  Tensor,
} from '../../../src/index.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'
import {filesBelow} from '../../support/workshop.ts'

const it = spec('what a caller brings to the library')
const LIMIT_MS = 120_000
const SECRET = ['hush', '-value-', '4711-abc'].join('')
const FEW = {suites: ['contract'], environments: ['two-room'], n: 20}
const MEASURED = {operations: ['score'], iterations: 2, warmUp: 0}

/** A module that tells its process in a file beside it, and ends only when it is ended. */
function putModule(folder: string, score: string): void {
  const profile = {
    name: 'guest',
    maturity: 'experimental',
    capabilities: ['score'],
    transport: 'in_process',
    deterministic: true,
    requires: {all_of: [], any_of: []},
    optional: [],
    max_probe_level: 'configured',
    idempotent: [],
    request_policy: policyOf({health: [5, 1], request: [20, 1]}),
  }
  writeFileSync(
    join(folder, 'guest.mjs'),
    `import {appendFileSync} from 'node:fs'
appendFileSync(new URL('pids', import.meta.url), process.pid + '\\n')
setInterval(() => {}, 1000)
const profile = ${JSON.stringify(profile)}
const score = () => { ${score} }
export const assayProvider = {apiVersion: 1, create: () => ({profile, score, probe: (level) => ({level, ok: true, detail: 'fine'})})}`,
  )
}

/** Every process that loaded the module in this folder. */
const pidsIn = (folder: string) => readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number)

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it(
  'a module is loaded in processes of their own, which end before the call does',
  async () => {
    using dir = tempDir()
    putModule(dir.path, 'return {scores: [1, 2, 3], lower_is_better: true}')
    const options = {cwd: dir.path, workspace: join(dir.path, 'out'), providerModules: ['./guest.mjs']}
    const {providers} = await listProviders({cwd: dir.path, providerModules: ['./guest.mjs']})
    assert.ok(providers.some(({name}) => name === 'guest'))
    const measured = await benchmark({...options, ...MEASURED, providers: ['guest']})
    assert.is(measured.rows[0]?.provider, 'guest', JSON.stringify(measured.exit))
    const {measurement} = await evaluate({...options, ...FEW, providers: ['guest']})
    assert.ok(measurement?.rows.some(({provider}) => provider === 'guest'))
    await throwsCode(() => evaluate({...options, suites: ['none-such'], providers: ['guest']}), 'suite_unknown')
    await throwsCode(() => evaluate({...options, runtimeAssets: 'gone.json', providers: ['guest']}), 'file_missing')
    const pids = pidsIn(dir.path)
    assert.ok(pids.length >= 4)
    assert.not.ok(pids.includes(process.pid))
    assert.equal(pids.filter(isThere), [])
  },
  LIMIT_MS,
)

it(
  'a module that ends its process ends no program, and no verdict is good',
  async () => {
    using dir = tempDir()
    putModule(dir.path, 'process.exit(0)')
    const options = {cwd: dir.path, workspace: join(dir.path, 'out'), providerModules: ['./guest.mjs']}
    const {exit} = await evaluate({...options, ...FEW, providers: ['guest']})
    assert.is.not(exit.name, 'ok')
  },
  LIMIT_MS,
)

it(
  'a run of a program refers to the assets that it names, and one that is another fails it',
  async () => {
    using dir = tempDir()
    const workspace = dir.path
    const put = (size: number) => {
      const asset = {
        id: 'weights',
        path: 'w.bin',
        cache_root: '.',
        source: 'hf:org/name',
        local_only: true,
        size_bytes: size,
      }
      writeFileSync(join(workspace, 'assets.json'), JSON.stringify({schema_version: 1, assets: [asset]}))
    }
    writeFileSync(join(workspace, 'w.bin'), 'weights')
    writeFileSync(
      join(workspace, 'job.json'),
      JSON.stringify({schema_version: 1, name: 'j', steps: [{id: 'a', use: 'doctor', with: {}}]}),
    )
    const named = {workspace, runtimeAssets: 'assets.json'}
    put(7)
    const runs = [
      await evaluate({...named, suites: ['contract'], providers: ['mock'], n: 2}),
      await benchmark({...named, ...MEASURED, operations: ['predict']}),
      await runJob({...named, job: 'job.json'}),
    ]
    for (const {run_id: run = ''} of runs) {
      const {manifest} = await showRun({workspace, run})
      assert.equal(
        manifest?.runtime_assets?.map(({id, exists}) => [id, exists]),
        [['weights', true]],
      )
    }
    put(8)
    await throwsCode(() => benchmark({...named, ...MEASURED, operations: ['predict']}), 'asset_checksum')
    await throwsCode(() => evaluate({workspace, runtimeAssets: 'gone.json'}), 'file_missing')
  },
  LIMIT_MS,
)

it(
  'who listens hears events and decisions, and no secret',
  async () => {
    using dir = tempDir()
    putModule(dir.path, `throw new Error('token ${SECRET}')`)
    const heard: LogRecord[] = []
    const own = {cwd: dir.path, workspace: join(dir.path, 'out'), providerModules: ['./guest.mjs'], secrets: [SECRET]}
    await evaluate({...own, suites: ['contract'], providers: ['guest'], onLog: (record) => heard.push(record)})
    const kinds = new Set(heard.map(({facts}) => facts['event_type']))
    assert.equal([...kinds].sort(), ['decision', 'provider_event'])
    assert.ok(heard.some(({level}) => level === 'warn'))
    assert.not.ok(JSON.stringify(heard).includes(SECRET))
    const texts = [...filesBelow(own.workspace).values()].map(String)
    assert.not.ok(texts.some((text) => text.includes(SECRET)))
  },
  LIMIT_MS,
)

/** Knows vectors alone, and a double integrator exactly. */
const BATCHES: Provider = {
  profile: {...new Assay().profileOf('mock'), name: 'vectors', capabilities: ['predict'], idempotent: ['predict']},
  predictBatch({states, actions}) {
    const [count = 0, horizon = 0] = actions.shape
    const [held, forces] = [states.toFloat64(), actions.toFloat64()]
    const ends: number[] = []
    for (let row = 0; row < count; row++) {
      let [x = 0, y = 0, vx = 0, vy = 0] = held.slice(states.shape[0] === 1 ? 0 : row * 4)
      for (let step = 0; step < horizon; step++) {
        const at = (row * horizon + step) * 2
        const [fx, fy] = [forces[at] ?? 0, forces[at + 1] ?? 0].map((force) => Math.max(-1, Math.min(1, force)))
        x += 0.1 * vx + 0.005 * (fx ?? 0)
        y += 0.1 * vy + 0.005 * (fy ?? 0)
        vx += 0.1 * (fx ?? 0)
        vy += 0.1 * (fy ?? 0)
        ends.push(x, y, vx, vy)
      }
    }
    return {states: Tensor.of('float64', [count, horizon, 4], ends)}
  },
  probe: (level) => ({level, ok: true, detail: 'well'}),
}

it(
  'one prediction of a provider that knows vectors alone is a batch of one, as it is for a module',
  async () => {
    using dir = tempDir()
    const asked = {suites: ['contract', 'fidelity'], environments: ['double-integrator'], n: 5}
    const options = {workspace: dir.path, ...asked, providers: ['vectors'], ownProviders: [BATCHES]}
    const {exit, verdict} = await evaluate(options)
    assert.equal([exit.name, verdict.counts?.errored], ['ok', 0], exit.reason)
    const assay = new Assay()
    assay.registerProvider(BATCHES)
    const environment = {id: 'double-integrator'}
    const world = {
      schema_version: 1,
      id: 'w',
      name: 'w',
      provider: 'vectors',
      step: 0,
      metadata: {environment},
    } as const
    await throwsCode(() => assay.predict(world, Action.noop(), 1, 'vectors'), 'world_state_invalid')
  },
  LIMIT_MS,
)

it.run()
