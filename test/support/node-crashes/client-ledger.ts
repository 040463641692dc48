/**
 * What a client was told of what it wrote, kept outside of the node: the judge of what a crash may not take. Things have names of the client's own; a
 * value of null: not there.
 */
export class ClientLedger {
  /** What each may be: one value where the client knows. */
  readonly #things = new Map<string, ReadonlySet<string | null>>()

  /** Asked for, and not told yet what came of it: from now on it may be either. */
  ask(name: string, next: string | null): void {
    this.#things.set(name, new Set([...(this.#things.get(name) ?? [null]), next]))
  }

  /** Told that it is so. */
  acknowledge(name: string, value: string | null): void {
    this.#things.set(name, new Set([value]))
  }

  /** What the node does not have as it was told, and what nobody asked for. What was open is from now on as it was found. */
  judge(found: ReadonlyMap<string, string>): string[] {
    const faults: string[] = []
    const said = (value: string | null) => value ?? 'not there'
    for (const [name, possible] of this.#things) {
      const value = found.get(name) ?? null
      if (!possible.has(value))
        faults.push(`${name} is ${said(value)}, told was ${[...possible].map(said).join(' or ')}`)
      this.acknowledge(name, value)
    }
    for (const name of found.keys())
      if (!this.#things.has(name)) faults.push(`${name} is there, and nobody asked for it`)
    return faults
  }
}
