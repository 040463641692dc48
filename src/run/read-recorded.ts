import {basename, dirname, join} from 'node:path'
import type {RunManifest} from '#contract/generated/types'
import {type Digest, isRunId} from '#contract/ids'
import {digestOf} from '#digest/canonical-json'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {absolutePath} from '#path/safe-relative-path'
import {hasMarks} from '#redact/mark'
import {ledgerFault} from './keep-ledger.ts'
import {LEDGER, MANIFEST, RESULT, RUNS, runFolder, runsFolder} from './layout.ts'
import {parseManifest} from './manifest.ts'
import {lookUp} from './resolve-run.ts'
import {segmentPath} from './write-segments.ts'

const MOST_BYTES = 512 * 1024 * 1024

/** Where a run is looked for: ids in the workspace, paths relative to `cwd`. Both are absolute. */
export interface RecordedPlace {
  readonly workspace: string
  readonly cwd: string
}

/** A run that has ended, wherever its folder lies. */
export interface RecordedRun {
  readonly manifest: RunManifest
  readonly manifestSha256: Digest
  /** Paths of inputs and results that are missing or differ from the manifest, and of the manifest if it differs from the ledger beside it. */
  readonly damaged: readonly string[]
  /** The content of a file of the run; undefined if there is none at that path. */
  bytes(path: string): Uint8Array | undefined
  /** The text of a file of the run; undefined if there is none at that path. */
  text(path: string): string | undefined
  /** The lines of a path, read from all files that hold them; undefined if there is none. */
  lines(path: string): string[] | undefined
}

/**
 * The run of a name (see `resolveRun`), of a folder, or of a file in it; `undefined` if there is none. Throws `file_unreadable` for a
 * folder whose manifest cannot be read, and `run_live` for a run that has not ended.
 */
export function findRecorded(
  name: string,
  {workspace, cwd}: RecordedPlace,
  reader: FileReader,
): RecordedRun | undefined {
  const folder = folderNamed(name, {workspace, cwd}, reader)
  if (folder === undefined || reader.facts(folder)?.kind !== 'directory') return undefined
  const bytes = readFile(join(folder, MANIFEST), reader)
  if (!bytes) throw unreadable('it holds no run manifest')
  const manifest = manifestOf(bytes)
  if (manifest.status === 'running') {
    const {run_id: id} = manifest
    throw new AssayError('run_live', `the run ${id} has no end: it is under way, or its owner ended before it did`, {
      hint: `assay runs show ${id} tells which: wait for one under way, and take another run in place of one whose owner is dead.`,
    })
  }
  const read = (path: string) => readFile(join(folder, path), reader)
  const manifestSha256 = sha256(bytes)
  const isContradicted =
    isInWorkspace(folder, reader) && ledgerFault(dirname(dirname(folder)), {manifest, manifestSha256}, reader)
  const damaged = [...(isContradicted ? [MANIFEST] : []), ...damagedFiles(manifest, read)]
  return recordedRun({manifest, manifestSha256, damaged}, read)
}

/** Whether the ledger of a workspace lies beside the run; a run that was copied elsewhere has none. */
function isInWorkspace(folder: string, reader: FileReader): boolean {
  const runs = dirname(folder)
  return basename(runs) === RUNS && reader.facts(join(runs, LEDGER))?.kind === 'file'
}

function damagedFiles(
  {artifacts, result_digest: wanted}: RunManifest,
  read: (path: string) => Uint8Array | undefined,
): string[] {
  const kept = artifacts.filter(({kind}) => kind === 'input' || kind === 'result')
  return kept.flatMap(({path, sha256: told}) => {
    const bytes = read(path)
    const isWhole = bytes !== undefined && sha256(bytes) === told && (path !== RESULT || isResult(bytes, wanted))
    return isWhole ? [] : [path]
  })
}

/** Whether a result has the digest that the manifest states. A masked result has another digest than the measured one, and is accepted. */
function isResult(bytes: Uint8Array, wanted: string | null): boolean {
  const text = new TextDecoder().decode(bytes)
  if (hasMarks(text)) return true
  try {
    return digestOf(JSON.parse(text)) === wanted
  } catch {
    return false
  }
}

function folderNamed(name: string, place: RecordedPlace, reader: FileReader): string | undefined {
  if (isRunId(name)) return runFolder(place.workspace, name)
  const named = lookUp(name, place, reader)
  return named ? runFolder(named.workspace, named.runId) : folderOf(absolutePath(place.cwd, name), reader)
}

/** A run whose files come from `read`, wherever they are. */
export function recordedRun(
  facts: Pick<RecordedRun, 'manifest' | 'manifestSha256' | 'damaged'>,
  read: (path: string) => Uint8Array | undefined,
): RecordedRun {
  const text = (path: string) => {
    const bytes = read(path)
    return bytes && new TextDecoder().decode(bytes)
  }
  return {...facts, bytes: read, text, lines: (path) => linesOf(path, text)}
}

function linesOf(path: string, text: RecordedRun['text']): string[] | undefined {
  if (text(path) === undefined) return undefined
  const lines: string[] = []
  for (let at = 1; ; at++) {
    const part = text(segmentPath(path, at))
    if (part === undefined) return lines
    for (const line of part.split('\n')) if (line !== '') lines.push(line)
  }
}

/** The newest run of a workspace that has ended and that `isWanted` accepts; runs that cannot be read are skipped. */
export function newestRecorded(
  workspace: string,
  reader: FileReader,
  isWanted: (run: RecordedRun) => boolean,
): RecordedRun | undefined {
  const folder = runsFolder(workspace)
  if (reader.facts(folder)?.kind !== 'directory') return undefined
  for (const {name} of reader.list(folder).toReversed()) {
    if (!isRunId(name)) continue
    const run = readable(name, {workspace, cwd: workspace}, reader)
    if (run && isWanted(run)) return run
  }
  return undefined
}

function readable(name: string, place: RecordedPlace, reader: FileReader): RecordedRun | undefined {
  try {
    return findRecorded(name, place, reader)
  } catch (error) {
    if (error instanceof AssayError) return undefined
    throw error
  }
}

/** Throws `file_unreadable` for a run of another kind, which has no such results. */
export function demandKind({manifest}: RecordedRun, kind: RunManifest['kind']): void {
  if (manifest.kind === kind) return
  throw new AssayError('file_unreadable', `the run is of the kind ${manifest.kind}, not ${kind}`, {
    hint: `Name a run of the kind ${kind}: assay runs list --kind ${kind} shows them.`,
  })
}

/** The content of a file of a run. Throws `file_unreadable` if `read` finds that this version cannot read it. */
export function readAs<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AssayError) && !(error instanceof SyntaxError)) throw error
    throw new AssayError('file_unreadable', `${path} of the run is not what this version reads`, {cause: error})
  }
}

/**
 * The result of `read` for a run; undefined if it fails and files differ from the manifest, because that change is the more important fault
 * to report. Throws `file_unreadable` for unchanged files that this version cannot read.
 */
export function readUnlessDamaged<T>(run: RecordedRun, read: (run: RecordedRun) => T): T | undefined {
  try {
    return read(run)
  } catch (error) {
    const isChanged = run.damaged.length > 0 && error instanceof AssayError && error.code === 'file_unreadable'
    if (!isChanged) throw error
    return undefined
  }
}

/** The path itself if it is a folder, or the run to which a file in it or in one of its folders belongs. */
function folderOf(path: string, reader: FileReader): string | undefined {
  if (reader.facts(path)?.kind !== 'file') return path
  const above = [dirname(path), dirname(dirname(path))]
  const found = above.find((folder) => reader.facts(join(folder, MANIFEST))?.kind === 'file')
  if (found === undefined) throw unreadable('it belongs to no run')
  return found
}

function manifestOf(bytes: Uint8Array): RunManifest {
  try {
    return parseManifest(JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(bytes)))
  } catch {
    throw unreadable('its manifest is damaged or of another version')
  }
}

function unreadable(why: string): AssayError {
  return new AssayError('file_unreadable', `this is no run that can be read: ${why}`)
}

function readFile(path: string, reader: FileReader): Uint8Array | undefined {
  return reader.facts(path)?.kind === 'file' ? reader.read(path, MOST_BYTES) : undefined
}
