import {join} from 'node:path'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import {writeAtomic} from '#path/write-atomic'
import {type Corruption, corrupted, type KeptFile} from '../model/corruption.ts'
import {homeIn, keptIn} from '../model/site-layout.ts'
import type {DrillPorts} from '../site/drill-ports.ts'
import {type ActionArgs, type ActionWay, textOf} from './action-context.ts'

/** Breaks a file; a copy of it is on disk before, with both digests. */
export const corruptFile: ActionWay = async (args, {folder, ports}) => {
  const path = textOf(args, 'path')
  const full = join(homeIn(folder), path)
  const good = ports.files.reader.read(full)
  const bad = corrupted(good, corruptionOf(args))
  const kept: KeptFile = {path, good_sha256: sha256(good), bad_sha256: sha256(bad)}
  if (kept.good_sha256 === kept.bad_sha256) throw new AssayError('invalid_input', 'this would leave the file as it is')
  await writeAtomic(`${keptPath(folder, path)}.good`, ports.redactor.bytes(good), ports)
  await writeAtomic(`${keptPath(folder, path)}.json`, ports.redactor.json(kept), ports)
  await writeAtomic(full, ports.redactor.bytes(bad), ports)
  return 'done'
}

/** Puts the good copy back and the broken file aside. What is neither of both is somebody else's, and stays. */
export const restoreFile: ActionWay = async (args, {folder, ports}) => {
  const path = textOf(args, 'path')
  const full = join(homeIn(folder), path)
  const kept = readKept(folder, path, ports)
  if (kept === undefined) return 'noop'
  const now = digestAt(full, ports)
  if (now === kept.good_sha256) return 'noop'
  if (now !== undefined && now !== kept.bad_sha256) {
    throw new AssayError('io_error', `${path} was changed by somebody else since; its good copy is kept`)
  }
  const good = ports.files.reader.read(`${keptPath(folder, path)}.good`)
  if (sha256(good) !== kept.good_sha256) throw new AssayError('io_error', `the good copy of ${path} is damaged`)
  if (now !== undefined) await ports.files.writer.rename(full, asidePath(folder, path))
  await writeAtomic(full, ports.redactor.bytes(good), ports)
  if (digestAt(full, ports) !== kept.good_sha256) throw new AssayError('io_error', `${path} is not what it was`)
  return 'done'
}

/** How a file stands to what it was: `original`, `broken` as the drill broke it, `other`, or `missing`; and the broken one that was put aside. */
export function stateOfFile(folder: string, path: string, ports: Pick<DrillPorts, 'files'>) {
  const kept = readKept(folder, path, ports)
  const full = join(homeIn(folder), path)
  const aside = digestAt(asidePath(folder, path), ports)
  return {
    state: standing(digestAt(full, ports), kept),
    aside: aside === undefined ? 'missing' : standing(aside, kept),
  }
}

function standing(digest: string | undefined, kept: KeptFile | undefined): string {
  if (digest === undefined) return 'missing'
  if (kept === undefined || digest === kept.good_sha256) return 'original'
  return digest === kept.bad_sha256 ? 'broken' : 'other'
}

function digestAt(path: string, {files}: Pick<DrillPorts, 'files'>): string | undefined {
  return files.reader.facts(path)?.kind === 'file' ? sha256(files.reader.read(path)) : undefined
}

function readKept(folder: string, path: string, {files}: Pick<DrillPorts, 'files'>): KeptFile | undefined {
  const note = `${keptPath(folder, path)}.json`
  if (files.reader.facts(note) === undefined) return undefined
  return JSON.parse(new TextDecoder().decode(files.reader.read(note)))
}

function keptPath(folder: string, path: string): string {
  return join(keptIn(folder), sha256(path).slice(7, 23))
}

/** Where a broken file is kept for later inspection: beside the good one it would be in the way. */
function asidePath(folder: string, path: string): string {
  return `${keptPath(folder, path)}.broken`
}

function corruptionOf(args: ActionArgs): Corruption {
  const {mode, offset} = args
  return {
    mode: mode === 'truncate' || mode === 'flip' ? mode : 'replace',
    offset: typeof offset === 'number' ? offset : 0,
    text: textOf(args, 'text'),
  }
}
