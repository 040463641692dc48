import type {RunManifest, TraceStep} from '#contract/generated/types'
import type {Fact, Report} from '#report/report'
import {courseOf} from './step-course.ts'

/** What a page tells of its run beside the report: all of it stands in the manifest and in the trace. */
export interface PageSource {
  readonly manifest: Pick<
    RunManifest,
    'created_at' | 'host' | 'package_version' | 'versions' | 'runtimes' | 'runtime_assets'
  >
  readonly steps: readonly TraceStep[]
}

/** The report with when, where and with what it was made, and how its steps ran. */
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
