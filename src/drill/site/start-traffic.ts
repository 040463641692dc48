import type {HostReply} from '#host/client/host-client'
import {sleep, type Timers} from '#random/timers'

/** Requests of one server that wait for their answers, at most: a server that hangs is not buried. */
const MOST_WAITING = 4

interface Stream {
  readonly control: AbortController
  readonly ended: Promise<unknown>
  readonly tally: {sent: number; passed: number; failed: number}
}

/** Users who ask servers at a steady pace, by the names that the drill gives them. */
export class SiteTraffic {
  readonly #clock: Timers
  readonly #streams = new Map<string, Stream>()

  constructor(clock: Timers) {
    this.#clock = clock
  }

  /** Each of the servers is asked at this pace, until the stream is stopped. */
  start(name: string, servers: readonly ((signal: AbortSignal) => Promise<HostReply>)[], everyMs: number): void {
    const control = new AbortController()
    const tally = {sent: 0, passed: 0, failed: 0}
    const {signal} = control
    const each = servers.map(async (send) => {
      const waiting = new Set<Promise<void>>()
      while (!signal.aborted) {
        if (waiting.size < MOST_WAITING) {
          tally.sent++
          const one = send(signal).then(
            ({status}) => void (status < 400 ? tally.passed++ : tally.failed++),
            () => void tally.failed++,
          )
          waiting.add(one)
          void one.then(() => waiting.delete(one))
        }
        await sleep(this.#clock, everyMs, signal).catch(() => undefined)
      }
      await Promise.all(waiting)
    })
    this.#streams.set(name, {control, ended: Promise.all(each), tally})
  }

  /** False where nobody asked any more. */
  async stop(name: string): Promise<boolean> {
    const stream = this.#streams.get(name)
    const wasRunning = stream !== undefined && !stream.control.signal.aborted
    stream?.control.abort('the drill ends it')
    await stream?.ended
    return wasRunning
  }

  seen(name: string): Readonly<Record<string, unknown>> {
    const {tally, control} = this.#streams.get(name) ?? {}
    return {running: control?.signal.aborted === false, ...(tally ?? {sent: 0, passed: 0, failed: 0})}
  }

  async close(): Promise<void> {
    for (const name of this.#streams.keys()) await this.stop(name)
  }
}
