import type {ArtifactFile, ArtifactStore} from '../model/artifact.ts'

/** The store of the host as one operation sees it: what is still being written when the operation ends is removed with it. */
export class HeldArtifacts implements ArtifactStore {
  readonly #store: ArtifactStore
  /** Those in the making too: their file may be there before anybody hears of it. */
  readonly #open = new Set<Promise<ArtifactFile>>()

  constructor(store: ArtifactStore) {
    this.#store = store
  }

  async create(): Promise<ArtifactFile> {
    const making = this.#store.create()
    this.#open.add(making)
    const file = await making
    return {
      write: (piece) => file.write(piece),
      keep: async (name) => {
        const path = await file.keep(name)
        this.#open.delete(making)
        return path
      },
      discard: async () => {
        await file.discard()
        this.#open.delete(making)
      },
    }
  }

  /** Never rejects: what cannot be removed stays under a temporary name, which no run lists. */
  async discard(): Promise<void> {
    if (this.#open.size === 0) return
    await Promise.allSettled([...this.#open].map(async (making) => await (await making).discard()))
  }
}
