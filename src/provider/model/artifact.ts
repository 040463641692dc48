import {sniffMedia} from './sniff-media.ts'

/** Keeps bytes that come from elsewhere, such as clips; given by the host. */
export interface ArtifactStore {
  /** A file that comes into being whole, with `keep`, or not at all. */
  create(): Promise<ArtifactFile>
}

/** A file for one clip, written piece by piece. Each step throws `disk_full`, `io_error`, and `evidence_refused` for a registered secret. */
export interface ArtifactFile {
  write(piece: Uint8Array): Promise<void>
  /** The path as the host knows it, without a place of this machine in it. */
  keep(name: string): Promise<string>
  /** Leaves nothing behind; a second call, or one after `keep`, does nothing. */
  discard(): Promise<void>
}

/** A video that was written to a file while it was fetched. */
export class KeptArtifact {
  readonly path: string
  readonly sha256: `sha256:${string}`
  readonly size_bytes: number
  readonly media_type: string

  constructor(path: string, facts: Omit<KeptArtifact, 'path'>) {
    this.path = path
    this.sha256 = facts.sha256
    this.size_bytes = facts.size_bytes
    this.media_type = facts.media_type
  }
}

const ENDINGS: Readonly<Record<string, string>> = {'video/mp4': 'mp4', 'video/webm': 'webm', 'video/x-msvideo': 'avi'}
const NAMED_BY = 16

/** Named by what it holds, so that the same clip is one file however often it comes. */
export function artifactName({sha256, media_type}: Pick<KeptArtifact, 'sha256' | 'media_type'>): string {
  return `clip-${sha256.slice(7, 7 + NAMED_BY)}.${ENDINGS[media_type] ?? 'bin'}`
}

/** Number of leading bytes that identify the kind of a video. */
export const HEAD_BYTES = 16

/** Why these first bytes begin no video that is known here; undefined while there are too few of them. */
export function headFault(head: Uint8Array): string | undefined {
  if (head.length < HEAD_BYTES || sniffMedia(head) !== undefined) return undefined
  return 'its first bytes are of no video'
}
