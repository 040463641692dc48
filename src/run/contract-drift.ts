import type {Finding, ProviderRuntime, RunManifest, RuntimeAssetReference} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {cutText} from '#error/cut-text'
import {scanRuns} from './list-runs.ts'
import type {ReadPorts} from './read-run.ts'
import {changedFields, type Runtimes} from './runtime.ts'

const CODE = 'contract_drift'
const LONGEST = 500

/** The change of a provider between two observations. `what`: the changed fields in words. */
export interface Drift {
  readonly provider: string
  readonly what: string
}

/** Providers that both sides met and that described themselves differently: dialect, version, digest, packages, model, kind of evidence. */
export function driftBetween(before: Runtimes, now: Runtimes): Drift[] {
  return providersOf(now).flatMap((provider) => {
    const old = before.runtimes.findLast((row) => row.provider === provider)
    const rows = old === undefined ? [] : now.runtimes.filter((row) => row.provider === provider)
    const told = old === undefined ? [] : rows.flatMap((row) => rowChanges(old, row))
    return driftOf(provider, [...told, ...assetChanges(before.assets, now.assets, provider)])
  })
}

/** Providers that changed during one run. */
export function driftWithin({runtimes}: Runtimes): Drift[] {
  return providersOf({runtimes}).flatMap((provider) => {
    const [first, ...later] = runtimes.filter((row) => row.provider === provider)
    return driftOf(provider, first === undefined ? [] : later.flatMap((row) => rowChanges(first, row)))
  })
}

/** The finding for a change. `since`: what it was compared with, such as `in the run ...`. */
export function driftFinding({provider, what}: Drift, since: string): Finding {
  return {code: CODE, message: cutText(`${provider} is not what it was ${since}: ${what}`, LONGEST)}
}

function driftOf(provider: string, changes: readonly string[]): Drift[] {
  return changes.length === 0 ? [] : [{provider, what: [...new Set(changes)].join(', ')}]
}

function rowChanges(old: ProviderRuntime, row: ProviderRuntime): string[] {
  return changedFields(old, row).map((field) => `${field} ${short(old[field])} -> ${short(row[field])}`)
}

function assetChanges(
  before: readonly RuntimeAssetReference[],
  now: readonly RuntimeAssetReference[],
  provider: string,
): string[] {
  const own = now.filter(({id}) => id.startsWith(`${provider}/`))
  return own.flatMap((asset) => {
    const old = before.findLast(({id}) => id === asset.id)
    if (old === undefined) return []
    const fields = (['source', 'revision', 'checksum'] as const).filter((field) => old[field] !== asset[field])
    return fields.map((field) => `${asset.id} ${short(old[field])} -> ${short(asset[field])}`)
  })
}

function providersOf({runtimes}: Pick<Runtimes, 'runtimes'>): string[] {
  return [...new Set(runtimes.map(({provider}) => provider))]
}

/** A shortened digest, long enough to tell two apart. */
function short(value: string | undefined): string {
  return value === undefined ? 'none' : /^sha256:/.test(value) ? value.slice(0, 19) : value
}

/** Most runs that are searched for a provider; an older observation says little about a change now. */
const MOST_RUNS = 200

/** A change of a provider against the run that met it last. */
export interface DriftSince extends Drift {
  readonly runId: RunId
}

/** The runtimes in the manifest of a run; older manifests have none. */
export function runtimesOf({runtimes = [], runtime_assets}: RunManifest): Runtimes {
  return {runtimes, assets: runtime_assets}
}

/** Compares each provider with the newest run of the workspace that met it. Reads no more runs than needed. */
export function findDrift(workspace: {path: string}, now: Runtimes, ports: ReadPorts): DriftSince[] {
  const wanted = new Set(now.runtimes.filter(isElsewhere).map(({provider}) => provider))
  const found: DriftSince[] = []
  let looked = 0
  for (const read of wanted.size === 0 ? [] : scanRuns(workspace, ports)) {
    if (wanted.size === 0 || looked++ >= MOST_RUNS) break
    if (read.kind === 'issue') continue
    const then = runtimesOf(read.manifest)
    const met = new Set(then.runtimes.map(({provider}) => provider).filter((provider) => wanted.has(provider)))
    for (const drift of driftBetween(then, now)) if (met.has(drift.provider)) found.push({...drift, runId: read.runId})
    for (const provider of met) wanted.delete(provider)
  }
  return found
}

/** The findings of a run that ends: changes of providers while it ran, and since the workspace last met them. */
export function findDriftOfRun(workspace: {path: string}, now: Runtimes, ports: ReadPorts): Finding[] {
  const within = driftWithin(now).map((drift) => driftFinding(drift, 'when the run began'))
  const since = findDrift(workspace, now, ports).map((drift) => driftFinding(drift, `in the run ${drift.runId}`))
  return [...within, ...since]
}

/** Whether a provider can change independently: providers inside this process change only with Assay itself, whose version every run records. */
function isElsewhere({evidence_class}: Runtimes['runtimes'][number]): boolean {
  return evidence_class !== 'synthetic'
}
