import {join} from 'node:path'
import type {Lease} from '#contract/generated/types'
import {AssayError} from '#error/assay-error'
import type {Files} from '#path/files'
import type {Cancel, Timers} from '#random/timers'
import {LEASE} from './layout.ts'
import {HEARTBEAT_MS} from './lease.ts'
import {readLease} from './read-lease.ts'

/** Keeps the heartbeat of an open run going until `release`, and knows whether the run is still ours. */
export class HeldLease {
  readonly #path: string
  readonly #lease: Lease
  readonly #files: Files
  readonly #stopBeating: Cancel
  #isClosing = false

  constructor(
    folder: string,
    lease: Lease,
    {files, clock}: {readonly files: Files; readonly clock: Pick<Timers, 'every'>},
  ) {
    this.#path = join(folder, LEASE)
    this.#lease = lease
    this.#files = files
    this.#stopBeating = clock.every(HEARTBEAT_MS, () => void this.#beat())
  }

  /** Throws `lease_lost` when a later owner took the run over; called before every commit. */
  assertOwned(): void {
    const now = readLease(this.#path, this.#files.reader)
    if (now?.epoch === this.#lease.epoch && now.pid === this.#lease.pid) return
    throw new AssayError('lease_lost', `the run ${this.#lease.run_id} has another owner now`)
  }

  /** The manifest tells the end and the ledger does not yet: until `release` the file marks the run for the next writer. */
  markClosing(): void {
    this.#isClosing = true
  }

  async release(): Promise<void> {
    this.#stopBeating()
    await this.#files.writer.remove(this.#path)
  }

  /** For the way out after an error: the run has no owner any more. */
  async giveUp(): Promise<void> {
    this.#stopBeating()
    if (!this.#isClosing) await this.release()
  }

  async #beat(): Promise<void> {
    // A heartbeat that fails makes the run look stalled, which is the truth; the work itself goes on.
    await this.#files.writer.touch(this.#path).catch(() => undefined)
  }
}
