import type {ProviderHealth} from '#contract/generated/types'
import {cutText} from '#error/cut-text'
import {Assay} from '#provider/assay'
import type {LibraryPorts} from '#provider/assay-options'
import {isMisconfigured} from '#provider/catalogue/availability'
import {detectedRuntime} from '#provider/health/health'
import {driftFinding, findDrift} from '#run/contract-drift'
import type {RunPorts} from '#run/ports'
import type {ReadPorts} from '#run/read-run'

const LONGEST = 500

type Ports = LibraryPorts & Pick<RunPorts, 'log'> & ReadPorts

/** What to probe: one provider, or every known one. `workspace`, absolute: whose runs say what a provider was before. */
export interface HealthOrder {
  readonly name: string | undefined
  readonly workspace: string
  /** Limit of one look. */
  readonly timeoutSeconds?: number | undefined
}

/**
 * Probes providers, all at once, each as far as it can prove. One that is not what the workspace last met says so in a warning.
 * A named one whose variables are wrong is the caller's mistake. Throws `unknown_provider`, `config_invalid`, `interrupted`,
 * `workspace_invalid`.
 */
export async function checkProviders(
  {name, workspace, timeoutSeconds}: HealthOrder,
  ports: Ports,
  signal: AbortSignal,
): Promise<ProviderHealth[]> {
  const {env, redactor, clock, entropy} = ports
  const eventHandler = ports.log?.event
  await using library = new Assay({env, redactor, clock, entropy, extras: ports.extras, eventHandler})
  const known = await library.doctor()
  const names = name === undefined ? known.map((row) => row.name) : [name]
  const own = known.find((row) => row.name === name)
  if (own && isMisconfigured(own)) await library.describe(own.name)
  const limit = timeoutSeconds === undefined ? {} : {timeoutMs: timeoutSeconds * 1000}
  const found = await Promise.all(names.map((one) => library.health(one, {signal, ...limit})))
  return withDrift(found, workspace, ports)
}

function withDrift(found: readonly ProviderHealth[], workspace: string, ports: Ports): ProviderHealth[] {
  const runtimes = found.flatMap((health) =>
    health.detected === undefined ? [] : [{provider: health.provider, ...detectedRuntime(health)}],
  )
  const drifts = findDrift({path: workspace}, {runtimes, assets: []}, ports)
  return found.map((health) => {
    const drift = drifts.find(({provider}) => provider === health.provider)
    if (drift === undefined) return health
    const {code, message} = driftFinding(drift, `in the run ${drift.runId}`)
    return {...health, warnings: [...health.warnings, cutText(`${code}: ${message}`, LONGEST)]}
  })
}
