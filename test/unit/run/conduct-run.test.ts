import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {nodeFiles} from '#path/node-files'
import {readJournal} from '#run/journal'
import {readRunListing} from '#run/list-runs'
import {readRun} from '#run/read-run'
import {sealCrashedRuns} from '#run/seal-run'
import {failingFiles, fakeProcesses, outcome, runRig, TRIAL} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('conducting a run')

it('a run exists, running and readable, before its work begins', async () => {
  using rig = runRig()
  await rig.conduct(async (trial) => {
    const view = readRun({path: rig.path}, trial.runId, rig.ports)
    assert.ok(view.kind === 'run')
    assert.equal([view.status, view.lease, view.manifest.outcome], ['running', 'live', null])
    return outcome()
  })
})
it('a good verdict closes as passed, a bad one as failed, each with its exit and its reason', async () => {
  using rig = runRig()
  const good = await rig.conduct()
  const bad = await rig.conduct(async () => outcome('fail'))
  assert.equal([good.manifest.status, good.manifest.outcome?.exit_code], ['passed', 0])
  assert.equal(
    [bad.manifest.status, bad.manifest.outcome?.exit_code, bad.manifest.outcome?.reason],
    ['failed', 1, 'the gate says fail'],
  )
  assert.is(bad.manifest.workflow_trace?.status, 'failed')
})
it('every file of the run is listed with its true digest, and the journal is sealed by its head', async () => {
  using rig = runRig()
  const {manifest, runId} = await rig.conduct(async (trial) => {
    await trial.write({path: 'artifacts/deep/er/note.txt', label: 'note', kind: 'artifact', content: {text: 'hello\n'}})
    const log = await trial.lines('results/episodes.ndjson', 'episodes', 'result')
    for (let at = 0; at < 500; at++) log.append({episode: at})
    return outcome()
  })
  const folder = join(rig.path, 'runs', runId)
  const onDisk = readdirSync(folder, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile())
  assert.is(onDisk.length, manifest.artifacts.length + 1, 'all files but the manifest')
  const {sha256} = await import('#digest/sha256')
  for (const file of manifest.artifacts)
    assert.is(sha256(readFileSync(join(folder, file.path))), file.sha256, file.path)
  const journal = readJournal(readFileSync(join(folder, 'journal.ndjson')), runId)
  assert.equal(manifest.journal && [manifest.journal.head, manifest.journal.records], [
    journal.head,
    journal.records.length,
  ])
  assert.is(readFileSync(join(folder, 'results/episodes.ndjson'), 'utf8').trim().split('\n').length, 500)
})
it('work that throws closes the run with the exit of the error, and the error goes on', async () => {
  using rig = runRig()
  await throwsCode(
    () =>
      rig.conduct(async () => {
        throw new AssayError('unreachable', 'nobody answers')
      }),
    'unreachable',
  )
  const [run] = readRunListing({path: rig.path}, rig.ports).runs
  assert.equal(
    [run?.status, run?.manifest.outcome?.verdict, run?.manifest.outcome?.exit_code],
    ['failed', 'unavailable', 3],
  )
})
it('a foreign error is a bug: exit 70 in the manifest, its message only in memory', async () => {
  using rig = runRig()
  const thrown = await rig
    .conduct(async () => {
      throw new TypeError('secret detail')
    })
    .catch((error: unknown) => error)
  assert.instance(thrown, TypeError)
  const [run] = readRunListing({path: rig.path}, rig.ports).runs
  assert.is(run?.manifest.outcome?.exit_code, 70)
  assert.not.match(JSON.stringify(run?.manifest), /secret detail/)
})
it('a signal closes the run as cancelled with the number of the signal', async () => {
  for (const [name, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    using rig = runRig()
    const controller = new AbortController()
    const run = await rig.conduct(async (trial, signal) => {
      await trial.steps.start({stepId: 'long', operation: 'predict'})
      controller.abort(name)
      signal.throwIfAborted()
      return outcome()
    }, controller.signal)
    assert.equal([run.manifest.status, run.manifest.outcome?.exit_code], ['cancelled', code])
    assert.is(run.manifest.workflow_trace?.status, 'cancelled')
  }
})
it('a step left open by its work counts as failed in the trace', async () => {
  using rig = runRig()
  const run = await rig.conduct(async (trial) => {
    await trial.steps.start({stepId: 'left', operation: 'predict'})
    return outcome('fail')
  })
  const trace = JSON.parse(readFileSync(join(rig.path, run.path, 'reports/workflow_trace.json'), 'utf8'))
  assert.is(trace.steps[0].error_summary, 'no_terminal_event')
})
it('ids stay in order when the clock steps back an hour between runs', async () => {
  using rig = runRig()
  const first = await rig.conduct()
  rig.clock.set(rig.clock.nowMs() - 3_600_000)
  const second = await rig.conduct()
  assert.ok(second.runId > first.runId)
})
it('a registered secret reaches no file of the run', async () => {
  using rig = runRig()
  const secret = ['open', 'sesame', '4711', 'xyzzy'].join('-')
  rig.ports.redactor.register(secret)
  const run = await rig.conduct(
    async (trial) => {
      await trial.steps.start({stepId: 'a', operation: 'predict'})
      await trial.steps.finish('a', {status: 'failed', errorSummary: `token ${secret} refused`})
      await trial.write({path: 'artifacts/reply.txt', label: 'reply', kind: 'artifact', content: {text: `${secret}\n`}})
      return outcome('fail', {message: Buffer.from(secret).toString('base64')})
    },
    undefined,
    {...TRIAL, commandArgv: ['eval', '--token', secret]},
  )
  const files = readdirSync(join(rig.path, run.path), {recursive: true, withFileTypes: true}).filter((entry) =>
    entry.isFile(),
  )
  for (const file of files) {
    const text = readFileSync(join(file.parentPath, file.name), 'utf8')
    assert.not.ok(text.includes(secret) || text.includes(Buffer.from(secret).toString('base64')), file.name)
  }
})
it('a secret that Markdown would escape is masked in the trace for people too', async () => {
  using rig = runRig()
  const parts = ['9cdQjUxS  j3tM', 'oBn']
  rig.ports.redactor.register(parts.join('|'))
  const run = await rig.conduct(async (trial) => {
    await trial.steps.start({stepId: 'a', operation: 'predict'})
    await trial.steps.finish('a', {status: 'failed', errorSummary: `refused ${parts.join('|')}`})
    return outcome('fail')
  })
  const trace = readFileSync(join(rig.path, run.path, 'reports/workflow_trace.md'), 'utf8')
  assert.match(trace, /refused \[redacted:/)
  assert.not.match(trace, parts[0] ?? '')
})
it('a full disk ends as disk_full, never as success, and leaves a readable run that looks interrupted', async () => {
  for (const operation of ['write', 'sync', 'open', 'rename']) {
    for (const from of [1, 4, 8, 12, 20, 28]) {
      using rig = runRig()
      const files = failingFiles(nodeFiles, {operation, errno: 'ENOSPC', from})
      const broken = {...rig.ports, files}
      const {conductRun} = await import('#run/conduct-run')
      const ended = await conductRun(
        {workspace: rig.path, trial: TRIAL},
        broken,
        new AbortController().signal,
        async (trial) => {
          await trial.steps.start({stepId: 'a', operation: 'predict'})
          await trial.steps.finish('a', {status: 'success'})
          return outcome()
        },
      ).catch((error: unknown) => error)
      if (!(ended instanceof Error)) continue // The fault lies behind the last call of this kind.
      assert.is(ended instanceof AssayError && ended.code, 'disk_full', `${operation} ${from}`)
      for (const run of readRunListing({path: rig.path}, rig.ports).runs)
        assert.is(run.status, 'interrupted', `${operation} ${from}`)
    }
  }
})
it('a run whose owner died after the journal had the last word is sealed by the next writer', async () => {
  using rig = runRig()
  const {runId} = await rig.conduct(async () => outcome('fail'))
  const folder = join(rig.path, 'runs', runId)
  const manifest = JSON.parse(readFileSync(join(folder, 'run_manifest.json'), 'utf8'))
  const opening = {
    ...manifest,
    status: 'running',
    outcome: null,
    ended_at: null,
    duration_ms: null,
    artifacts: [],
    journal: null,
  }
  writeFileSync(
    join(folder, 'run_manifest.json'),
    JSON.stringify({...opening, workflow_trace: null, result_digest: null}),
  )
  const {leaseFor} = await import('#run/hold-lease')
  const dead = leaseFor({runId, workspaceId: manifest.workspace_id, epoch: 1}, fakeProcesses({99: 'x'}, 99))
  writeFileSync(join(folder, 'lease.json'), JSON.stringify(dead))
  assert.is(readRunListing({path: rig.path}, rig.ports).runs[0]?.status, 'interrupted')
  assert.equal(await sealCrashedRuns({path: rig.path, id: manifest.workspace_id}, rig.ports), [runId])
  const sealed = readRunListing({path: rig.path}, rig.ports).runs[0]?.manifest
  assert.equal(
    [sealed?.status, sealed?.outcome?.exit_code, sealed?.result_digest],
    ['failed', 1, manifest.result_digest],
  )
  assert.equal(
    sealed?.issues.map((issue) => issue.code),
    ['sealed_after_crash'],
  )
})
it('a run that another process took over is not closed by the first', async () => {
  using rig = runRig()
  await throwsCode(
    () =>
      rig.conduct(async (trial) => {
        const path = join(rig.path, 'runs', trial.runId, 'lease.json')
        writeFileSync(path, JSON.stringify({...JSON.parse(readFileSync(path, 'utf8')), epoch: 2}))
        return outcome()
      }),
    'lease_lost',
  )
  assert.is(readRunListing({path: rig.path}, rig.ports).runs[0]?.manifest.status, 'running')
})
it('files with names that no manifest can hold are told, and do not keep the run from closing', async () => {
  using rig = runRig()
  const run = await rig.conduct(async (trial) => {
    for (const name of ['c:odd.txt', 'back\\slash.txt', 'new\nline.txt'])
      writeFileSync(join(rig.path, 'runs', trial.runId, 'artifacts', name), 'x')
    return outcome()
  })
  assert.equal(run.manifest.issues, [
    {code: 'file_not_listed', message: '3 files have names that cannot be listed or bundled'},
  ])
  assert.is(readRunListing({path: rig.path}, rig.ports).runs[0]?.status, 'passed')
})
it('a workspace that is a file, or whose runs/ is one, is refused', async () => {
  using rig = runRig()
  writeFileSync(join(rig.path, 'runs'), 'mine')
  await throwsCode(() => rig.conduct(), 'workspace_invalid')
  assert.is(readFileSync(join(rig.path, 'runs'), 'utf8'), 'mine')
})
it.run()
