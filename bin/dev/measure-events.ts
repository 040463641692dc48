// Events a second through redaction and run log, against JSON.stringify plus one unsynced write, and with metrics against pino alone
// writing the same lines. Exits 1 where a goal is missed. Usage: measure-events.ts [events]
import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {open} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {pino} from 'pino'
import {EventDispatcher} from '#event/event-dispatcher'
import type {EventDraft} from '#event/event-draft'
import type {EventTarget} from '#event/event-sink'
import {ProviderMetricsSink} from '#event/provider-metrics-sink'
import {RunJsonLogSink} from '#event/run-json-log-sink'
import {nodeDirectories, nodeWriter} from '#path/node-writer'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'

const count = Number(process.argv[2] ?? 5_000)
const ROUNDS = 7
const directory = mkdtempSync(join(tmpdir(), 'assay-measure-'))
const draft: EventDraft = {
  provider: 'analytic',
  capability: 'score',
  operation: 'score',
  operation_id: '79293de68848dd52',
  method: 'CALL',
  phase: 'success',
  attempt: 1,
  max_attempts: 1,
  duration_ms: 1.689,
  message: 'answered in time',
  metadata: {
    samples: 128,
    horizon: 8,
    action_dim: 2,
    min: 0.25,
    mean: 2.5,
    max: 5,
    steps: [{step: 'request', attempts: 1, duration_ms: 0.4}],
  },
  request_id: '3741fd0800228098',
  span_id: '48cdfb32974d3f3d',
  input_digest: 'sha256:8990bedb9603ad57422889f2afd60220f24307328ef0cbce70891f34d36e5d34',
}

const stamp = {schema_version: 1, event_id: '0'.repeat(32), timestamp: '2026-11-21T07:42:33.417Z'}
const GOALS = {plain: 0.2, pino: 0.4}

/** Events a second of the plain way. */
async function bare(round: number): Promise<number> {
  await using file = await open(join(directory, `bare-${round}`), 'a')
  const started = performance.now()
  for (let sequence = 0; sequence < count; sequence++) await file.write(`${JSON.stringify({...draft, sequence})}\n`)
  return (count / (performance.now() - started)) * 1000
}

/** Events a second of pino alone, of the same fields, each line one write as well. */
function pinoAlone(round: number): number {
  const path = join(directory, `pino-${round}`)
  const destination = pino.destination({dest: path, sync: true})
  const logger = pino({base: null}, destination)
  const started = performance.now()
  for (let sequence = 0; sequence < count; sequence++) {
    logger.info({event_type: 'provider_event', ...stamp, sequence, ...draft, run_id: '20261121T074233417Z-k3q7xz'})
  }
  const perSecond = (count / (performance.now() - started)) * 1000
  destination.end()
  if (readFileSync(path, 'utf8').split('\n').length !== count + 1) throw new Error('pino wrote other lines')
  return perSecond
}

/** Events a second until all are written and synced. */
async function through(round: number, more: EventTarget[]): Promise<number> {
  const redactor = new Redactor()
  const files = {writer: nodeWriter, directories: nodeDirectories}
  const path = join(directory, `log-${round}-${more.length}`)
  const log = new RunJsonLogSink({path, runId: '20261121T074233417Z-k3q7xz'}, {files, redactor})
  const events = new EventDispatcher([log, ...more], {redactor, clock: systemClock, entropy: systemEntropy})
  const started = performance.now()
  for (let sequence = 0; sequence < count; sequence++) events.dispatch({...draft, duration_ms: sequence})
  await events.flush()
  const perSecond = (count / (performance.now() - started)) * 1000
  await log.close()
  if (log.lines !== count) throw new Error(`${log.lines} of ${count} events were written`)
  return perSecond
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const rows = {bare: [] as number[], pino: [] as number[], log: [] as number[], more: [] as number[]}
try {
  for (let round = 0; round < ROUNDS; round++) {
    rows.bare.push(await bare(round))
    rows.pino.push(pinoAlone(round))
    rows.log.push(await through(round, []))
    rows.more.push(await through(round, [new ProviderMetricsSink()]))
  }
} finally {
  rmSync(directory, {recursive: true, force: true})
}
const [plain, alone, log, more] = [median(rows.bare), median(rows.pino), median(rows.log), median(rows.more)]
const perSecond = (rate: number) => `${Math.round(rate)}/s`
console.log(`one write an event ${perSecond(plain)}, pino alone ${perSecond(alone)}`)
console.log(`run log ${perSecond(log)}: ${(log / plain).toFixed(2)} of one write an event, goal ${GOALS.plain}`)
console.log(`run log and metrics ${perSecond(more)}: ${(more / alone).toFixed(2)} of pino alone, goal ${GOALS.pino}`)
if (log / plain < GOALS.plain || more / alone < GOALS.pino) process.exitCode = 1
