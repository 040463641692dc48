import {ProviderError} from '#error/provider-error'
import {collectReply} from '#net/collect-reply'
import type {HttpClient} from '#net/http-client'
import {deadline, type Time} from '#random/timers'
import {STILL_NO_ANSWER} from '../model/silence.ts'

/** A node that is stopped answers nothing, and one that is well says at once that it knows no such page. */
const PROBE_LIMIT_MS = 1000
const MOST_BYTES = 64 * 1024

/**
 * Which hosts gave no answer in all the time that a request has. Each check would wait as long again: instead of asking such a host, it is looked at for a
 * moment whether it says anything now. Shared by all who ask in one run.
 */
export class SilenceWatch {
  readonly #silent = new Set<string>()

  note(baseUrl: string): void {
    this.#silent.add(baseUrl)
  }

  /** Throws `unreachable` where the host was silent and still is, or the reason of the signal. */
  async demandVoice(
    baseUrl: string,
    {http, clock}: {readonly http: HttpClient; readonly clock: Pick<Time, 'after'>},
    signal: AbortSignal,
  ): Promise<void> {
    if (!this.#silent.has(baseUrl)) return
    using limit = deadline(clock, PROBE_LIMIT_MS, () => new ProviderError('unreachable', STILL_NO_ANSWER), signal)
    const request = {method: 'GET', url: `${baseUrl}/`, headers: {'user-agent': 'assay'}, signal: limit.signal} as const
    try {
      await collectReply(http, request, MOST_BYTES)
    } catch {
      // Whatever else went wrong, the request itself tells.
      limit.signal.throwIfAborted()
    }
    this.#silent.delete(baseUrl)
  }
}
