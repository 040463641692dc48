import {appendFileSync, linkSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {RunsVerifyResult} from '#contract/generated/types'
import {checkRun} from '#evidence/verify/verify-run'
import {badChecks, evidenceRig} from '../../support/evidence-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('verify run')
type Rig = ReturnType<typeof evidenceRig>
type Made = Awaited<ReturnType<Rig['run']>>

const verify = (rig: Rig, {runId}: Pick<Made, 'runId'>): Promise<RunsVerifyResult> =>
  checkRun({workspace: rig.path, runId, requireSignature: false}, rig.ports)

it('holds for every kind of ended run, with whatever a child left', async () => {
  using rig = evidenceRig()
  for (const state of ['pass', 'fail'] as const) {
    const result = await verify(rig, await rig.run({'model.bin': new Uint8Array([1, 2, 3]), 'a/b.txt': 'x'}, state))
    assert.equal(badChecks(result), [])
    assert.is(result.exit.code, 0)
  }
})

const TAMPERINGS: readonly (readonly [string, string, (folder: string) => void])[] = [
  ['a file was changed', 'artifact-digests', (folder) => appendFileSync(join(folder, 'artifacts/notes.txt'), 'x')],
  ['a file is missing', 'artifacts', (folder) => rmSync(join(folder, 'artifacts/notes.txt'))],
  ['a file was added', 'artifacts', (folder) => writeFileSync(join(folder, 'artifacts/more.txt'), 'x')],
  [
    'a file with a name that is no UTF-8 was added',
    'regular-files',
    (folder) => writeFileSync(Buffer.concat([Buffer.from(`${folder}/artifacts/x`), Buffer.from([0xff])]), 'x'),
  ],
  ['a link was added', 'regular-files', (folder) => symlinkSync('/etc/hosts', join(folder, 'artifacts/link'))],
  [
    'a file has a second name',
    'regular-files',
    (folder) => linkSync(join(folder, 'artifacts/notes.txt'), join(folder, 'two.txt')),
  ],
  [
    'a journal record was changed',
    'journal-chain',
    (folder) => edit(join(folder, 'journal.ndjson'), 'physics', 'chemist'),
  ],
  [
    'the journal ends with a number that JSON cannot hold',
    'journal-chain',
    (folder) => edit(join(folder, 'journal.ndjson'), '"exit_code":0', '"exit_code":1e999'),
  ],
  [
    'the journal ends in a deep outcome',
    'journal-chain',
    (folder) =>
      edit(join(folder, 'journal.ndjson'), '"exit_code":0', `"exit_code":${'['.repeat(6_000)}${']'.repeat(6_000)}`),
  ],
  ['the journal is missing', 'journal-chain', (folder) => rmSync(join(folder, 'journal.ndjson'))],
  [
    'the trace was changed',
    'workflow-trace',
    (folder) => edit(join(folder, 'reports/workflow_trace.json'), '"success"', '"failed"'),
  ],
  [
    'the trace as people read it was changed',
    'reports',
    (folder) => edit(join(folder, 'reports/workflow_trace.md'), 'success', 'skipped'),
  ],
  [
    'a page that is not drawn again has a heading more',
    'reports',
    (folder) => edit(join(folder, 'reports/report.html'), '<main>', '<main>\n<h1>passed</h1>'),
  ],
  [
    'JUnit that is not drawn again counts other cases',
    'reports',
    (folder) => edit(join(folder, 'reports/report.junit.xml'), 'tests="', 'tests="9'),
  ],
  [
    'a text that is not drawn again has something above its end',
    'reports',
    (folder) => edit(join(folder, 'reports/report.txt'), '\n', '\nall is well\n'),
  ],
  ['the trace is missing', 'workflow-trace', (folder) => rmSync(join(folder, 'reports/workflow_trace.json'))],
  ['the verdict was changed', 'run-status', (folder) => edit(join(folder, 'results/verdict.json'), '"pass"', '"fail"')],
]

for (const [name, check, tamper] of TAMPERINGS) {
  it(`fails ${check} when ${name}`, async () => {
    using rig = evidenceRig()
    const made = await rig.run({'notes.txt': 'all good\n'})
    tamper(join(rig.path, 'runs', made.runId))
    const result = await verify(rig, made)
    assert.is(result.exit.code, 1)
    assert.ok(badChecks(result).includes(check), badChecks(result).join())
  })
}

it('fails for a run that was interrupted', async () => {
  using rig = evidenceRig()
  const made = await rig.run()
  const path = join(rig.path, 'runs', made.runId, 'run_manifest.json')
  const open = {
    status: 'running',
    outcome: null,
    ended_at: null,
    duration_ms: null,
    journal: null,
    workflow_trace: null,
    artifacts: [],
  }
  writeFileSync(path, `${JSON.stringify({...JSON.parse(readFileSync(path, 'utf8')), ...open}, null, 2)}\n`)
  const result = await verify(rig, made)
  assert.ok(result.findings.some(({code}) => code === 'run_interrupted'))
  assert.is(result.complete, false)
})

it('tells unknown, unreadable and live runs apart', async () => {
  using rig = evidenceRig()
  const made = await rig.run()
  const runId = made.runId.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) as typeof made.runId
  await throwsCode(() => verify(rig, {runId}), 'run_not_found')
  writeFileSync(join(rig.path, 'runs', made.runId, 'run_manifest.json'), '{')
  await throwsCode(() => verify(rig, made), 'run_unreadable')
  await rig
    .conduct(async (trial) => {
      await throwsCode(() => verify(rig, {runId: trial.runId}), 'run_live')
      throw new Error('ends')
    })
    .catch(() => undefined)
})

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8')
  assert.match(text, from)
  writeFileSync(path, text.replace(from, to))
}

it.run()
