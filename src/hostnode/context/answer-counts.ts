/** 1 ms doubled up to fifteen times, in seconds: sixteen buckets. */
export const DURATION_BUCKETS = Array.from({length: 16}, (_, k) => 0.001 * 2 ** k)

const COUNT = 'hostnode_http_requests_total'
const DURATION = 'hostnode_http_request_duration_seconds'

/** Labels of a response. Method and route are from small sets, never a caller's text. */
export interface CountedAnswer {
  readonly method: string
  /** Template of the route. */
  readonly route: string
  readonly status: number
}

interface Answers extends CountedAnswer {
  count: number
  seconds: number
  /** Number of timed responses by the first bucket that holds them; the last slot is for all that are slower. */
  readonly slots: number[]
}

/**
 * Counts responses by kind. This runs for each request: a metrics registry that looks up labels each time took longer than the log line of the
 * response.
 */
export class AnswerCounts {
  /** Requests that have no response yet. */
  inFlight = 0
  readonly #byRoute = new Map<string, Map<string, Map<number, Answers>>>()

  /** Makes a kind appear with 0 before its first response. */
  expect(kind: CountedAnswer): void {
    this.#of(kind)
  }

  /** Counts a response. `seconds`: undefined for what was no request and has no duration. */
  count(kind: CountedAnswer, seconds?: number): void {
    const answers = this.#of(kind)
    answers.count++
    if (seconds === undefined) return
    answers.seconds += seconds
    const slot = DURATION_BUCKETS.findIndex((most) => seconds <= most)
    const at = slot < 0 ? DURATION_BUCKETS.length : slot
    answers.slots[at] = (answers.slots[at] ?? 0) + 1
  }

  /** The two metric families as Prometheus reads them (format 0.0.4). */
  text(): string {
    const all = [...this.#byRoute.values()].flatMap((methods) =>
      [...methods.values()].flatMap((statuses) => [...statuses.values()]),
    )
    return `${countLines(all)}\n\n${durationLines(all)}\n`
  }

  #of({method, route, status}: CountedAnswer): Answers {
    const known = this.#byRoute.get(route)?.get(method)?.get(status)
    if (known !== undefined) return known
    const methods = this.#byRoute.get(route) ?? new Map<string, Map<number, Answers>>()
    const statuses = methods.get(method) ?? new Map<number, Answers>()
    const slots = Array.from({length: DURATION_BUCKETS.length + 1}, () => 0)
    const made: Answers = {method, route, status, count: 0, seconds: 0, slots}
    this.#byRoute.set(route, methods.set(method, statuses.set(status, made)))
    return made
  }
}

function countLines(all: readonly Answers[]): string {
  const lines = all.map(
    ({method, route, status, count}) => `${COUNT}{method="${method}",route="${route}",status="${status}"} ${count}`,
  )
  return [`# HELP ${COUNT} Answers by template of the route`, `# TYPE ${COUNT} counter`, ...lines].join('\n')
}

function durationLines(all: readonly Answers[]): string {
  const byClass = Map.groupBy(
    all.filter(({method}) => method !== NO_METHOD),
    ({method, route, status}) => `method="${method}",route="${route}",status_class="${Math.floor(status / 100)}xx"`,
  )
  const lines = [...byClass].flatMap(([labels, ofClass]) => classLines(labels, ofClass))
  const help = 'From the head of the request to the end of the answer'
  return [`# HELP ${DURATION} ${help}`, `# TYPE ${DURATION} histogram`, ...lines].join('\n')
}

/** Method of a refused input that was no request; it has no duration. */
export const NO_METHOD = 'none'

function classLines(labels: string, answers: readonly Answers[]): string[] {
  let below = 0
  const lines = [...DURATION_BUCKETS, '+Inf'].map((most, at) => {
    below += answers.reduce((sum, {slots}) => sum + (slots[at] ?? 0), 0)
    return `${DURATION}_bucket{le="${most}",${labels}} ${below}`
  })
  const seconds = answers.reduce((sum, one) => sum + one.seconds, 0)
  return [...lines, `${DURATION}_sum{${labels}} ${seconds}`, `${DURATION}_count{${labels}} ${below}`]
}
