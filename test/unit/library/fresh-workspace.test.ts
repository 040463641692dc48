import {existsSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {Assay, checkHealth, evaluate, listRuns, planJob, runJob} from '../../../src/index.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('a workspace that is missing, and no other folder named')
const LIMIT_MS = 120_000
const SMALL = {suites: ['contract'], environments: ['two-room'], n: 5}

function putModule(folder: string): string {
  const profile = {...new Assay().profileOf('mock'), name: 'guest', capabilities: ['embed'], idempotent: ['embed']}
  const path = join(folder, 'guest.mjs')
  writeFileSync(
    path,
    `const profile = ${JSON.stringify(profile)}
const embed = ({text = ''}) => ({model: 'lengths', vector: [text.length, 1]})
export const assayProvider = {apiVersion: 1, create: () => ({profile, embed, probe: (level) => ({level, ok: true, detail: 'well'})})}`,
  )
  return path
}

it(
  'is made for modules, reports and metrics of an evaluation',
  async () => {
    using dir = tempDir()
    const workspace = join(dir.path, 'above', 'out')
    const files = {reports: ['r.html'], metricsFile: 'm.prom'}
    const {verdict} = await evaluate({workspace, ...SMALL, providerModules: [putModule(dir.path)], ...files})
    assert.is(verdict.state, 'pass', verdict.exit.reason)
    assert.ok(existsSync(join(workspace, 'r.html')) && existsSync(join(workspace, 'm.prom')))
  },
  LIMIT_MS,
)

it(
  'is made for the steps of a job',
  async () => {
    using dir = tempDir()
    const workspace = join(dir.path, 'out')
    const job = join(dir.path, 'job.yaml')
    const argv = JSON.stringify([process.execPath, '-e', ''])
    writeFileSync(job, `schema_version: 1\nname: mini\nsteps:\n  - {id: hello, use: exec, with: {argv: ${argv}}}\n`)
    await planJob({workspace, job})
    assert.not.ok(existsSync(workspace), 'a plan leaves nothing')
    assert.is((await runJob({workspace, job})).exit.name, 'ok')
  },
  LIMIT_MS,
)

it('is left missing by a call that is refused or only looks, and one that was there stays', async () => {
  using dir = tempDir()
  const above = join(dir.path, 'above')
  const workspace = join(above, 'out')
  await throwsCode(() => evaluate({workspace, ...SMALL, providers: ['analytik']}), 'unknown_provider')
  await throwsCode(() => evaluate({workspace, ...SMALL, reports: ['r.nothing']}), 'usage')
  await throwsCode(() => evaluate({workspace, ...SMALL, providersFile: 'none.yaml'}), 'file_missing')
  const providerModules = [putModule(dir.path)]
  assert.is((await checkHealth({workspace, providerModules, provider: 'guest'})).exit.name, 'ok')
  await throwsCode(() => listRuns({workspace, reports: ['r.html']}), 'usage')
  assert.not.ok(existsSync(above))
  await throwsCode(() => evaluate({workspace: dir.path, ...SMALL, providers: ['analytik']}), 'unknown_provider')
  assert.ok(existsSync(dir.path))
})

it.run()
