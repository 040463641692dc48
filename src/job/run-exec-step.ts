import {extname, join} from 'node:path'
import type {JobExecWith} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {VerdictState} from '#error/exit'
import {resolveInside} from '#path/resolve-inside'
import type {ChildEnd} from '#process/children'
import {bareVerdict} from '#run/end-run'
import type {Trial, TrialOutcome} from '#run/trial'
import {findOutputs} from './find-outputs.ts'
import {unsafePattern} from './output-pattern.ts'
import type {PlannedItem} from './plan-job.ts'
import type {JobPorts, PreparedStep} from './step-runner.ts'

const MOST_OUTPUT_BYTES = 64 * 1024 * 1024
/** What a program needs to start at all; everything else is named by the step. */
const ALWAYS = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR']

/** A child by argument vector, with the variables it names, in a folder below the working directory. */
export async function prepareExecStep(item: PlannedItem, ports: JobPorts): Promise<PreparedStep> {
  const asked = item.unit.with as JobExecWith
  const place = asked.cwd === undefined ? {path: ports.cwd} : resolveInside(ports.cwd, asked.cwd, ports.files.reader)
  if ('rule' in place) throw new AssayError('path_unsafe', `the cwd of ${item.traceId} ${place.message}`)
  if (ports.files.reader.facts(place.path)?.kind !== 'directory') {
    throw new AssayError('file_missing', `the cwd of ${item.traceId} is no directory`)
  }
  for (const pattern of asked.outputs ?? []) {
    const fault = unsafePattern(pattern)
    if (fault) throw new AssayError('path_unsafe', `an output pattern of ${item.traceId} ${fault}`)
  }
  const cwd = place.path
  return {providers: [], operations: ['exec'], run: (trial, signal) => execute(asked, cwd, trial, {ports, signal})}
}

async function execute(
  asked: JobExecWith,
  cwd: string,
  trial: Trial,
  {ports, signal}: {ports: JobPorts; signal: AbortSignal},
): Promise<TrialOutcome> {
  const [program = '', ...args] = asked.argv.map(String)
  const log: string[] = []
  await trial.steps.start({stepId: 'exec', operation: 'exec'})
  const request = {argv: [program, ...args] as const, cwd, env: childEnvironment(asked, ports.env)}
  const end = await ports.children.run({...request, onOutput: (_, text) => void log.push(text)}, signal)
  const text = log.join('')
  await trial.write({path: 'logs/output.log', label: 'output', kind: 'log', origin: 'child', content: {text}})
  signal.throwIfAborted()
  const kept = await keepOutputs(asked, cwd, trial, ports)
  const {state, reason} = judge(end, kept.missing)
  const bad = state !== 'pass'
  await trial.steps.finish('exec', {
    status: bad ? 'failed' : 'success',
    ...(bad && {errorSummary: reason}),
    outputs: kept.paths,
  })
  return {
    verdict: bareVerdict(state, reason),
    reasonCode: state === 'pass' ? 'exited' : end.kind,
    result: {end, outputs: kept.paths},
    resultSummary: {exit_code: end.code ?? null, outputs: kept.paths.length},
    report: {
      title: 'exec',
      status: state,
      facts: [
        {label: 'Ended', value: end.kind},
        {label: 'Exit code', value: end.code ?? null},
        {label: 'Outputs', value: kept.paths.length},
      ],
      tables: [],
      cases: [],
      remarks: kept.missing.map((pattern) => `No file matched ${pattern}.`),
    },
    findings: kept.refused.map((path) => ({code: 'output_refused', message: 'an output was not kept', path})),
  }
}

function childEnvironment(asked: JobExecWith, env: JobPorts['env']): Record<string, string> {
  const names = [...ALWAYS, ...(asked.env ?? [])]
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}

/** An output that was promised and is not there makes the step fail: the evidence would be short of it. */
function judge(end: ChildEnd, missing: readonly string[]): {state: VerdictState; reason: string} {
  if (end.kind === 'missing') return {state: 'unavailable', reason: 'the program could not be started'}
  if (end.kind === 'signalled') return {state: 'fail', reason: `the program was ended by ${end.signal}`}
  if (end.code !== 0) return {state: 'fail', reason: `the program ended with exit code ${end.code}`}
  if (missing.length > 0) return {state: 'fail', reason: `${missing.length} declared outputs are missing`}
  return {state: 'pass', reason: 'the program ended with exit code 0'}
}

interface Kept {
  readonly paths: string[]
  readonly missing: string[]
  readonly refused: string[]
}

async function keepOutputs(asked: JobExecWith, cwd: string, trial: Trial, ports: JobPorts): Promise<Kept> {
  const kept: Kept = {paths: [], missing: [], refused: []}
  for (const pattern of asked.outputs ?? []) {
    const {fit, unfit} = await findOutputs(pattern, cwd, {globs: ports.globs, reader: ports.files.reader})
    if (fit.length === 0) kept.missing.push(pattern)
    for (const path of fit) await keepOutput(path, cwd, trial, {ports, kept})
    for (const path of unfit) kept.refused.push(path)
  }
  return kept
}

async function keepOutput(
  path: string,
  cwd: string,
  trial: Trial,
  {ports, kept}: {ports: JobPorts; kept: Kept},
): Promise<void> {
  const place = placeOf(path, kept, ports)
  if (kept.paths.includes(place)) return
  try {
    const bytes = ports.files.reader.read(join(cwd, path), MOST_OUTPUT_BYTES)
    const text = asText(bytes)
    const content = text === undefined ? {bytes} : {text}
    await trial.write({path: place, label: `output-${kept.paths.length}`, kind: 'artifact', origin: 'child', content})
    kept.paths.push(place)
  } catch (error) {
    const isRefused =
      error instanceof AssayError && ['evidence_refused', 'document_size', 'file_unreadable'].includes(error.code)
    if (!isRefused) throw error
    kept.refused.push(place)
  }
}

/** A name is shown in every list of files, so one that holds a secret is not taken over; what is in the file is. */
function placeOf(path: string, kept: Kept, {redactor}: JobPorts): string {
  if (redactor.findInText(path).length === 0) return `artifacts/${path}`
  const suffix = /^\.[a-z]{2,6}$/.exec(extname(path))?.[0] ?? ''
  return `artifacts/unnamed-${kept.paths.length + kept.refused.length + 1}${suffix}`
}

function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', {fatal: true}).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
