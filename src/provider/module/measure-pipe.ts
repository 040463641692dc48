import type {Clock} from '#random/clock'
import type {PipeCost} from './pipe-cost.ts'

/** The first ones find everything cold. */
const WARM_UP = 5
const ECHOES = 15
const NUMBERS = {few: 16, many: 2048}

/** `echo` says what it is given, waits until that was read, and tells how many bytes it was. */
export async function measurePipe(
  echo: (input: unknown) => Promise<number>,
  clock: Pick<Clock, 'monotonicNs'>,
): Promise<PipeCost> {
  const small = await medianEcho(NUMBERS.few)
  const large = await medianEcho(NUMBERS.many)
  const nsPerByte = Math.max(0, (large.ns - small.ns) / (large.bytes - small.bytes))
  return {fixedNs: Math.max(0, small.ns - nsPerByte * small.bytes), nsPerByte}

  async function medianEcho(numbers: number): Promise<{ns: number; bytes: number}> {
    const input = Array.from({length: numbers}, (_, at) => at / numbers)
    const times: number[] = []
    let bytes = 0
    for (let at = -WARM_UP; at < ECHOES; at++) {
      const startedNs = clock.monotonicNs()
      bytes = await echo(input)
      if (at >= 0) times.push(Number(clock.monotonicNs() - startedNs))
    }
    times.sort((a, b) => a - b)
    return {ns: times[Math.floor(ECHOES / 2)] ?? 0, bytes}
  }
}
