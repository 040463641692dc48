import type {Digest} from '#contract/ids'
import {sha256} from '#digest/sha256'
import type {FileFacts, FileReader} from '#path/files'

/** The bytes of a file as read through one descriptor, and whether it changed meanwhile. */
export interface Source {
  readonly content: Uint8Array
  readonly sha256: Digest
  readonly isChanged: boolean
}

/**
 * Reads a small file once. `before` are the facts by which it was chosen; if size, time or identity differ at opening or after the last
 * byte, something wrote to it meanwhile. Reading stops once it exceeds the size in `before`.
 */
export function readSource(path: string, before: FileFacts, reader: FileReader): Source {
  using file = reader.open(path)
  const opened = file.facts()
  const pieces: Uint8Array[] = []
  let length = 0
  for (let piece = file.next(); piece; piece = file.next()) {
    pieces.push(Uint8Array.from(piece))
    length += piece.length
    if (length > before.sizeBytes) break
  }
  const content = Buffer.concat(pieces)
  const isChanged = !isSame(before, opened) || !isSame(opened, file.facts()) || length !== before.sizeBytes
  return {content, sha256: sha256(content), isChanged}
}

function isSame(a: FileFacts, b: FileFacts): boolean {
  return a.identity === b.identity && a.sizeBytes === b.sizeBytes && a.mtimeMs === b.mtimeMs
}
