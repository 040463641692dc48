const SHORT = 25_000
const LONG = 100_000
/** Four where work is linear, sixteen where it is the square. */
const MOST_GROWTH = 9
/** Below this the clock decides and not the work. */
const LEAST_MS = 25
const TRIES = 4

/** Whether work on four times as much costs about four times as much and not the square. What else the machine does must not count: the least of some. */
export function isLinear<T>(make: (length: number) => T, work: (given: T) => unknown): boolean {
  const [short, long] = [make(SHORT), make(LONG)]
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const whole = cost(() => work(long), attempt)
    if (whole < LEAST_MS) return true
    const part = cost(() => work(short), attempt)
    if (whole / Math.max(part, 0.1) < MOST_GROWTH) return true
  }
  return false
}

/** Processor time of this process. */
function cost(work: () => unknown, rounds: number): number {
  const times = Array.from({length: rounds}, () => {
    const before = process.cpuUsage()
    work()
    const {user, system} = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}
