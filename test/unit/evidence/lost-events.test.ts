import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {RunId} from '#contract/ids'
import {checkRun} from '#evidence/verify/verify-run'
import {judgeVerdict} from '#gate/verdict'
import type {Files} from '#path/files'
import {nodeFiles} from '#path/node-files'
import {conductRun} from '#run/conduct-run'
import {NO_COUNTS} from '#run/manifest'
import type {RunOutcome} from '#run/run-recorder'
import {eventOf} from '../../support/fakes/events.ts'
import {ForgedRun, type Json} from '../../support/forge/forged-run.ts'
import {outcome, runRig, TRIAL} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('verdicts of runs that lost events')
type Rig = ReturnType<typeof runRig>
const LOST = {code: 'event_log_incomplete', message: '1 provider events could not be written'}

/** A disk on which no event can be written. */
const withoutEvents: Files = {
  ...nodeFiles,
  writer: {
    ...nodeFiles.writer,
    async open(path, how, options) {
      const file = await nodeFiles.writer.open(path, how, options)
      const fail = () => Promise.reject(Object.assign(new Error('ENOSPC'), {code: 'ENOSPC'}))
      return path.endsWith('events.ndjson') ? {...file, sync: fail, write: fail} : file
    },
  },
}

/** A disk that is full in the middle of a line. */
const halfOfEvents: Files = {
  ...nodeFiles,
  writer: {
    ...nodeFiles.writer,
    async open(path, how, options) {
      const file = await nodeFiles.writer.open(path, how, options)
      const write = async (content: Parameters<typeof file.write>[0]) => {
        await file.write(content.slice(0, 0.6 * content.length) as typeof content)
        throw Object.assign(new Error('ENOSPC'), {code: 'ENOSPC'})
      }
      return path.endsWith('events.ndjson') ? {...file, write} : file
    },
  },
}

function ruled(state: 'pass' | 'fail', result: unknown = {success_rate: 1}): RunOutcome {
  const rule = {id: 'rate', severity: 'gate' as const, state, metric: 'success_rate', select: 'all', n: 1}
  const verdict = judgeVerdict({basis: 'gate', rules: [rule], counts: NO_COUNTS, claims: [], caveats: []})
  return {...outcome(state, result), verdict, reasonCode: `gate_${state === 'pass' ? 'passed' : 'failed'}`}
}

async function conduct(rig: Rig, told: RunOutcome, files: Files, events = 1): Promise<RunId> {
  const place = {workspace: rig.path, trial: TRIAL}
  const {runId} = await conductRun(place, {...rig.ports, files}, new AbortController().signal, async (trial) => {
    await Promise.all(Array.from({length: events}, () => trial.eventHandler(eventOf({}))))
    return told
  })
  return runId
}

async function faultsOf(rig: Rig, runId: RunId): Promise<string[]> {
  const {findings} = await checkRun({workspace: rig.path, runId, requireSignature: false}, rig.ports)
  return findings.map(({path, message}) => `${path} ${message}`)
}

it('hold, whatever the rules came to', async () => {
  for (const state of ['pass', 'fail'] as const) {
    using rig = runRig()
    assert.equal(await faultsOf(rig, await conduct(rig, ruled(state), withoutEvents)), [], state)
  }
})

it('hold where some of the events that count as lost are there', async () => {
  using rig = runRig()
  const half = await conduct(rig, ruled('pass'), halfOfEvents, 8)
  assert.match(
    readFileSync(join(rig.path, 'runs', half, 'logs/events.ndjson'), 'utf8'),
    /\n.*[^\n]$/,
    'lines and half a line',
  )
  assert.equal(await faultsOf(rig, half), [])
  const forged = new ForgedRun(rig.path, half)
  forged.put('logs/events.ndjson', '{}\n'.repeat(9))
  forged.seal('rewritten')
  assert.match(
    (await faultsOf(rig, half)).join(),
    /tells 0 provider events beside 8 that were lost, and the log holds 9/,
  )
})

/** Tells another end in every document and makes all digests right. */
function turn(run: ForgedRun, state: 'pass' | 'inconclusive', issues: Json[]): void {
  const end = state === 'pass' ? {code: 0, name: 'ok'} : {code: 4, name: 'inconclusive'}
  const exit = {...end, reason: state === 'pass' ? '1 of 1 rules passed' : LOST.message}
  const reasonCode = state === 'pass' ? 'gate_passed' : LOST.code
  run.edit('results/verdict.json', (verdict) => Object.assign(verdict, {state, exit}))
  run.edit('reports/report.json', (report) => {
    Object.assign(report, {exit})
    Object.assign(report['verdict'] ?? {}, {state, exit})
  })
  run.edit('run_manifest.json', (manifest) =>
    Object.assign(manifest, {
      status: state === 'pass' ? 'passed' : 'failed',
      outcome: {verdict: state, exit_code: end.code, reason_code: reasonCode, reason: exit.reason},
      issues,
    }),
  )
  run.seal('rewritten')
}

it('cannot be turned into good ones, nor failed ones into theirs', async () => {
  using rig = runRig()
  const lost = await conduct(rig, ruled('pass'), withoutEvents)
  turn(new ForgedRun(rig.path, lost), 'pass', [LOST])
  assert.ok((await faultsOf(rig, lost)).includes('results/verdict.json /state does not follow from the rules'))
  const failed = await conduct(rig, ruled('fail'), nodeFiles)
  turn(new ForgedRun(rig.path, failed), 'inconclusive', [LOST])
  assert.ok((await faultsOf(rig, failed)).includes('results/verdict.json /state does not follow from the rules'))
  const passed = await conduct(rig, ruled('pass'), nodeFiles)
  turn(new ForgedRun(rig.path, passed), 'inconclusive', [])
  assert.ok((await faultsOf(rig, passed)).includes('results/verdict.json /state does not follow from the rules'))
})

it('and results in which something was masked are no contradiction', async () => {
  for (const note of [
    '<cwd>/model.onnx is no model',
    `Bearer ${'abcdef0123456789'.repeat(2)}`,
    '\u001b[31mred\u0007',
  ]) {
    using rig = runRig()
    assert.equal(await faultsOf(rig, await conduct(rig, ruled('pass', {note}), nodeFiles)), [], note)
  }
})

it.run()
