import {AssayError} from '#error/assay-error'
import {EXIT} from '#error/exit'
import type {Redactor} from '#redact/redactor'
import {tellError} from './tell-error.ts'
import type {ProcessOutput} from './write-output.ts'

/** Longest time that the last words may take. */
const LONGEST_MS = 2_000

/**
 * What is thrown where nobody waits is our bug: told once with its class, its redacted stack in the log, and the process ends with 70.
 * A run that is open then is left as one that was interrupted. Stays until the process ends.
 */
export class LastResort {
  readonly #output: ProcessOutput
  readonly #asksForJson: boolean
  #redactor: () => Redactor
  #isTelling = false

  /** `redactor`: until another one is in force. */
  constructor(output: ProcessOutput, asksForJson: boolean, redactor: () => Redactor) {
    this.#output = output
    this.#asksForJson = asksForJson
    this.#redactor = redactor
    process.on('uncaughtException', this.#take)
    process.on('unhandledRejection', this.#take)
  }

  redactWith(redactor: Redactor): void {
    this.#redactor = () => redactor
  }

  readonly #take = (thrown: unknown): void => {
    // oclif throws it once more; that it is lost is told when the command has ended.
    if (this.#output.isLostBy(thrown)) return
    if (this.#isTelling) process.exit(EXIT.bug)
    this.#isTelling = true
    setTimeout(() => process.exit(EXIT.bug), LONGEST_MS)
    void this.#tell(thrown).finally(() => process.exit(EXIT.bug))
  }

  async #tell(thrown: unknown): Promise<void> {
    const name = thrown instanceof Error ? thrown.constructor.name : typeof thrown
    const error = new AssayError('bug', `internal error: ${name}`, {cause: thrown})
    const hall = {output: this.#output, interruptedBy: () => undefined}
    // Standard output may hold its one document already.
    const json = this.#asksForJson && !this.#output.hasSpoken
    await tellError(error, hall, {json, logLevel: 'error', redactor: this.#redactor()})
  }
}
