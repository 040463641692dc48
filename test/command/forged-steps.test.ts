import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {ForgedRun, Json} from '../support/forge/forged-run.ts'
import {untoldForgeries} from '../support/forge/untold-forgeries.ts'
import {assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('steps that are told otherwise')
const LIMIT_MS = 120_000
const env = {PATH: process.env['PATH'] ?? ''}
type Tree = {[key: string]: Json}

/** A job whose step `good` passes, and whose step `bad` ends with exit code 3. */
async function runJob(dir: string): Promise<string> {
  const exec = (id: string, code: number) => ({id, use: 'exec', with: {argv: ['sh', '-c', `exit ${code}`]}})
  const job = {schema_version: 1, name: 'j', steps: [exec('good', 0), exec('bad', 3)]}
  writeFileSync(join(dir, 'job.json'), JSON.stringify(job))
  const {code, document} = await assayJson(['run', 'job.json'], {cwd: dir, env})
  assert.is(code, 1, JSON.stringify(document))
  assert.is((await assayJson(['runs', 'verify', String(document.run_id)], {cwd: dir})).code, 0)
  return String(document.run_id)
}

const TRACE = 'reports/workflow_trace.json'
const JOURNAL = 'journal.ndjson'

/** The failed steps of the item succeed in the trace. */
function whiten(run: ForgedRun, ids = /^bad/): void {
  run.edit(TRACE, (trace) => {
    const counts = trace['status_counts'] as {[key: string]: number}
    for (const step of trace['steps'] as Tree[]) {
      if (!ids.test(String(step['step_id'])) || step['status'] !== 'failed') continue
      step['status'] = 'success'
      delete step['error_summary']
      Object.assign(counts, {failed: (counts['failed'] ?? 0) - 1, success: (counts['success'] ?? 0) + 1})
    }
  })
}

function onJournal(run: ForgedRun, change: (data: Tree, type: Json | undefined) => void): void {
  const lines = run.lines(JOURNAL)
  for (const {data, type} of lines) change(data as Tree, type)
  run.putLines(JOURNAL, lines)
}

const whitenJournal = (run: ForgedRun) =>
  onJournal(run, (data) => {
    if (!/^bad/.test(String(data['step_id'])) || data['status'] !== 'failed') return
    data['status'] = 'success'
    delete data['error_summary']
  })

it(
  'steps that succeeded in trace or journal, and failed in the other or by the verdict of their item, are told',
  async () => {
    using dir = tempDir()
    const runId = await runJob(dir.path)
    const told = await untoldForgeries(
      dir.path,
      runId,
      {
        'the trace alone': (run) => whiten(run),
        'the journal alone': whitenJournal,
        both(run) {
          whiten(run)
          whitenJournal(run)
        },
        'another word for why': (run) =>
          run.edit(TRACE, ({steps}) => {
            for (const step of steps as Tree[]) if ('error_summary' in step) step['error_summary'] = 'all is well'
          }),
        'another word for why, in both': (run) => {
          run.edit(TRACE, ({steps}) => {
            for (const step of steps as Tree[]) if ('error_summary' in step) step['error_summary'] = 'all is well'
          })
          onJournal(run, (data) => {
            if ('error_summary' in data) data['error_summary'] = 'all is well'
          })
        },
        'a step that the trace does not tell': (run) =>
          run.edit(TRACE, (trace) => {
            trace['steps'] = (trace['steps'] as Tree[]).filter(({step_id: id}) => id !== 'bad.verdict')
            Object.assign(trace, {step_count: Number(trace['step_count']) - 1})
            const counts = trace['status_counts'] as {[key: string]: number}
            counts['failed'] = (counts['failed'] ?? 0) - 1
          }),
      },
      'trace_contradiction',
    )
    assert.equal(told, [])
  },
  LIMIT_MS,
)

it(
  'a journal that keeps back what every version told of the beginning and the end is told',
  async () => {
    using dir = tempDir()
    const runId = await runJob(dir.path)
    const without = (name: string) => (run: ForgedRun) => onJournal(run, (data) => void delete data[name])
    const told = await untoldForgeries(
      dir.path,
      runId,
      {
        ...Object.fromEntries(
          ['counts', 'result_digest', 'event_count', 'duration_ms', 'ended_at', 'result_summary', 'run_id'].map(
            (name) => [name, without(name)],
          ),
        ),
        'kind and command': (run) => {
          without('kind')(run)
          without('command')(run)
        },
      },
      'journal_contradiction',
    )
    assert.equal(told, [])
  },
  LIMIT_MS,
)

it(
  'a step that passes against what it kept of its program, its diagnosis or its probes is told',
  async () => {
    using dir = tempDir()
    const steps = [
      {id: 'x', use: 'exec', with: {argv: ['sh', '-c', 'exit 0']}},
      {id: 'd', use: 'doctor', with: {strict: false}},
      {id: 'h', use: 'provider.health', with: {providers: ['analytic']}},
    ]
    writeFileSync(join(dir.path, 'job.json'), JSON.stringify({schema_version: 1, name: 'j', steps}))
    const {code, document} = await assayJson(['run', 'job.json'], {cwd: dir.path, env})
    assert.is(code, 0, JSON.stringify(document))
    const runId = String(document.run_id)
    const whole = await assayJson(['runs', 'verify', runId], {cwd: dir.path})
    assert.is(whole.code, 0, JSON.stringify(whole.document))
    const folderOf = (run: ForgedRun, id: string) =>
      `items/${(run.json('plan.json')['items'] as Tree[]).find((item) => item['step_id'] === id)?.['item_id']}`
    const on = (id: string, file: string, change: (one: Tree) => void) => (run: ForgedRun) =>
      run.edit(`${folderOf(run, id)}/${file}`, change)
    const told = await untoldForgeries(dir.path, runId, {
      'exit code 3 beside a member with code 0': on('x', 'result.json', (one) => {
        Object.assign(one['end'] as Tree, {code: 3})
        one['note'] = {code: 0}
      }),
      'a signal': on('x', 'result.json', (one) => Object.assign(one, {end: {kind: 'signalled', signal: 'SIGKILL'}})),
      'a member that no step writes': on('x', 'result.json', (one) =>
        Object.assign(one, {note: 'all 12 tests passed'}),
      ),
      'last lines of a program that failed': on('x', 'result.json', (one) =>
        Object.assign(one['log'] as Tree, {last_lines: ['3 of 12 tests failed']}),
      ),
      'another reason': on('x', 'verdict.json', (one) => Object.assign(one['exit'] as Tree, {reason: 'all is well'})),
      'another check in the result of doctor': on('d', 'result.json', (one) =>
        Object.assign((one['checks'] as Tree[])[0] ?? {}, {status: 'failed'}),
      ),
      'a diagnosis that is none': on('d', 'timing.json', (one) => void delete one['checks']),
      'health that was measured otherwise': on('h', 'timing.json', (one) =>
        Object.assign((one['providers'] as Tree[])[0] ?? {}, {status: 'unhealthy'}),
      ),
      'health told otherwise': on('h', 'result.json', (one) =>
        Object.assign((one['providers'] as Tree[])[0] ?? {}, {status: 'unhealthy'}),
      ),
    })
    assert.equal(told, [])
  },
  LIMIT_MS,
)

it.run()
