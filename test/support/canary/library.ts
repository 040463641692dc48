import {readdirSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {pino} from 'pino'
import type {Hall} from '#cli/hall'
import {tellError} from '#cli/tell-error'
import {composeRedactor} from '#compose/compose-redactor'
import {AssayError} from '#error/assay-error'
import {composeEventHandlers} from '#event/compose-event-handlers'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {JsonLoggerSink} from '#event/json-logger-sink'
import {ProviderMetricsSink} from '#event/provider-metrics-sink'
import {RunJsonLogSink} from '#event/run-json-log-sink'
import {nodeFiles} from '#path/node-files'
import {Assay} from '#provider/assay'
import {MOCK} from '#provider/catalogue/builtin-profiles'
import type {Provider, ReasonAnswer} from '#provider/model/provider'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import {type Redactor, redactError} from '#redact/redactor'
import {conductRun} from '#run/conduct-run'
import type {RunPorts} from '#run/ports'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import {fakeProcesses, outcome, TEST_HOST, TRIAL} from '../run-rig.ts'
import {ENCODING_NAMES, plantOf} from './encodings.ts'
import type {Stage} from './stage.ts'

/** What a provider answers to one planted text; it may throw. */
export type Answers = (plant: string) => Partial<ReasonAnswer>

/** Calls a provider of the host's own once a value and encoding, inside a run that writes down all it got, and keeps what every sink has. */
export async function conductLibrary(stage: Stage, answers: Answers): Promise<void> {
  const hall = hallOf(stage)
  const redactor = composeRedactor(hall, stage.work)
  const ports: RunPorts = {
    files: nodeFiles,
    clock: systemClock,
    entropy: systemEntropy,
    processes: fakeProcesses(),
    redactor,
    host: () => TEST_HOST,
    versions: {assay: '0.0.0-test', node: '24.21.0'},
  }
  const place = {workspace: stage.work, trial: {...TRIAL, providers: ['canary']}}
  await conductRun(place, ports, hall.signal, (trial) => work(trial, {stage, hall, redactor, answers}))
}

interface Scene {
  readonly stage: Stage
  readonly hall: Hall
  readonly redactor: Redactor
  readonly answers: Answers
}

async function work(trial: RunRecorder, {stage, hall, redactor, answers}: Scene): Promise<RunOutcome> {
  const recorder = new InMemoryRecorderSink()
  const metrics = new ProviderMetricsSink()
  const logger = pino({base: null, level: 'debug'}, {write: (line: string) => stage.keep('sink: logger', line)})
  const runLog = new RunJsonLogSink(
    {path: join(stage.work, 'library.ndjson'), runId: trial.runId},
    {files: nodeFiles, redactor},
  )
  const sinks = [recorder, metrics, new JsonLoggerSink({logger}), runLog, trial.eventHandler]
  const assay = new Assay({redactor, eventHandler: composeEventHandlers(...sinks)})
  let plant = ''
  assay.registerProvider(canary(() => answers(plant)))
  const got: unknown[] = []
  const errors: string[] = []
  for (plant of stage.values.flatMap((value) => ENCODING_NAMES.map((encoding) => plantOf(value, encoding)))) {
    try {
      got.push(await assay.reason({query: 'what is it'}, 'canary'))
    } catch (error) {
      errors.push(error instanceof Error ? error.message : 'no error')
      await tellBoth(error, {hall, redactor, stage})
    }
  }
  const health = await assay.health('canary')
  await assay.close()
  await runLog.close()
  stage.keep('sink: recorder', JSON.stringify(recorder.events))
  stage.keep('sink: metrics', JSON.stringify(metrics.rows()))
  return await writeAll(trial, stage, {got, errors, health})
}

function canary(answer: () => Partial<ReasonAnswer>): Provider {
  return {
    profile: {...MOCK, name: 'canary', capabilities: ['reason'], idempotent: ['reason']},
    probe: (level) => ({level, ok: false, detail: String(JSON.stringify(tryOf(answer)))}),
    reason: () => ({answer: 'nothing', evidence: [], ...answer()}),
  }
}

function tryOf(answer: () => unknown): unknown {
  try {
    return answer()
  } catch (error) {
    return String(error)
  }
}

/** As the command line would tell it: text, document, and the log of a bug. */
async function tellBoth(error: unknown, {hall, redactor, stage}: Omit<Scene, 'answers'>): Promise<void> {
  const bug = new Error('foreign', {cause: error})
  for (const thrown of [error, bug, error instanceof AssayError ? (error.cause ?? error) : error]) {
    await tellError(thrown, hall, {json: true, logLevel: 'debug', redactor})
    await tellError(thrown, hall, {json: false, logLevel: 'debug', redactor})
  }
  stage.keep('error chain', JSON.stringify(redactError(error, redactor)))
}

/** A careless trial: everything goes into every kind of document that a run has. */
async function writeAll(
  trial: RunRecorder,
  stage: Stage,
  {got, errors, health}: {got: unknown[]; errors: string[]; health: unknown},
): Promise<RunOutcome> {
  const texts = [...errors, ...got.map((answer) => JSON.stringify(answer))]
  // Summaries have a longest text, which a trial keeps to by itself.
  const short = texts.filter((text) => text.length < 400)
  await trial.steps.start({stepId: 'ask', operation: 'reason', provider: 'canary'})
  await trial.steps.finish('ask', {status: 'failed', errorSummary: short[0] ?? ''})
  for (const [at, text] of short.slice(0, 8).entries()) {
    await trial.steps.skip({stepId: `skipped-${at}`, operation: 'reason', required: false}, text)
  }
  await trial.write({
    path: 'artifacts/said.txt',
    label: 'said',
    kind: 'artifact',
    origin: 'provider',
    content: {text: texts.join('\n')},
  })
  const lines = await trial.lines('logs/said.ndjson', 'lines', 'log')
  for (const answer of [...got, ...errors]) lines.append({answer})
  keepOpenRun(stage)
  const rows = texts.map((text, at) => [at, text])
  const cases = texts.map((text, at) => ({
    suite: 'canary',
    name: `${at} ${text}`,
    status: 'failed' as const,
    message: text,
    durationMs: 1,
  }))
  const end = outcome('fail', {got, errors})
  return {
    ...end,
    timing: {health, keyed: Object.fromEntries(texts.map((text) => [text, 1]))},
    resultSummary: Object.fromEntries(short.slice(0, 50).map((text, at) => [`said_${at}`, text])),
    findings: short.slice(0, 90).map((text) => ({code: 'canary', message: text})),
    report: {
      ...end.report,
      facts: [{label: 'Said', value: texts[0] ?? ''}],
      tables: [{name: 'said', columns: ['n', 'text'], rows}],
      cases,
      remarks: texts,
    },
  }
}

/** Journal, lease and opening manifest, as they lie on the disk while the work goes on. */
function keepOpenRun(stage: Stage): void {
  const folder = join(stage.work, 'runs')
  for (const name of readdirSync(folder, {recursive: true, encoding: 'utf8'})) {
    const path = join(folder, name)
    if (statSync(path).isFile()) stage.keep(`while open: ${name}`, readFileSync(path, 'utf8'))
  }
}

function hallOf(stage: Stage): Hall {
  const stream = (name: string) => ({
    write: (text: string) => stage.keep(`told: ${name}`, text),
    isTerminal: false,
    columns: 80,
  })
  return {
    output: {out: stream('error documents'), err: stream('error texts and log')},
    env: stage.env,
    cwd: stage.given,
    signal: new AbortController().signal,
    interruptedBy: () => undefined,
    ...(stage.layers && {layers: stage.layers}),
  }
}
