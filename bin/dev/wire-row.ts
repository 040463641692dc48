import {seedStream} from '#random/stream'

const RESAMPLES = 1_000

/** A line of the table: times of ours against those of the reference, or why there is none. */
export interface WireRow {
  readonly what: string
  readonly told: readonly string[]
  readonly isMissed: boolean
}

export interface WireTimes {
  readonly what: string
  /** The quantile that is compared, and the most that ours may be of it; no goal where it is only told. */
  readonly share: number
  readonly goal?: number | undefined
  /** Milliseconds, call by call in turns. */
  readonly ours: readonly number[]
  readonly bare: readonly number[]
}

const HEAD = ['what', 'quantile', 'ours ms', 'theirs ms', 'ratio', '95 %', 'goal', 'verdict']

/** Missed only where the whole interval lies beyond the goal: on a busy machine that takes longer to be known. */
export function wireRow({what, share, goal, ours, bare}: WireTimes): WireRow {
  const {ratio, low, high} = ratioOf(ours, bare, share)
  const isMissed = goal !== undefined && low > goal
  const verdict = goal === undefined ? '' : isMissed ? 'missed' : high <= goal ? 'met' : 'open'
  const times = [quantile(ours, share), quantile(bare, share)].map((ms) => ms.toFixed(3))
  const interval = `${low.toFixed(2)}–${high.toFixed(2)}`
  const told = [`p${share * 100}`, ...times, ratio.toFixed(2), interval, goal === undefined ? '' : `≤ ${goal}`, verdict]
  return {what, told, isMissed}
}

/** The rows under one head, in columns. */
export function wireTable(rows: readonly WireRow[]): string {
  const lines = [HEAD, ...rows.map(({what, told}) => [what, ...told])]
  // A row in words has no columns.
  const inColumns = lines.filter((line) => line.length > 2)
  const widths = HEAD.map((_, at) => Math.max(...inColumns.map((line) => (line[at] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Pairs are drawn together: what made one call slow made its neighbour slow. */
function ratioOf(ours: readonly number[], bare: readonly number[], share: number) {
  const stream = seedStream('assay/1|wire|bootstrap')
  const ratios = Array.from({length: RESAMPLES}, () => {
    const drawn = ours.map(() => stream.int(ours.length))
    const of = (times: readonly number[]) =>
      quantile(
        drawn.map((at) => times[at] ?? 0),
        share,
      )
    return of(ours) / of(bare)
  })
  const ratio = quantile(ours, share) / quantile(bare, share)
  return {ratio, low: quantile(ratios, 0.025), high: quantile(ratios, 0.975)}
}

function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}
