/** State of the pushes to one repository. */
interface Pushes {
  running: number
  /** Whether refs may have moved without a record. */
  isUnsure: boolean
  /** Set while refs are compared: new pushes wait for it. */
  closed: PromiseWithResolvers<void> | undefined
  turn: Promise<unknown>
}

/** Coordinates pushes: what they moved is recorded one push at a time, and refs are compared only while no push moves them. */
export class PushGate {
  readonly #repositories = new Map<string, Pushes>()
  readonly #moving = new Set<Promise<void>>()

  /** Marks that refs of a push are moving, until disposed. */
  move(): Disposable {
    const {promise, resolve} = Promise.withResolvers<void>()
    this.#moving.add(promise)
    return {
      [Symbol.dispose]: () => {
        this.#moving.delete(promise)
        resolve()
      },
    }
  }

  /** Settles when every move in progress has ended. After closing the node to pushes, wait for this before relying on it. */
  still(): Promise<void> {
    return Promise.all(this.#moving).then(() => undefined)
  }

  /** Settles when a push may begin. Must be followed by `leave`. */
  enter(id: string): Promise<void> {
    const one = this.#of(id)
    if (one.closed !== undefined) return one.closed.promise.then(() => this.enter(id))
    one.running++
    return Promise.resolve()
  }

  leave(id: string, isUnsure: boolean): void {
    const one = this.#of(id)
    one.running--
    one.isUnsure ||= isUnsure
  }

  /** Marks a repository whose refs may have moved without a record. */
  doubt(id: string): void {
    this.#of(id).isUnsure = true
  }

  /** Repositories whose refs may have moved without a record. */
  doubtful(): string[] {
    return [...this.#repositories].filter(([, {isUnsure}]) => isUnsure).map(([id]) => id)
  }

  /**
   * Runs `work` for a repository, one call at a time. If no push is running, keeps new ones out until `work` ends and passes `alone`; otherwise
   * passes undefined.
   */
  inTurn<T>(id: string, work: (alone: {readonly isUnsure: boolean} | undefined) => Promise<T>): Promise<T> {
    const one = this.#of(id)
    const result = one.turn.then(() => {
      if (one.running > 0) return work(undefined)
      const {isUnsure} = one
      one.isUnsure = false
      one.closed = Promise.withResolvers()
      return work({isUnsure})
        .catch((error: unknown) => {
          one.isUnsure = true
          throw error
        })
        .finally(() => this.#open(one))
    })
    one.turn = result.catch(() => undefined).then(() => this.#forget(id, one))
    return result
  }

  #open(one: Pushes): void {
    one.closed?.resolve()
    one.closed = undefined
  }

  #forget(id: string, one: Pushes): void {
    const isIdle = one.running === 0 && !one.isUnsure && one.closed === undefined
    if (isIdle && this.#repositories.get(id) === one) this.#repositories.delete(id)
  }

  #of(id: string): Pushes {
    const known = this.#repositories.get(id)
    if (known !== undefined) return known
    const made: Pushes = {running: 0, isUnsure: false, closed: undefined, turn: Promise.resolve()}
    this.#repositories.set(id, made)
    return made
  }
}
