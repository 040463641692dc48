import {basename, dirname, join, resolve} from 'node:path'
import {AssayError} from '#error/assay-error'
import {asMistake, type Mistake, mistakesAsOne} from '#error/collect-mistakes'
import type {Files} from '#path/files'
import {uniqueName, writeAtomic} from '#path/write-atomic'
import type {Safe} from '#redact/safe'
import {FORMATS, type FormatName, formatOfFile} from '#report/renderers'
import {isReport} from '#report/report-form'
import {MANIFEST, STATE, WORKSPACE_FILE} from '#run/layout'
import type {RunPorts} from '#run/ports'

/** One `--output`: an absolute path and what is written there. */
export interface OutputFile {
  readonly path: string
  readonly format: FormatName
}

/** A file that is written again and again. `path` is absolute; `name`: what the caller calls it by, `given`: as what. */
export interface OwnFile {
  readonly path: string
  readonly name: string
  readonly given?: string
  /** Whether this text is of ours. */
  readonly isOurs: (text: string) => boolean
}

/** What a folder of runs, a run and a bundle hold, and no other folder. */
const EVIDENCE_HOLDS = [WORKSPACE_FILE, MANIFEST, 'bagit.txt'] as const

type Ports = Pick<RunPorts, 'files' | 'entropy'>

/**
 * Checks every `--output` before the work begins, up to making and removing a file beside the target. Throws `usage` for an unknown
 * suffix, a missing parent or a target that is no plain file, `workspace_unwritable` where nothing can be written.
 */
export async function openOutputFiles(
  paths: readonly string[],
  offered: readonly FormatName[],
  where: {readonly cwd: string},
  ports: Ports,
): Promise<OutputFile[]> {
  const files: OutputFile[] = []
  const mistakes: Mistake[] = []
  for (const [at, path] of paths.entries()) {
    const name = paths.length === 1 ? '--output' : `--output ${at + 1} of ${paths.length}`
    try {
      const format = offeredFormat(path, name, offered)
      files.push({path: await openOutputFile(resolve(where.cwd, path), name, ports), format})
    } catch (error) {
      mistakes.push(asMistake('output', error, path))
    }
  }
  const error = mistakesAsOne(mistakes)
  if (error !== undefined) throw error
  return files
}

function offeredFormat(path: string, name: string, offered: readonly FormatName[]): FormatName {
  const format = formatOfFile(path)
  if (format !== undefined && offered.includes(format)) return format
  throw new AssayError('usage', `${name} has no suffix of a format that is offered here`, {
    hint: `one of ${offered.map((one) => FORMATS[one].suffixes[0]).join(', ')}`,
  })
}

/** Whether a file can be written at this absolute path, before the work is done. `name`: what the caller calls it by. Gives the path. Throws `usage`. */
export async function openOutputFile(path: string, name: string, ports: Ports): Promise<string> {
  mustBeFree(path, name, ports.files)
  await probe(dirname(path), ports)
  return path
}

/** Like `openOutputFile`, but replaces an existing file if it is empty or one of Assay's own; any other file is refused. */
export async function openOwnFile({path, name, given, isOurs}: OwnFile, ports: Ports): Promise<string> {
  await openOutputFile(path, name, ports)
  const held = beginningOf(path, ports.files)
  if (held === '' || isOurs(held)) return path
  throw new AssayError('usage', `${name} names a file that is there and holds something else`, {
    hint: `Name another file: only one that is empty or that ${name} wrote is replaced.`,
    given,
  })
}

/**
 * Removes reports of a run before from where those of this one will stand: after an error they would be read as its own. What does not look like a
 * report stays until there is one.
 */
export async function removeOldReports(outputs: readonly OutputFile[], {files}: Pick<Ports, 'files'>): Promise<void> {
  for (const {path, format} of outputs) if (isReport(format, beginningOf(path, files))) await files.writer.remove(path)
}

/** Replaces the file as a whole or leaves the old one. The work is done by now, so nothing that goes wrong here is a mistake of the caller. */
export async function writeOutputFile(file: Pick<OutputFile, 'path'>, content: Safe, ports: Ports): Promise<void> {
  try {
    await writeAtomic(file.path, content, ports, {forOthers: true})
  } catch (error) {
    if (!(error instanceof AssayError) || error.exit !== 'usage') throw error
    throw new AssayError('io_error', `${error.message}; the work is done, its result could not be written there`, {
      detail: error.detail,
      cause: error,
    })
  }
}

function mustBeFree(target: string, name: string, {reader}: Files): void {
  const parent = reader.real(dirname(target))
  if (parent === undefined || reader.facts(parent)?.kind !== 'directory') {
    throw new AssayError('usage', `the folder of ${name} does not exist`, {
      hint: 'create the folder first',
      given: dirname(target),
    })
  }
  if (isAmongEvidence(parent, reader)) {
    throw new AssayError('usage', `${name} lies in a run, a bundle or the folder of runs`, {
      hint: 'Name a file elsewhere: what stands there is evidence, and one file more or changed damages it.',
    })
  }
  const kind = reader.facts(target)?.kind
  if (kind === undefined || kind === 'file') return
  const what = {directory: 'a directory', link: 'a link', other: 'no regular file'}[kind]
  throw new AssayError('usage', `${name} is ${what}`, {hint: 'name a plain file'})
}

/** Whether a folder, or one above it, is one of runs, a run or a bundle. What a command works on, as the place of a drill, lies beside them and is none. */
function isAmongEvidence(folder: string, reader: Files['reader']): boolean {
  if (basename(folder) === STATE) return false
  if (EVIDENCE_HOLDS.some((name) => reader.facts(join(folder, name)) !== undefined)) return true
  return dirname(folder) !== folder && isAmongEvidence(dirname(folder), reader)
}

/** One piece holds all that we write; of a large file no more is needed to see that it is none of ours. */
function beginningOf(path: string, {reader}: Files): string {
  if (reader.facts(path) === undefined) return ''
  using file = reader.open(path)
  return new TextDecoder().decode(file.next())
}

async function probe(folder: string, {files, entropy}: Ports): Promise<void> {
  const name = uniqueName('.tmp-', entropy)
  const path = `${folder}/${name}`
  const file = await files.writer.open(path, 'new', {private: true})
  await file.close()
  await files.writer.remove(path)
}
