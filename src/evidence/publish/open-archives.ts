import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {ARCHIVE_KINDS, type ArchiveKind} from '../archive/archive-kind.ts'

/** Archives beside a bundle, by their paths. `packed`: the one to write; `old`: those of the earlier bundle. */
export interface BesideBundle {
  readonly packed?: {readonly kind: ArchiveKind; readonly path: string}
  readonly old: readonly string[]
}

/**
 * Decides what becomes of archives beside a bundle, before any work: an archive of the earlier bundle, which may be unmasked or unsigned,
 * must not stay there. Throws `bundle_exists` if one exists and may not be replaced, `not_our_bundle` for anything else at their places.
 */
export async function openArchives(
  bundle: string,
  {archive, replace}: {readonly archive?: ArchiveKind; readonly replace: boolean},
  reader: FileReader,
  isOurs: (path: string) => Promise<boolean>,
): Promise<BesideBundle> {
  const old: string[] = []
  for (const kind of ARCHIVE_KINDS) {
    const path = `${bundle}.${kind}`
    const what = reader.facts(path)?.kind
    if (what === undefined || (what !== 'file' && kind !== archive)) continue
    if (what === 'file' && !replace) throw new AssayError('bundle_exists', 'an archive of this bundle is already there')
    const isReplaced = what === 'file' && (kind === archive || (await isOurs(path)))
    if (!isReplaced) {
      const message = `what stands at the place of an archive (.${kind}) is no archive of this run; nothing was touched`
      throw new AssayError('not_our_bundle', message, {hint: 'Move it away, or choose another --output.'})
    }
    old.push(path)
  }
  return {old, ...(archive && {packed: {kind: archive, path: `${bundle}.${archive}`}})}
}
