interface Running {
  readonly repositoryId: string
  readonly stop: () => void
  readonly done: Promise<void>
}

/** Git requests that are being served, so that they can be ended. */
export class RunningChildren {
  readonly #running = new Set<Running>()

  /** Adds a request. `stop` asks it to end; `done` settles when it has, and never rejects. */
  add(repositoryId: string, stop: () => void, done: Promise<void>): void {
    const one = {repositoryId, stop, done}
    this.#running.add(one)
    void done.then(() => this.#running.delete(one))
  }

  /** Ends the requests of a repository, or all; settles when they are over. */
  stop(repositoryId?: string): Promise<unknown> {
    const chosen = [...this.#running].filter((one) => repositoryId === undefined || one.repositoryId === repositoryId)
    for (const {stop} of chosen) stop()
    return Promise.all(chosen.map(({done}) => done))
  }
}
