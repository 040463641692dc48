import {basename, dirname, join} from 'node:path'
import {isRunId, type RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {nearestHint, nearestNames, nearestQuestion} from '#error/nearest'
import type {FileReader} from '#path/files'
import {absolutePath} from '#path/safe-relative-path'
import {asRunId, classifyEntry, MANIFEST, RUNS, runFolder, runsFolder} from './layout.ts'
import {RUN_KINDS} from './status.ts'

/** Where a name is looked up: ids in the workspace, folders relative to `cwd`. Both are absolute. */
export interface NamingPlace {
  readonly workspace: string
  readonly cwd: string
}

/** A run and the workspace that contains it. */
export interface NamedRun {
  readonly workspace: string
  readonly runId: RunId
}

const LATEST = /^latest(?::(.*))?$/
/** Fewest characters of a part of an id; shorter ones are too ambiguous. */
const LEAST_PIECE = 3
const PIECE = /^[0-9a-zA-Z-]+$/
const MOST_SHOWN = 4
const MOST_MANIFEST_BYTES = 64 * 1024 * 1024

/**
 * The run that a name means: an id, `latest`, `latest:KIND`, the folder of a run, or a beginning or an end of an id that only one run has.
 * Whether a run with a complete id exists is not checked. Throws `run_not_found` with the nearest ids, `run_id_invalid`,
 * `run_name_ambiguous`.
 */
export function resolveRun(name: string, place: NamingPlace, reader: FileReader): NamedRun {
  const {workspace} = place
  if (isRunId(name)) return {workspace, runId: asRunId(name)}
  const found = lookUp(name, place, reader)
  if (found !== undefined) return found
  if (!PIECE.test(name) && !LATEST.test(name)) throw invalidName(name)
  // What is no complete id may be any text, even a secret: it is shown on the user's own terminal only.
  throw new AssayError('run_not_found', 'no run of this workspace has such a name', {
    given: name,
    ...idHint(name, knownIds(workspace, reader)),
  })
}

/** The run of a name that is no complete id; undefined if no run has it. Throws `run_name_ambiguous` and `run_id_invalid`. */
export function lookUp(name: string, place: NamingPlace, reader: FileReader): NamedRun | undefined {
  const {workspace} = place
  const latest = LATEST.exec(name)
  if (latest) return within(workspace, newestOf(workspace, latest[1], reader))
  const folder = [absolutePath(place.cwd, name), absolutePath(workspace, name)].find((path) =>
    isRunFolder(path, reader),
  )
  if (folder !== undefined) return {workspace: dirname(dirname(folder)), runId: asRunId(basename(folder))}
  if (name.length < LEAST_PIECE || !PIECE.test(name)) return undefined
  const fitting = knownIds(workspace, reader).filter((id) => id.startsWith(name) || id.endsWith(name.toLowerCase()))
  if (fitting.length > 1) throw ambiguous(name, fitting)
  return within(workspace, fitting[0])
}

/** The error for an id that no run of the workspace has. */
export function notFound(id: RunId, known: readonly string[]): AssayError {
  return new AssayError('run_not_found', `there is no run ${id} in this workspace`, idHint(id, known))
}

function idHint(name: string, known: readonly string[]): {readonly hint?: string} {
  const word = LATEST.test(name) ? undefined : nearestQuestion(nearestNames(name, ['latest']))
  if (word !== undefined) return {hint: word}
  const near = nearIds(name, known)
  if (near.length > 0) return {hint: `The nearest ids are ${near.join(', ')}.`}
  return known.length > 0 ? {} : {hint: 'The workspace holds no runs; check --workspace-dir.'}
}

/** The nearest ids. A complete id is compared with complete ids; a shorter word may be meant as the end of one. */
function nearIds(name: string, known: readonly string[]): readonly string[] {
  const near = nearestNames(name, known)
  if (near.length > 0) return near
  const byEnd = new Map(known.map((id) => [id.slice(id.lastIndexOf('-') + 1), id]))
  return nearestNames(name, [...byEnd.keys()]).map((end) => byEnd.get(end) ?? end)
}

/** Ids of runs whose folder exists, oldest first, without reading the runs. */
export function knownIds(workspace: string, reader: FileReader): RunId[] {
  const folder = runsFolder(workspace)
  if (reader.facts(folder)?.kind !== 'directory') return []
  return reader.list(folder).flatMap(({name}) => {
    const entry = classifyEntry(name)
    return entry.kind === 'run' ? [entry.id] : []
  })
}

function newestOf(workspace: string, kind: string | undefined, reader: FileReader): RunId | undefined {
  const kinds: readonly string[] = RUN_KINDS
  if (kind !== undefined && !kinds.includes(kind)) {
    throw new AssayError('run_id_invalid', `latest: takes a kind of run: ${kinds.join(', ')}`, {
      given: kind,
      hint: nearestHint(kind, kinds),
    })
  }
  return knownIds(workspace, reader).findLast(
    (id) => kind === undefined || kindOf(join(runFolder(workspace, id), MANIFEST), reader) === kind,
  )
}

/** The kind of a run; undefined if its manifest cannot be read, so that the run is the latest of no kind. */
function kindOf(path: string, reader: FileReader): unknown {
  if (reader.facts(path)?.kind !== 'file') return undefined
  try {
    const manifest: unknown = JSON.parse(new TextDecoder().decode(reader.read(path, MOST_MANIFEST_BYTES)))
    return (manifest as {kind?: unknown} | null)?.kind
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof AssayError) return undefined
    throw error
  }
}

/** Whether a path is a folder with the name and the place of a run. */
export function isRunFolder(path: string, reader: FileReader): boolean {
  return isRunId(basename(path)) && basename(dirname(path)) === RUNS && reader.facts(path)?.kind === 'directory'
}

function within(workspace: string, runId: RunId | undefined): NamedRun | undefined {
  return runId && {workspace, runId}
}

function ambiguous(name: string, ids: readonly string[]): AssayError {
  const shown = ids.slice(-MOST_SHOWN).toReversed().join(', ')
  const more = ids.length > MOST_SHOWN ? ` and ${ids.length - MOST_SHOWN} more` : ''
  return new AssayError('run_name_ambiguous', `${ids.length} runs have an id that begins or ends so`, {
    given: name,
    hint: `Give more of the id: ${shown}${more}.`,
  })
}

function invalidName(given: string): AssayError {
  return new AssayError(
    'run_id_invalid',
    'a run is named by its id, such as 20261121T074233417Z-k3q7xz, by a beginning or end of it, by its folder, or as latest or latest:eval',
    {given},
  )
}
