import type {ProviderCapability} from '#contract/generated/types'
import {Assay} from '#provider/assay'
import type {LibraryPorts} from '#provider/assay-options'
import type {RunPorts} from '#run/ports'
import {checkWorkspace} from './check-workspace.ts'
import type {Diagnosis} from './doctor-report.ts'
import {environmentCheck} from './environment-check.ts'
import {secretVariables} from './secret-variables.ts'

/** What doctor looks at. */
export interface Machine {
  readonly workspace: string
  readonly registeredOnly: boolean
  readonly capability: ProviderCapability | undefined
  /** Providers whose name begins so are neither probed nor told. */
  readonly except?: string | undefined
}

type Ports = LibraryPorts & Pick<RunPorts, 'files' | 'clock' | 'processes' | 'versions' | 'log'>

const PROBE_MS = 2_000

/** Everything doctor knows, without judging it. Throws `workspace_invalid` where the workspace is no folder. */
export async function checkMachine(machine: Machine, ports: Ports, signal: AbortSignal): Promise<Diagnosis> {
  const {env, redactor, clock, entropy} = ports
  const variables = secretVariables(env, ports.extras, redactor)
  const checks = [checkWorkspace({path: machine.workspace}, ports), environmentCheck(variables)]
  const {registeredOnly, capability, except} = machine
  const eventHandler = ports.log?.event
  await using library = new Assay({env, redactor, clock, entropy, extras: ports.extras, eventHandler})
  const probe = {level: 'protocol', timeoutMs: PROBE_MS, signal} as const
  const providers = await library.doctor({registeredOnly, capability, except, probe})
  return {assay_version: ports.versions.assay, node_version: ports.versions.node, checks, variables, providers}
}
