import {basename, dirname, join} from 'node:path'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {Files} from '#path/files'
import type {Entropy} from '#random/entropy'
import {BUNDLES, RUNS} from '#run/layout'
import type {Staging} from './write-staging.ts'

/** The place to which a bundle will be renamed. `parent` exists; `isTaken` means that a bundle of this run is already there. */
export interface BundleTarget {
  readonly path: string
  readonly parent: string
  readonly isTaken: boolean
}

type IsOurBundle = (path: string) => Promise<boolean>

/**
 * Decides where the bundle goes before any work. Throws `bundle_exists` if a bundle of this run is there and may not be replaced,
 * `not_our_bundle` for anything else that is there: only Assay's own bundle is ever replaced.
 */
export async function openTarget(
  place: {readonly workspace: string; readonly runId: RunId; readonly output?: string; readonly replace: boolean},
  files: Files,
  isOurBundle: IsOurBundle,
): Promise<BundleTarget> {
  const path = place.output ?? join(place.workspace, BUNDLES, place.runId)
  const facts = files.reader.facts(path)
  if (facts === undefined) return {path, parent: await openParent(path, place.workspace, files), isTaken: false}
  const parent = dirname(path)
  if (facts.kind !== 'directory' || parent === path || !(await isOurBundle(path))) {
    throw new AssayError(
      'not_our_bundle',
      'the target exists and is not a whole bundle of this run; nothing was touched',
    )
  }
  if (!place.replace) throw new AssayError('bundle_exists', 'a bundle of this run is already there')
  return {path, parent, isTaken: true}
}

/** Makes missing folders above the target. A bundle inside the runs is refused: it would become evidence of itself. */
async function openParent(path: string, workspace: string, files: Files): Promise<string> {
  const parent = dirname(path)
  await makeFolder(parent, files)
  const runs = files.reader.real(join(workspace, RUNS))
  const real = files.reader.real(parent) ?? parent
  if (runs !== undefined && (real === runs || real.startsWith(`${runs}/`))) {
    throw new AssayError('not_our_bundle', 'a bundle cannot be put among the runs')
  }
  return parent
}

async function makeFolder(path: string, files: Pick<Files, 'reader' | 'directories'>): Promise<void> {
  const {reader, directories} = files
  const real = reader.real(path)
  if (real !== undefined && reader.facts(real)?.kind === 'directory') return
  if (real !== undefined || dirname(path) === path) {
    throw new AssayError('not_our_bundle', 'the folder of the target is not a directory')
  }
  await makeFolder(dirname(path), files)
  await directories.make(path)
  await directories.sync(dirname(path))
}

/**
 * Publishes the whole bundle by one rename; an old one is first moved aside and removed last. Throws `bundle_exists` if another process was
 * faster.
 */
export async function publishBundle(
  staging: Staging,
  target: BundleTarget,
  ports: {readonly files: Files; readonly entropy: Entropy},
): Promise<void> {
  const {writer, directories} = ports.files
  await staging.sync()
  if (!target.isTaken) {
    await renameToFree(staging.folder, target.path, ports.files)
    return await directories.sync(target.parent)
  }
  const aside = join(
    target.parent,
    `.trash-${basename(target.path)}-${Buffer.from(ports.entropy.bytes(4)).toString('hex')}`,
  )
  await writer.rename(target.path, aside)
  try {
    await writer.rename(staging.folder, target.path)
  } catch (error) {
    await writer.rename(aside, target.path)
    throw error
  }
  await directories.sync(target.parent)
  await directories.removeTree(aside)
}

async function renameToFree(folder: string, path: string, {reader, writer}: Files): Promise<void> {
  try {
    await writer.rename(folder, path)
  } catch (error) {
    if (reader.facts(path) === undefined) throw error
    throw new AssayError('bundle_exists', 'another process put something at the target meanwhile; it was not touched', {
      hint: 'Verify what is there, or give the line again with --replace.',
      cause: error,
    })
  }
}
