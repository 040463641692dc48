import type {MetricSample} from '../model/prometheus.ts'

/** How far back a value still counts as what it was at a time. Source: Prometheus, the lookback delta. */
const LOOKBACK_S = 300

interface Scrape {
  readonly atS: number
  readonly byName: ReadonlyMap<string, readonly MetricSample[]>
}

/** A value and when it was read, in seconds. */
export interface PastValue {
  readonly atS: number
  readonly value: number
}

/** Which series are meant: a name, and regular expressions for the whole value of labels. */
export interface SeriesChoice {
  readonly metric: string
  readonly where?: Readonly<Record<string, string>> | undefined
}

/** What one node told, scrape after scrape. Times are seconds and only go forward. */
export class MetricHistory {
  readonly #keepS: number
  #scrapes: Scrape[] = []

  /** `keepS`: the longest window that anybody asks for. */
  constructor(keepS: number) {
    this.#keepS = keepS
  }

  add(atS: number, samples: readonly MetricSample[]): void {
    this.#scrapes.push({atS, byName: Map.groupBy(samples, ({name}) => name)})
    this.#scrapes = this.#scrapes.filter((one) => one.atS >= atS - this.#keepS - LOOKBACK_S)
  }

  /** The sum of what the last scrape told; undefined where it told none of it. */
  now(choice: SeriesChoice): number | undefined {
    const last = this.#scrapes.at(-1)
    return last && sumOf(last, choice)
  }

  /** The sum as it was so many seconds before the last scrape; undefined where nothing was read then. */
  before(choice: SeriesChoice, windowS: number): number | undefined {
    const last = this.#scrapes.at(-1)
    if (last === undefined) return undefined
    const at = last.atS - windowS
    const then = this.#scrapes.findLast((one) => one.atS <= at && one.atS > at - LOOKBACK_S)
    return then && sumOf(then, choice)
  }

  /** Every series that fits, with its values within the window, the last scrape included. */
  within(choice: SeriesChoice, windowS: number): ReadonlyMap<string, readonly PastValue[]> {
    const found = new Map<string, PastValue[]>()
    const from = (this.#scrapes.at(-1)?.atS ?? 0) - windowS
    const first = this.#scrapes.findLastIndex(({atS}) => atS < from) + 1
    for (const scrape of this.#scrapes.slice(first)) {
      for (const {labels, value} of fitting(scrape, choice)) {
        const key = JSON.stringify(labels)
        const values = found.get(key) ?? []
        values.push({atS: scrape.atS, value})
        found.set(key, values)
      }
    }
    return found
  }
}

/** How much a counter grew; one that fell began anew. Undefined with fewer than two values. */
export function increaseOf(values: readonly PastValue[]): number | undefined {
  if (values.length < 2) return undefined
  return values.slice(1).reduce((sum, {value}, at) => {
    const before = values[at]?.value ?? 0
    return sum + (value < before ? value : value - before)
  }, 0)
}

function sumOf(scrape: Scrape, choice: SeriesChoice): number | undefined {
  const own = fitting(scrape, choice)
  return own.length === 0 ? undefined : own.reduce((sum, {value}) => sum + value, 0)
}

function fitting({byName}: Scrape, {metric, where}: SeriesChoice): readonly MetricSample[] {
  const own = byName.get(metric) ?? []
  if (where === undefined) return own
  const wanted = Object.entries(where).map(([label, pattern]) => [label, new RegExp(`^(?:${pattern})$`, 'u')] as const)
  return own.filter(({labels}) => wanted.every(([label, pattern]) => pattern.test(labels[label] ?? '')))
}
