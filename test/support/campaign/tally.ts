/** What a campaign held to be so, and what was not. */
export class Tally {
  checks = 0
  readonly failures: string[] = []
  readonly notes: string[] = []

  hold(what: string, isSo: boolean): void {
    this.checks++
    if (!isSo) this.failures.push(what)
  }
}
