import {relative, resolve, sep} from 'node:path'
import type {CommandOutcome} from '#library/render-safe'

/** What later steps of a pipeline ask for, by name; only what there is. Paths are seen from the current directory, with slashes. */
export type PipelineFacts = Readonly<Record<string, string>>

/** Reads them from the result of any command: `run`, `verdict`, `exit_code`, `report`, `bundle`, `archive`. */
export function pipelineFacts(
  {result, report}: CommandOutcome,
  place: {readonly cwd: string; readonly workspace: string},
): PipelineFacts {
  const seen = (path: string | undefined) =>
    path && relative(place.cwd, resolve(place.workspace, path)).replaceAll(sep, '/')
  const runPath = textAt(result, 'run_path')
  const published = textAt(result, 'safe_to_attach') === undefined ? undefined : textAt(result, 'path')
  const facts = {
    run: textAt(result, 'run_id'),
    verdict: report.isListing ? undefined : report.status,
    exit_code: String(result.exit.code),
    report: seen(runPath && `${runPath}/reports/report.html`),
    bundle: seen(textAt(result, 'bundle', 'path') ?? published),
    archive: seen(textAt(result, 'archive', 'path')),
  }
  // A line break in a value would be a line of its own.
  const told = Object.entries(facts).filter(([, value]) => value !== undefined && !/[\r\n]/.test(value))
  return Object.fromEntries(told) as PipelineFacts
}

/** Lines of NAME=VALUE, each name behind a prefix, as step outputs and dotenv files have them. */
export function pipelineLines(facts: PipelineFacts, name: (fact: string) => string = (fact) => fact): string {
  return Object.entries(facts)
    .map(([fact, value]) => `${name(fact)}=${value}\n`)
    .join('')
}

/** For dotenv files, whose names become variables of the next job. */
export function dotenvName(fact: string): string {
  return `ASSAY_${fact.toUpperCase()}`
}

function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  let at = value
  for (const name of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined
  return at === undefined || at === null ? undefined : String(at)
}
