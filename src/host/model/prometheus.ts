/** One sample of a scrape. */
export interface MetricSample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?\s*$/
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"\s*,?\s*/y
/** As strconv.ParseFloat of Go takes them, in any case: not all exporters write them as the format does. */
const SPECIAL: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  '+inf': Number.POSITIVE_INFINITY,
  '-inf': Number.NEGATIVE_INFINITY,
}

/** The samples of a text in the format 0.0.4; undefined where a line is none of it. Source: Prometheus, Exposition formats. */
export function readMetrics(text: string): MetricSample[] | undefined {
  const samples: MetricSample[] = []
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, name = '', inside = '', number = ''] = LINE.exec(line) ?? []
    const labels = labelsIn(inside)
    const value = numberIn(number)
    if (name === '' || labels === undefined || value === undefined) return undefined
    samples.push({name, labels, value})
  }
  return samples
}

function numberIn(text: string): number | undefined {
  const word = text.toLowerCase()
  if (Object.hasOwn(SPECIAL, word)) return SPECIAL[word]
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/.test(word) ? Number(word) : undefined
}

function labelsIn(text: string): Record<string, string> | undefined {
  const labels: Record<string, string> = {}
  LABEL.lastIndex = 0
  while (LABEL.lastIndex < text.length) {
    const found = LABEL.exec(text)
    if (found === null) return undefined
    labels[found[1] ?? ''] = (found[2] ?? '').replaceAll(/\\(.)/g, (_, mark) => (mark === 'n' ? '\n' : mark))
  }
  return labels
}

/** How many answers each status had, over all families that count requests by status. */
export function requestsByStatus(samples: readonly MetricSample[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const {name, labels, value} of samples) {
    const status = labels['status'] ?? labels['code'] ?? labels['status_code']
    if (!name.endsWith('http_requests_total') || status === undefined) continue
    const key = `${status}|${JSON.stringify(labels)}`
    counts.set(key, (counts.get(key) ?? 0) + value)
  }
  return counts
}

/** The one value of a family without labels, or of the only sample it has. */
export function gaugeOf(samples: readonly MetricSample[], name: string): number | undefined {
  const own = samples.filter((sample) => sample.name === name)
  return own.length === 1 ? own[0]?.value : undefined
}

/** The release of the program, where one family alone tells a build; that of the runtime of Go is another. */
export function builtRelease(samples: readonly MetricSample[]): string | undefined {
  const own = samples.filter(({name}) => name.endsWith('build_info') && !name.startsWith('go_'))
  return own.length === 1 ? own[0]?.labels['version'] : undefined
}

/** Names of samples that only grow, by what the text declares. Source: Prometheus, Exposition formats. */
export function growingNames(text: string): ReadonlySet<string> {
  const declared = text.matchAll(/^#\s*TYPE\s+(\S+)\s+(counter|histogram|summary)\s*$/gm)
  return new Set(
    [...declared].flatMap(([, name = '', kind]) => (kind === 'counter' ? [name] : [`${name}_count`, `${name}_bucket`])),
  )
}
