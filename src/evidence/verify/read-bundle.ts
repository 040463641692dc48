import {join} from 'node:path'
import type {Digest} from '#contract/ids'
import {startSha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import type {FoundFile} from '../model/candidates.ts'

/** Largest possible file of a bundle: a file of the run may have 1 MB, masking adds little, the lists are longest. */
export const MOST_READ_BYTES = 16 * 1024 * 1024

/** Digesting is synchronous; after this many bytes the event loop gets a turn, so that a signal can be noticed. */
const BYTES_A_TURN = 16 * 1024 * 1024

const LINE_END = 0x0a

/** One regular file of a bundle as it was read. */
export interface ReadFile {
  readonly path: string
  readonly sha256: Digest
  readonly sizeBytes: number
  /** Number of newlines; 0 if the file was not read. */
  readonly lines: number
  /** The content, if it was asked for and the file is small enough to be evidence at all. */
  readonly content?: Uint8Array
}

/**
 * Digests a file in one pass, piece by piece: memory stays bounded whatever the folder contains. A file of an implausible size is not read,
 * which could take hours, and gets the digest of no bytes. Throws `interrupted` between two pieces, and the errors of reading.
 */
export async function readBundleFile(
  folder: string,
  file: FoundFile,
  how: {
    readonly keep: boolean
    readonly isPlausible: (sizeBytes: number) => boolean
    readonly signal?: AbortSignal | undefined
  },
  reader: FileReader,
): Promise<ReadFile> {
  using open = reader.open(join(folder, file.path))
  const state = startSha256()
  const {sizeBytes: whole} = open.facts()
  if (!how.isPlausible(whole)) return {path: file.path, sha256: state.digest(), sizeBytes: whole, lines: 0}
  let kept: Uint8Array[] | undefined = how.keep && whole <= MOST_READ_BYTES ? [] : undefined
  let sizeBytes = 0
  let lines = 0
  let turnEnds = BYTES_A_TURN
  for (let piece = open.next(); piece; piece = open.next()) {
    state.update(piece)
    sizeBytes += piece.length
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, end + 1)) lines++
    if (sizeBytes > MOST_READ_BYTES) kept = undefined
    kept?.push(Uint8Array.from(piece))
    if (sizeBytes < turnEnds) continue
    turnEnds = sizeBytes + BYTES_A_TURN
    await takeTurn(how.signal)
  }
  return {path: file.path, sha256: state.digest(), sizeBytes, lines, ...(kept && {content: Buffer.concat(kept)})}
}

async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  if (signal?.aborted) throw new AssayError('interrupted', 'verifying was stopped', {cause: signal.reason})
}
