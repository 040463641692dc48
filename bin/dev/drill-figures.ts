import type {DrillRecord} from '#contract/generated/types'

/** What is kept of one drill in one run. `load`: of the machine, at its end. `signals`: what each was seen to say before the response. */
export interface DrillLine
  extends Pick<
    DrillRecord,
    'id' | 'number' | 'version' | 'verdict' | 'reasons' | 'sham' | 'detect' | 'recover' | 'duration_s'
  > {
  readonly kind: 'drill'
  /** Why it came to that, where its record says more than its reasons. Lines of earlier versions have none. */
  readonly detail?: string | null
  readonly load: number
  readonly signals: Readonly<Record<string, readonly string[]>>
}

export type KeptLine =
  | DrillLine
  | {
      readonly kind: 'set'
      readonly tag: string
      readonly sham: boolean
      readonly seconds: number
      readonly load: number
    }
  | {readonly kind: 'search'; readonly files: number; readonly hits: number}

/** Seconds that the sets may take on two cores. */
const GOALS: Readonly<Record<string, number>> = {core: 30, pr: 180, unattended: 900}
const BEGIN = '<!-- drills: written by npm run measure:drills -- --write -->'
const END = '<!-- end of drills -->'

/** The text between the marks is replaced. */
export function withFigures(page: string, figures: string): string {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (before < 0 || after < before) throw new Error(`the page has no marks ${BEGIN} and ${END}`)
  return `${page.slice(0, before)}${BEGIN}\n\n${figures}\n\n${page.slice(after)}`
}

/** Rows of the newest version of each drill. */
export function drillFigures(lines: readonly KeptLine[]): string {
  const rows = newest(lines)
  const real = Map.groupBy(
    rows.filter(({sham}) => !sham),
    ({id}) => id,
  )
  const heads = [
    '| Drill | Runs | Passed | Detect s | Objective | Recover s | Objective |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ]
  const table = [...real.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)).map(rowOf)
  return [...heads, ...table, '', ...summaryOf(lines, rows)].join('\n')
}

/** What must not be. */
export function drillFaults(lines: readonly KeptLine[]): string[] {
  const rows = newest(lines)
  const bad = rows
    .filter((row) => !isGood(row))
    .map(
      (row) =>
        `${row.id}${row.sham ? ' as a sham' : ''}: ${[row.verdict, ...row.reasons, row.detail].filter(Boolean).join(', ')}`,
    )
  const same = sameSignals(rows).map((name) => `${name} always said the same`)
  const leaks = lines.flatMap((line) => (line.kind === 'search' ? line.hits : [])).reduce((sum, one) => sum + one, 0)
  return [
    ...bad,
    ...same,
    ...(leaks > 0 ? [`${leaks} leaks`] : []),
    ...(rows.length === 0 ? ['nothing was measured'] : []),
  ]
}

/** What each signal was seen to say, by its drill, of those that were held in earnest: a sham alone shows no signal both ways. */
function seenSignals(rows: readonly DrillLine[]): ReadonlyMap<string, ReadonlySet<string>> {
  const seen = new Map<string, Set<string>>()
  const held = new Set(rows.filter(({sham, verdict}) => !sham && verdict !== 'skipped').map(({id}) => id))
  for (const {id, signals} of rows.filter((row) => held.has(row.id))) {
    for (const [signal, truths] of Object.entries(signals)) {
      const name = `${id}/${signal}`
      seen.set(name, new Set([...(seen.get(name) ?? []), ...truths]))
    }
  }
  return seen
}

function sameSignals(rows: readonly DrillLine[]): string[] {
  return [...seenSignals(rows)]
    .filter(([, truths]) => !(truths.has('true') && truths.has('false')))
    .map(([name]) => name)
}

const isGood = (line: DrillLine) => line.verdict === 'skipped' || (line.sham ? isSilent(line) : line.verdict === 'pass')

const isSilent = ({verdict, reasons, signals}: DrillLine) =>
  verdict === 'fail' && reasons.join() === 'not_detected' && !Object.values(signals).flat().includes('true')

function newest(lines: readonly KeptLine[]): DrillLine[] {
  const drills = lines.filter((line) => line.kind === 'drill')
  const versions = new Map<string, number>()
  for (const {id, version} of drills) versions.set(id, Math.max(version, versions.get(id) ?? 0))
  return drills.filter(({id, version}) => version === versions.get(id))
}

const nameOf = ([first]: readonly DrillLine[]) => `${first?.number ?? ''} ${first?.id ?? ''}`

function rowOf(rows: readonly DrillLine[]): string {
  const ran = rows.filter(({verdict}) => verdict !== 'skipped')
  const passed = ran.filter(({verdict}) => verdict === 'pass').length
  const times = (what: 'detect' | 'recover') => spread(ran.flatMap((row) => row[what].seconds ?? []))
  const [first] = rows
  const cells = [
    ran.length,
    passed,
    times('detect'),
    first?.detect.objective,
    times('recover'),
    first?.recover.objective,
  ]
  return `| ${nameOf(rows)} | ${cells.join(' | ')} |`
}

/** Median, and from least to most. */
function spread(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.round((sorted.length - 1) * share)] ?? 0).toFixed(1)
  return sorted.length === 0 ? 'not measured' : `${at(0.5)} (${at(0)}–${at(1)})`
}

function summaryOf(lines: readonly KeptLine[], rows: readonly DrillLine[]): string[] {
  const shams = rows.filter(({sham, verdict}) => sham && verdict !== 'skipped')
  const silent = shams.filter(isGood)
  const signals = seenSignals(rows)
  const same = sameSignals(rows)
  const searches = lines.filter((line) => line.kind === 'search')
  const loads = rows.map(({load}) => load)
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)
  return [
    `- Load averages while it ran: ${spread(loads)}.`,
    ...[
      ...Map.groupBy(
        lines.filter((line) => line.kind === 'set'),
        ({tag, sham}) => `${tag}${sham ? ' --sham' : ''}`,
      ),
    ].map(
      ([name, sets]) =>
        `- Set \`${name}\`, seconds in all: ${spread(sets.map(({seconds}) => seconds))}, ${sets.length} runs, at a load of ${spread(sets.map(({load}) => load))}${GOALS[name] === undefined ? '' : `; goal ≤ ${GOALS[name]}`}.`,
    ),
    `- \`--sham\`: ${new Set(silent.map(({id}) => id)).size} of ${new Set(shams.map(({id}) => id)).size} drills end \`not_detected\` and nothing else, in ${silent.length} of ${shams.length} runs.`,
    `- Signals seen both false and true: ${signals.size - same.length} of ${signals.size}${same.length > 0 ? `; not: ${same.join(', ')}` : ''}.`,
    `- Planted secrets: ${sum(searches.map(({hits}) => hits))} leaks in ${sum(searches.map(({files}) => files))} files and outputs of ${searches.length} runs, bundles unpacked.`,
  ]
}
