import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {startExactServer} from '../support/exact-reply.ts'
import {assayJson, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('contract of right providers elsewhere')
const LIMIT_MS = 120_000
const SRC = new URL('../../src/', import.meta.url)
const MODULE = `
import {analytic} from '${new URL('provider/adapter/analytic/analytic.ts', SRC)}'
const later = (slot) => async (request, {signal}) => {
  await new Promise((resolve) => setTimeout(resolve, 1))
  signal.throwIfAborted()
  return analytic[slot](request)
}
export const assayProvider = {apiVersion: 1, create: () => ({...analytic, profile: {...analytic.profile, name: 'module'},
  checks: undefined, predict: later('predict'), predictBatch: later('predictBatch'), score: later('score')})}`

it(
  'a module that hears of calls given up, a program and a server that answer many at once keep every promise, and their runs verify',
  async () => {
    using dir = tempDir()
    await using server = await startExactServer()
    const capabilities = ['predict', 'score']
    const command = [process.execPath, join(ROOT, 'test/support/exact-program.ts')]
    const providers = [
      {name: 'program', transport: 'stdio', capabilities, deterministic: true, command},
      {name: 'server', transport: 'http', capabilities, deterministic: true, base_url: server.url},
      {name: 'module', transport: 'module', capabilities, module: './own.mjs'},
    ]
    writeFileSync(join(dir.path, 'own.mjs'), MODULE)
    writeFileSync(join(dir.path, 'providers.json'), JSON.stringify({schema_version: 1, providers}))
    const worlds = ['--env', 'pendulum', '--env', 'two-room']
    const asked = ['eval', '--suite', 'contract', ...worlds, '--n', '60', '--allow-loopback']
    const options = {cwd: dir.path, env: {PATH: process.env['PATH'] ?? ''}}
    const {code, document, err} = await assayJson([...asked, '--providers', 'providers.json'], options)
    assert.is(code, 0, `${err} ${JSON.stringify(document.measurement?.not_run ?? document)}`)
    const rows = document.measurement.rows as {provider: string; state: string; estimate: number; n: number}[]
    assert.equal(
      rows.map(({provider, state, estimate, n}) => [provider, state, estimate, n]),
      ['program', 'server', 'module'].map((name) => [name, 'pass', 0, 60]),
    )
    assert.is((await assayJson(['runs', 'verify', document.run_id], options)).code, 0)
  },
  LIMIT_MS,
)

it.run()
