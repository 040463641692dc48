import type {ConfigProfile, DoctorResult} from '#contract/generated/types'
import {checkMachine, type Machine} from '#doctor/check-machine'
import {type Diagnosis, diagnosisResult, doctorReport} from '#doctor/doctor-report'
import {checkHost, probeTools} from '#doctor/probe-host'
import {leftOut} from '#doctor/wrong-on-purpose'
import {checkPending} from '#drill/execute/check-pending'
import type {MeasurementPorts} from '#measurement/ports'
import {upgradesFolder} from '#upgrade/site/upgrade-places'
import type {CommandOutcome} from './render-safe.ts'

/** What doctor is asked for. `givenWorkspace`: as a flag named it, where it wins over the profile. */
export interface DoctorOrder extends Machine {
  readonly strict: boolean
  /** The providers that are wrong on purpose as well. */
  readonly all: boolean
  /** Programs are started to ask for their versions. */
  readonly versions: boolean
  readonly profile: string | undefined
  readonly givenWorkspace?: string | undefined
}

/** The whole of `assay doctor`: machine, workspace, providers, and what a profile would make of them. Throws as `checkMachine` and `checkProfile` do. */
export async function diagnoseMachine(
  order: DoctorOrder,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<CommandOutcome<DoctorResult>> {
  const found = await examine(order, ports, signal)
  const result = diagnosisResult(found, order.strict, await profileOf(order, ports))
  return {result, report: doctorReport(result)}
}

/** Checks of the host itself, in addition to those of a job step. */
async function examine(order: DoctorOrder, ports: MeasurementPorts, signal: AbortSignal): Promise<Diagnosis> {
  const found = await checkMachine({...order, except: leftOut(order.all)}, ports, signal)
  const checks = [
    ...found.checks,
    ...checkPending(order.workspace, ports),
    ...(await upgradeChecks(order.workspace, ports)),
    ...(await checkHost(order.workspace, ports)),
  ]
  return {...found, checks, tools: await probeTools(ports.cwd, order.versions, ports)}
}

/** Most workspaces have none, and reading one takes a room of code. */
async function upgradeChecks(workspace: string, ports: MeasurementPorts): Promise<Diagnosis['checks']> {
  if (ports.files.reader.facts(upgradesFolder(workspace)) === undefined) return []
  const {checkOpenUpgrades} = await import('#upgrade/execute/check-open-upgrades')
  return checkOpenUpgrades(workspace, ports)
}

async function profileOf(
  {profile: path, givenWorkspace: workspace}: DoctorOrder,
  ports: MeasurementPorts,
): Promise<ConfigProfile | null> {
  if (path === undefined) return null
  const {checkProfile} = await import('#doctor/check-profile')
  return await checkProfile({path, workspace}, ports)
}
