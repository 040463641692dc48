import type {NodeUpgradeResult} from '#contract/generated/types'
import {conductMeasurement} from '#measurement/conduct-measurement'
import type {Order} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import type {Told} from '#measurement/run-kind'
import type {Fact} from '#report/report'
import {type DriverEnd, endOfDriver} from './execute/end-driver.ts'
import {openSite} from './execute/open-site.ts'
import {type PlannedUpgrade, planDriver, planOnly} from './execute/plan-driver.ts'
import {isGoingOn, type UpgradeRequest} from './model/upgrade-options.ts'
import {driverLastLines, type StandingUpgrade} from './report/driver-last-lines.ts'
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
  let end: DriverEnd = {}
  let last: readonly Fact[] = []
  const lastOf = ({plan, site}: PlannedUpgrade, outcome: Omit<StandingUpgrade, 'plan'>) => {
    last = driverLastLines({...outcome, plan}, site.setting.argv)
    end = {state: outcome.state, told: last.map(({label, value}) => `${label}: ${value}`).join('. ')}
  }
  const plan: typeof kind.plan = async (...asked) => {
    const planned = await kind.plan(...asked)
    const {id, stood} = planned.plan
    if (id !== undefined && stood !== undefined)
      lastOf(planned.plan, {id, state: stood, fenced: [], restorable: [], replaced: [], found: []})
    return planned
  }
  const measure: typeof kind.measure = async (planned, ...rest) => {
    try {
      const outcome = await kind.measure(planned, ...rest)
      lastOf(planned, outcome)
      return outcome
    } catch (thrown) {
      end = {thrown}
      throw thrown
    }
  }
  const told = conductMeasurement({...kind, plan, measure}, order, ports, signal)
  const {result, report} = await told.catch((error: unknown) => {
    throw endOfDriver(error, end)
  })
  const {ending} = report
  return {result, report: {...report, ...(ending && {ending: {...ending, next: [...ending.next, ...last]}})}}
}
