import type {HostReply} from '#host/client/host-client'

/** What became of many requests at once. */
interface StormTally {
  sent: number
  running: boolean
  /** Answered with success, with 429, with another failure, and not at all. */
  passed: number
  limited: number
  refused: number
  lost: number
  /** Answers whose headers about the rate say something that cannot be. */
  odd_rates: number
}

/** Requests that a drill sends in numbers, by the names that it gives them. */
export class SiteStorms {
  readonly #tallies = new Map<string, StormTally>()
  readonly #beside: {readonly control: AbortController; readonly ended: Promise<void>}[] = []

  /** Sends so many, `atOnce` at the same time, and counts what comes back; none more once the signal is aborted. Throws its reason then. */
  async run(
    name: string,
    send: () => Promise<HostReply>,
    {times, atOnce}: {readonly times: number; readonly atOnce: number},
    signal: AbortSignal,
  ): Promise<void> {
    const tally = {sent: 0, running: true, passed: 0, limited: 0, refused: 0, lost: 0, odd_rates: 0}
    this.#tallies.set(name, tally)
    const sender = async () => {
      while (tally.sent < times && !signal.aborted) {
        tally.sent++
        await send().then(
          (reply) => count(tally, reply),
          () => void tally.lost++,
        )
      }
    }
    await Promise.all(Array.from({length: atOnce}, sender))
    tally.running = false
    signal.throwIfAborted()
  }

  /** Sends so many while the drill goes on, and nobody waits for it. */
  start(
    name: string,
    send: (signal: AbortSignal) => Promise<HostReply>,
    many: {readonly times: number; readonly atOnce: number},
  ): void {
    const control = new AbortController()
    const {signal} = control
    const ended = this.run(name, () => send(signal), many, signal).catch(() => undefined)
    this.#beside.push({control, ended})
  }

  /** Ends what still goes on beside. */
  async close(): Promise<void> {
    for (const {control, ended} of this.#beside) {
      control.abort('the drill ends it')
      await ended
    }
  }

  seen(name: string): Readonly<Record<string, unknown>> {
    return {...(this.#tallies.get(name) ?? {sent: 0, running: false, passed: 0, limited: 0, lost: 0})}
  }
}

function count(tally: StormTally, {status, headers}: HostReply): void {
  if (status === 429) tally.limited++
  else if (status >= 400) tally.refused++
  else tally.passed++
  const [limit, remaining, used] = ['limit', 'remaining', 'used'].map((one) => Number(headers[`x-ratelimit-${one}`]))
  const isOdd = limit === undefined || used === undefined || remaining === undefined || remaining + used !== limit
  const isMute = status === 429 && !(Number(headers['retry-after']) >= 1 && remaining === 0)
  if (isOdd || isMute) tally.odd_rates++
}
