import type {ContractField, Finding, ProviderRuntime, RunManifest} from '#contract/generated/types'
import {informationalField} from '#gate/contract-field'
import {driftBetween, driftFinding, runtimesOf} from '#run/contract-drift'

/** Which runtime stood behind each provider that both runs met. A newer server may be the very thing compared, so it decides nothing. */
export function runtimeFields(base: RunManifest, candidate: RunManifest): ContractField[] {
  const rowsOf = (manifest: RunManifest) => Map.groupBy(runtimesOf(manifest).runtimes, ({provider}) => provider)
  const [before, now] = [rowsOf(base), rowsOf(candidate)]
  const shared = [...now.keys()].filter((provider) => before.has(provider))
  return shared.map((provider) =>
    informationalField(`runtime of ${provider}`, told(before.get(provider)), told(now.get(provider))),
  )
}

/** A finding for each runtime and runtime file that is not the same in both runs. */
export function runtimeFindings(base: RunManifest, candidate: RunManifest): Finding[] {
  return driftBetween(runtimesOf(base), runtimesOf(candidate)).map((drift) =>
    driftFinding(drift, `in the run ${base.run_id}`),
  )
}

function told(rows: readonly ProviderRuntime[] = []): string {
  return rows
    .map(({runtime_manifest_id, server_version, metadata_digest, evidence_class}) =>
      [runtime_manifest_id, server_version, metadata_digest, evidence_class].filter((part) => part !== undefined),
    )
    .map((parts) => parts.join(' '))
    .join('; ')
}
