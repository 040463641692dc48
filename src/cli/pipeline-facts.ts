import {relative, resolve, sep} from 'node:path'
import type {CommandOutcome} from '#library/render-safe'

const FACTS = ['run', 'verdict', 'exit_code', 'report', 'bundle', 'archive'] as const
type Fact = (typeof FACTS)[number]

/** What later steps of a pipeline ask for, by name; only what there is. */
type PipelineFacts = Readonly<Partial<Record<Fact, string>>>

const VARIABLES = FACTS.map(variableOf)

/** Where a command ran, and where its run is. */
export interface PipelinePlace {
  readonly cwd: string
  readonly workspace: string
}

/** Lines of NAME=VALUE for step outputs. */
export function outputLines(outcome: CommandOutcome, place: PipelinePlace): string {
  return linesOf(pipelineFacts(outcome, place), (fact) => fact)
}

/** Such lines for dotenv files, whose names become variables of the next job. */
export function dotenvLines(outcome: CommandOutcome, place: PipelinePlace): string {
  return linesOf(pipelineFacts(outcome, place), variableOf)
}

/** Whether all of it may be such lines: a variable of anybody else, or a setting of ours, would be lost with the file. */
export function isDotenv(text: string): boolean {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.every((line) => VARIABLES.some((name) => line.startsWith(`${name}=`)))
}

/** From the result of any command. Paths are seen from the current directory, with slashes. */
function pipelineFacts({result, report}: CommandOutcome, place: PipelinePlace): PipelineFacts {
  const seen = (path: string | undefined) =>
    path && relative(place.cwd, resolve(place.workspace, path)).replaceAll(sep, '/')
  const runPath = textAt(result, 'run_path')
  const published = textAt(result, 'safe_to_attach') === undefined ? undefined : textAt(result, 'path')
  const facts: Record<Fact, string | undefined> = {
    run: textAt(result, 'run_id'),
    verdict: report.isListing ? undefined : report.status,
    exit_code: String(result.exit.code),
    report: seen(runPath && `${runPath}/reports/report.html`),
    bundle: seen(textAt(result, 'bundle', 'path') ?? published),
    archive: seen(textAt(result, 'archive', 'path')),
  }
  // A line break in a value would be a line of its own.
  const told = Object.entries(facts).filter(([, value]) => value !== undefined && !/[\r\n]/.test(value))
  return Object.fromEntries(told)
}

function variableOf(fact: string): string {
  return `ASSAY_${fact.toUpperCase()}`
}

function linesOf(facts: PipelineFacts, name: (fact: string) => string): string {
  return Object.entries(facts)
    .map(([fact, value]) => `${name(fact)}=${value}\n`)
    .join('')
}

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  let at = value
  for (const name of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined
  return at === undefined || at === null ? undefined : String(at)
}
