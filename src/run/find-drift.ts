import type {Finding, RunManifest} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {type Drift, driftBetween, driftFinding, driftWithin} from './contract-drift.ts'
import {scanRuns} from './list-runs.ts'
import type {ReadPorts} from './read-run.ts'
import type {Runtimes} from './runtime.ts'

/** So many runs back a provider is looked for; what was met before says little about a change now. */
const MOST_RUNS = 200

/** A change of a provider against the run that met it last. */
export interface DriftSince extends Drift {
  readonly runId: RunId
}

/** What the manifest of a run says of runtimes; older ones say nothing. */
export function runtimesOf({runtimes = [], runtime_assets}: RunManifest): Runtimes {
  return {runtimes, assets: runtime_assets}
}

/** Each provider against the newest run of the workspace that met it. Reads no more runs than it takes. */
export function findDrift(workspace: {path: string}, now: Runtimes, ports: ReadPorts): DriftSince[] {
  const wanted = new Set(now.runtimes.filter(isElsewhere).map(({provider}) => provider))
  const found: DriftSince[] = []
  let looked = 0
  for (const read of wanted.size === 0 ? [] : scanRuns(workspace, ports)) {
    if (wanted.size === 0 || looked++ > MOST_RUNS) break
    if (read.kind === 'issue') continue
    const then = runtimesOf(read.manifest)
    const met = new Set(then.runtimes.map(({provider}) => provider).filter((provider) => wanted.has(provider)))
    for (const drift of driftBetween(then, now)) if (met.has(drift.provider)) found.push({...drift, runId: read.runId})
    for (const provider of met) wanted.delete(provider)
  }
  return found
}

/** The findings of a run that ends: changes while it ran, and since the workspace saw the provider last. */
export function findDriftOfRun(workspace: {path: string}, now: Runtimes, ports: ReadPorts): Finding[] {
  const within = driftWithin(now).map((drift) => driftFinding(drift, 'when the run began'))
  const since = findDrift(workspace, now, ports).map((drift) => driftFinding(drift, `in the run ${drift.runId}`))
  return [...within, ...since]
}

/** Providers of this process change with Assay itself, whose version every run tells. */
function isElsewhere({evidence_class}: Runtimes['runtimes'][number]): boolean {
  return evidence_class !== 'synthetic'
}
