import type {RunManifest, StepStatus, TraceStep} from '#contract/generated/types'
import type {VerdictState} from '#error/exit'
import type {GanttRow} from '#report/plot'
import type {Fact, Report} from '#report/report'

/** The parts of manifest and trace that a page shows beside the report. */
export interface PageSource {
  readonly manifest: Pick<
    RunManifest,
    'created_at' | 'host' | 'package_version' | 'versions' | 'runtimes' | 'runtime_assets'
  >
  readonly steps: readonly TraceStep[]
}

/** The report with the time, host and versions of its run, and with the course of its steps. */
export function withPage(report: Report, source: PageSource): Report {
  const {facts = [], plots = [], tables = []} = report.page ?? {}
  const course = courseOf(source.steps)
  return {
    ...report,
    page: {
      begunAt: source.manifest.created_at,
      facts: [...settingFacts(source.manifest, course.seconds), ...facts],
      plots: [
        ...(course.rows.length > 1 ? [{kind: 'gantt', name: 'Steps over time', rows: course.rows} as const] : []),
        ...plots,
      ],
      tables,
    },
  }
}

function settingFacts(
  {created_at, host, package_version, versions, runtimes = [], runtime_assets}: PageSource['manifest'],
  seconds: number | undefined,
): Fact[] {
  const assets = runtime_assets.map(({id, source, revision}) => [id, source, revision].filter(Boolean).join(' '))
  return [
    {label: 'Date', value: created_at},
    {label: 'Duration', value: seconds === undefined ? null : `${Number(seconds.toPrecision(3))} s`},
    {label: 'Host', value: `${host.class}, ${host.os} ${host.arch}, ${host.cpus} CPUs, ${host.memory_gib} GiB`},
    {label: 'Versions', value: `Assay ${package_version}, Node ${versions.node}`},
    {label: 'Runtimes', value: runtimes.map(runtimeText).join('; ') || 'none was told'},
    ...(assets.length > 0 ? [{label: 'Models and packages', value: assets.join('; ')}] : []),
  ]
}

function runtimeText({
  provider,
  evidence_class,
  runtime_manifest_id,
  server_version,
}: NonNullable<RunManifest['runtimes']>[number]): string {
  const told = [runtime_manifest_id, server_version, evidence_class].filter((part) => part !== undefined)
  return `${provider} (${told.join(', ') || 'nothing was told'})`
}

/** The last step of every run, which begins when its reports are being written. */
const LAST = 'verdict'
/** Most rows in the picture of steps; a longer one shows no more than the table does. */
const MOST_ROWS = 200

/** The course of the steps. `seconds`: from the first beginning to the last end; absent if no step was timed. */
export interface StepCourse {
  readonly rows: readonly GanttRow[]
  readonly seconds?: number
}

/** The steps below the root, or below the single step that contains all others. */
export function courseOf(steps: readonly TraceStep[]): StepCourse {
  const all = steps.filter(({step_id}) => step_id !== LAST)
  const below = Map.groupBy(all, ({parent_id}) => parent_id)
  const spans = new Map<string, Span>()
  // A parent comes before its children in the list, so in reverse order every child is known before its parent.
  for (const step of all.toReversed()) {
    const inner = (below.get(step.step_id) ?? []).map(({step_id}) => spans.get(step_id))
    const span = spanOf(
      step,
      inner.filter((one) => one !== undefined),
    )
    if (span) spans.set(step.step_id, span)
  }
  const [from, to] = outer([...spans.values()])
  if (!Number.isFinite(from)) return {rows: []}
  const rows = rowsBelow(null, below).slice(0, MOST_ROWS)
  return {
    seconds: (to - from) / 1000,
    rows: rows.flatMap(({step_id, status}): GanttRow[] => {
      const span = spans.get(step_id)
      if (!span) return []
      return [{label: step_id, state: STATES[status], from: (span[0] - from) / 1000, to: (span[1] - from) / 1000}]
    }),
  }
}

/** Beginning and end in milliseconds since 1970. */
type Span = readonly [from: number, to: number]

function spanOf({started_at, duration_ms}: TraceStep, inner: readonly Span[]): Span | undefined {
  if (started_at === undefined || duration_ms === undefined) return inner.length > 0 ? outer(inner) : undefined
  const from = Date.parse(started_at)
  return [from, from + duration_ms]
}

function outer(spans: readonly Span[]): Span {
  return spans.reduce<Span>(
    ([from, to], span) => [Math.min(from, span[0]), Math.max(to, span[1])],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

function rowsBelow(
  parent: string | null,
  below: ReadonlyMap<string | null, readonly TraceStep[]>,
): readonly TraceStep[] {
  const own = below.get(parent) ?? []
  const [only] = own
  return own.length === 1 && only !== undefined && below.has(only.step_id) ? rowsBelow(only.step_id, below) : own
}

const STATES: Readonly<Record<StepStatus, VerdictState>> = {
  success: 'pass',
  failed: 'fail',
  skipped: 'skipped',
  cancelled: 'interrupted',
  pending: 'skipped',
  running: 'interrupted',
}
