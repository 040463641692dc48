import type {NodeUpgradeResult} from '#contract/generated/types'
import {conductMeasurement} from '#measurement/conduct-measurement'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import type {Told} from '#measurement/run-kind'
import {openSite} from './execute/open-site.ts'
import {planDriver, planOnly} from './execute/plan-driver.ts'
import {isGoingOn, type UpgradeRequest} from './model/upgrade-options.ts'
import {plannedUpgrade} from './report/plan-report.ts'
import {rollbackKind, upgradeKind} from './upgrade-kind.ts'

/** What a line asks for that may be wrong: a driver, or a plan alone. */
export async function planAsked(
  order: Order<UpgradeRequest>,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<unknown> {
  const {applies, resume, abort, finalise} = order.request
  const goesOn = [resume, abort, finalise].some((one) => one !== undefined)
  // It was taken out of a line that contradicts itself: what a new upgrade would lack is no mistake of that line.
  if (!goesOn && isGoingOn(order.commandArgv)) return await openSite(order, ports)
  const isDriving = applies === true || goesOn
  return isDriving ? await planDriver(order, ports, signal) : await planOnly(order, ports, signal)
}

/** A plan and nothing else. Throws as `planOnly` does. */
export async function conductPlan(
  order: Order<UpgradeRequest>,
  command: 'node plan' | 'node upgrade',
  ports: MeasurementPorts,
  signal: AbortSignal,
) {
  return plannedUpgrade(await planOnly(order, ports, signal), command, order.commandArgv)
}

/** A driver as a run; the last line that it tells is the state and the next command. */
export async function conductDriver(
  way: 'upgrade' | 'rollback',
  order: Order<UpgradeRequest>,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<Told<NodeUpgradeResult>> {
  const kind = way === 'upgrade' ? upgradeKind : rollbackKind
  const {result, report} = await conductMeasurement(kind, order, ports, signal)
  const last = {label: `State ${result.state}, next`, value: result.next ?? 'nothing is left to do'}
  const {ending} = report
  return {result, report: {...report, ...(ending && {ending: {...ending, next: [...ending.next, last]}})}}
}
