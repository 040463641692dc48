import {startSha256} from '#digest/sha256'
import {ProviderError} from '#error/provider-error'
import {
  type ArtifactFile,
  type ArtifactStore,
  artifactName,
  HEAD_BYTES,
  headFault,
  KeptArtifact,
} from '../model/artifact.ts'
import type {ClipAnswer} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import {sniffMedia} from '../model/sniff-media.ts'

/** A clip that is longer goes to a file, or not at all. */
const MOST_IN_MEMORY = 256 * 1024 * 1024

/** What came of an intake: a file of the store, or bytes where the host gave none. */
export type Taken = Pick<ClipAnswer, 'media_type' | 'bytes'> | {readonly artifact: KeptArtifact}

/** Takes a video piece by piece, digests it on the way and holds no more of it than a piece, where there is a store. */
export class ArtifactIntake {
  readonly #file: ArtifactFile | undefined
  readonly #digest = startSha256()
  readonly #pieces: Uint8Array[] = []
  #head = new Uint8Array(0)
  #size = 0

  private constructor(file: ArtifactFile | undefined) {
    this.#file = file
  }

  static async open(store: ArtifactStore | undefined): Promise<ArtifactIntake> {
    return new ArtifactIntake(await store?.create())
  }

  get sizeBytes(): number {
    return this.#size
  }

  /** The piece may be used again once this has settled. Throws `contract_violation` as soon as it can be no video, `artifact_refused`. */
  take(piece: Uint8Array): void | Promise<void> {
    this.#size += piece.length
    if (this.#head.length < HEAD_BYTES) {
      this.#head = Uint8Array.from([...this.#head, ...piece.subarray(0, HEAD_BYTES - this.#head.length)])
      const fault = headFault(this.#head)
      if (fault !== undefined) throw violation(`clip: ${fault}`)
    }
    if (this.#file !== undefined) {
      this.#digest.update(piece)
      return this.#file.write(piece)
    }
    if (this.#size > MOST_IN_MEMORY)
      throw new ProviderError(
        'artifact_refused',
        'the clip is longer than 256 MiB, and the library was given no folder for clips',
        {
          retryable: false,
        },
      )
    this.#pieces.push(piece)
  }

  /** Throws `contract_violation` for a clip without bytes, or of no known kind. */
  async keep(): Promise<Taken> {
    if (this.#size === 0) throw violation('clip: it has no bytes')
    const media_type = sniffMedia(this.#head)
    if (media_type === undefined) throw violation('clip: its first bytes are of no video')
    if (this.#file === undefined) return {media_type, bytes: Buffer.concat(this.#pieces, this.#size)}
    const facts = {sha256: this.#digest.digest(), size_bytes: this.#size, media_type}
    return {artifact: new KeptArtifact(await this.#file.keep(artifactName(facts)), facts)}
  }

  /** Leaves no file of a clip that was not kept. */
  async discard(): Promise<void> {
    await this.#file?.discard()
  }
}

/** A whole clip: to a file where the host wants it there, else as it is. */
export async function keepClip(clip: ClipAnswer, store: ArtifactStore | undefined): Promise<Taken> {
  if (store === undefined) return clip
  const intake = await ArtifactIntake.open(store)
  try {
    await intake.take(clip.bytes)
    return await intake.keep()
  } finally {
    await intake.discard()
  }
}
