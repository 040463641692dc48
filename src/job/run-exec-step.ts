import type {Finding, JobExecWith} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import {gatherMistakes, type InputCheck} from '#error/collect-mistakes'
import {cutText} from '#error/cut-text'
import type {VerdictState} from '#error/exit'
import type {MeasurementPorts} from '#measurement/ports'
import {resolveInside} from '#path/safe-relative-path'
import type {ChildEnd, ChildOutput} from '#process/children'
import type {Redactor} from '#redact/redactor'
import {bareVerdict} from '#run/end-run'
import type {RunOutcome, RunRecorder} from '#run/run-recorder'
import type {PromisedOutputs} from './find-earlier-files.ts'
import {readOutputPattern, type UnfitOutput} from './find-outputs.ts'
import {type KeptOutputs, keepOutputs, type UnchangedOutputs} from './keep-outputs.ts'
import {LastLines} from './last-lines.ts'
import type {PlannedJobItem} from './plan-job.ts'
import {lackOfProgram, type ProgramPlace, whyNotStarted} from './program-lack.ts'
import {EXEC_LOG, type ExecResult, execFacts, lastLinesTables} from './step-facts.ts'
import type {PreparedStep, StepFrame} from './step-runner.ts'
import {endedWell} from './step-states.ts'

/** With it the logs of three such steps fit into one bundle. */
const MOST_LOG_BYTES = 16 * 1024 * 1024
/** What a program needs to start at all; everything else is named by the step. */
const ALWAYS = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR']

/** A step that was checked: its patterns read, its folder there. */
interface ExecStep extends PromisedOutputs {
  readonly asked: JobExecWith
  readonly place: ProgramPlace
  /** Variables that it names and nobody set, in words. */
  readonly unset: readonly string[]
}

/** A child by argument vector, with the variables it names, in a folder below the working directory. Throws every mistake of the step at once. */
export async function prepareExecStep(item: PlannedJobItem, ports: MeasurementPorts): Promise<PreparedStep> {
  const asked = item.unit.with as JobExecWith
  const folder = () => folderOf(asked, item.traceId, ports)
  const patterns = (asked.outputs ?? []).map(
    (text, at) => () => readOutputPattern(text, `output pattern ${at + 1} of ${item.traceId}`),
  )
  gatherMistakes([
    {key: 'cwd', check: folder},
    ...patterns.map((check, at): InputCheck => ({key: `outputs/${at}`, check})),
  ])
  const place = {cwd: folder(), path: ports.env['PATH']}
  const unset = (asked.env ?? []).filter((name) => ports.env[name] === undefined).map(tellUnset)
  const step = {asked, cwd: place.cwd, patterns: patterns.map((read) => read()), place, unset}
  const program = String(asked.argv[0])
  const lack = lackOfProgram(program, place, ports.files.reader)
  const warnings = [...(lack ? [`${program} cannot be started as it is now: ${lack}`] : []), ...unset]
  const summary = {program, arguments: asked.argv.length - 1}
  const run: PreparedStep['run'] = (trial, signal, _, frame) => execute(step, {trial, ports, frame}, signal)
  return {providers: [], operations: ['exec'], summary, warnings, promised: step, run}
}

function folderOf({cwd}: JobExecWith, traceId: string, ports: MeasurementPorts): string {
  const {reader} = ports.files
  const place = cwd === undefined ? {path: ports.cwd} : resolveInside(ports.cwd, cwd, reader)
  if ('rule' in place) throw new AssayError('path_unsafe', `the cwd of ${traceId} ${place.message}`)
  if (reader.facts(place.path)?.kind === 'directory') return place.path
  throw new AssayError('file_missing', `the cwd of ${traceId} is no directory`)
}

interface Within {
  readonly trial: RunRecorder
  readonly ports: MeasurementPorts
  readonly frame: StepFrame
}

async function execute(step: ExecStep, within: Within, signal: AbortSignal): Promise<RunOutcome> {
  const {trial, ports, frame} = within
  await trial.steps.start({stepId: 'exec', operation: 'exec'})
  const {end, output, lastLines} = await runLogged(step, within, signal)
  signal.throwIfAborted()
  const kept = await keepOutputs(step, {trial, ports, earlier: frame.earlier}, signal)
  const {state, reason} = judge(end, tellEnd(end, step, ports), kept)
  const bad = state !== 'pass'
  // What it said last is why it ended so, not why a file is missing.
  const last = endedWell(end) ? {} : {last_lines: maskedTogether(lastLines, ports.redactor)}
  const cut = output.cutLines > 0 ? {cut_lines: output.cutLines} : {}
  const log = {left_out_bytes: output.leftOutBytes, ...cut, held_open: output.isHeldOpen, ...last}
  const result = {end, outputs: kept.paths, log}
  await trial.steps.finish('exec', {
    status: bad ? 'failed' : 'success',
    ...(bad && {errorSummary: reason}),
    outputs: kept.paths,
  })
  return {
    verdict: bareVerdict(state, reason),
    reasonCode: state === 'pass' ? 'exited' : end.kind,
    result,
    resultSummary: {exit_code: end.code ?? null, outputs: kept.paths.length},
    report: reportOf({state, result, output, kept, unset: step.unset}),
    findings: findingsOf(step, output, kept),
  }
}

/** What it prints is in the run as it comes, so that no end of this process takes it along. */
async function runLogged({asked, cwd}: ExecStep, {trial, ports, frame}: Within, signal: AbortSignal) {
  const [program = '', ...args] = asked.argv.map(String)
  const log = await trial.childLog(EXEC_LOG, 'output')
  const last = new LastLines()
  try {
    const ended = await ports.children.run(
      {
        argv: [program, ...args],
        cwd,
        env: childEnvironment(asked, ports.env),
        mostOutputBytes: MOST_LOG_BYTES,
        onOutput: (text) => {
          last.add(text)
          return log.append(text)
        },
        onExit: () => frame.endLimit(),
      },
      signal,
    )
    return {...ended, lastLines: last.all()}
  } finally {
    await log.close()
  }
}

function childEnvironment(asked: JobExecWith, env: MeasurementPorts['env']): Record<string, string> {
  const names = [...ALWAYS, ...(asked.env ?? [])]
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])))
}

/** An output that was promised and is not there makes the step fail: the evidence would be short of it. */
function judge(
  end: ChildEnd,
  told: string,
  {missing, unchanged, refused, beyond}: KeptOutputs,
): {state: VerdictState; reason: string} {
  if (!endedWell(end)) return {state: 'fail', reason: told}
  const [first] = missing
  const old = unchanged.find(({pattern}) => pattern === first)
  const but = old ? ` but ${tellUnchanged(old)}` : ''
  if (first !== undefined) return {state: 'fail', reason: `no file matches ${first}${but}${andMore(missing.length)}`}
  const short = refused.filter(({isShort}) => isShort)
  if (short[0]) return {state: 'fail', reason: `an output is not kept, ${tellUnfit(short[0])}${andMore(short.length)}`}
  if (beyond.length > 0) return {state: 'fail', reason: `${beyond.length} output patterns match more than a run keeps`}
  return {state: 'pass', reason: told}
}

/** One that could not be started is told by its name: a job that names none that is there is wrong, not waiting for anything. */
function tellEnd(end: ChildEnd, {asked, place}: ExecStep, {files}: MeasurementPorts): string {
  if (end.kind === 'signalled') return `the program was ended by ${end.signal}`
  if (end.kind !== 'missing') return `the program ended with exit code ${end.code}`
  const program = String(asked.argv[0])
  return `${program} could not be started: ${whyNotStarted(program, end, place, files.reader)}`
}

/** A secret over several lines, such as a name and its value, is known by all of them: reports, which join them, would say less than the result. */
const maskedTogether = (lines: readonly string[], redactor: Redactor) =>
  redactor
    .text(lines.join('\n'))
    .split('\n')
    .filter((line) => line !== '')

const tellUnset = (name: string) => `the variable ${name} is not set, so the program does not see it`

const andMore = (count: number) => (count > 1 ? `, and ${count - 1} more` : '')

const tellUnfit = ({path, why}: UnfitOutput) => `${path}: ${why}`

const MOST_NAMED = 3

function tellUnchanged({paths}: UnchangedOutputs): string {
  const left = paths.length - MOST_NAMED
  const names = `${paths.slice(0, MOST_NAMED).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
  if (paths.length === 1) return `one that was there before the job and was not changed: ${names}`
  return `${paths.length} files that were there before the job and were not changed: ${names}`
}

interface Told {
  readonly state: VerdictState
  readonly result: ExecResult
  readonly output: ChildOutput
  readonly kept: KeptOutputs
  readonly unset: readonly string[]
}

function reportOf({state, result, output, kept, unset}: Told): RunOutcome['report'] {
  return {
    title: 'exec',
    status: state,
    facts: execFacts(result),
    tables: lastLinesTables(result),
    cases: [],
    remarks: [
      ...unset.map((told) => `${told}.`),
      ...kept.missing.map((pattern) => `No file matched ${pattern}.`),
      ...kept.unchanged.map((old) => `Not kept of ${old.pattern}: ${tellUnchanged(old)}.`),
      ...kept.refused.map((one) => `An output is not kept, ${tellUnfit(one)}.`),
      ...kept.beyond.map((what) => `Not every file was looked for: ${what}.`),
      ...outputFindings(output).map(({message}) => `${message}.`),
    ],
  }
}

function findingsOf({unset}: ExecStep, output: ChildOutput, kept: KeptOutputs): Finding[] {
  const unseen = unset.map((message) => ({code: 'variable_unset', message}))
  const refused = kept.refused.map(({path, why}) => ({
    code: 'output_refused',
    message: `an output was not kept: ${why}`,
    path,
  }))
  const unchanged = kept.unchanged.map((old) => ({
    code: 'output_unchanged',
    message: cutText(`not kept of ${old.pattern}: ${tellUnchanged(old)}`, 500),
  }))
  return [...unseen, ...refused, ...unchanged, ...outputFindings(output)]
}

function outputFindings({leftOutBytes, cutLines, isHeldOpen}: ChildOutput): Finding[] {
  const cut = `the log keeps the first ${MOST_LOG_BYTES} bytes and the last lines: ${leftOutBytes} bytes were left out`
  const lines = cutLines === 1 ? '1 line was' : `${cutLines} lines were`
  const long = `${lines} longer than 64 KiB: the log keeps the beginning; what must be whole belongs into a file of its own`
  const held = 'a process that the program started still held its output at its end: what it writes later is not kept'
  return [
    ...(leftOutBytes > 0 ? [{code: 'output_cut', message: cut}] : []),
    ...(cutLines > 0 ? [{code: 'output_cut', message: long}] : []),
    ...(isHeldOpen ? [{code: 'output_held_open', message: held}] : []),
  ]
}
