import {AssayError} from '#error/assay-error'
import {sleep} from '#random/timers'
import {isOpenState} from '#upgrade/model/upgrade-progress'
import {driverOf} from '#upgrade/site/upgrade-claims'
import {SITE_TARGET} from '../model/site-layout.ts'
import {newestUpgrade} from '../site/find-upgrade.ts'
import type {Site} from '../site/open-site.ts'
import {commandEnd} from '../site/run-command.ts'
import {type ActionContext, type ActionWay, namesOf, textOf} from './action-context.ts'

const LOOK_AGAIN_MS = 20
const RESTORED = 5

/** The real driver, beside the drill; done when it begins the step `at`, so that what is measured begins there. */
export const startUpgrade: ActionWay = async (args, context) => {
  const {site} = context
  if (site === undefined) return 'noop'
  site.loads.start(textOf(args, 'as'), namesOf(args, 'argv'))
  if (args['at'] !== undefined) await waitStep(args, site, context)
  return 'done'
}

/** Ends the driver, and puts back what it did unless it has done that itself. */
export const abortUpgrade: ActionWay = async (args, {site, ports, signal}) => {
  if (site === undefined) return 'noop'
  await site.loads.stop(textOf(args, 'as'))
  const state = newestUpgrade(site, ports)?.progress.state
  if (state === undefined || !isOpenState(state)) return 'noop'
  const argv = ['assay', 'node', 'rollback', '--target', 'node.json', '--run', 'latest', '--apply']
  const {exit} = await commandEnd(argv, site, ports, signal)
  if (exit !== RESTORED) throw new AssayError('unreachable', `the upgrade was not put back: ${exit}`)
  return 'done'
}

/** SIGKILL to the driver as soon as it begins a step. */
export const killDriver: ActionWay = async (args, context) => {
  const {site, ports, signal} = context
  if (site === undefined) return 'noop'
  await waitStep(args, site, context)
  const driver = driverOf(site.home, SITE_TARGET, ports)
  if (driver === undefined || !ports.neighbours.signal(driver, 'SIGKILL'))
    throw new AssayError('unreachable', 'the driver was gone already')
  while (ports.processes.startOf(driver.pid) === driver.start) await sleep(ports.clock, LOOK_AGAIN_MS, signal)
  return 'done'
}

/** Steps of the way back stand behind `back:`. */
async function waitStep(args: Parameters<ActionWay>[0], site: Site, {ports, signal}: ActionContext): Promise<void> {
  const at = textOf(args, 'at')
  const [step, way] = at.startsWith('back:') ? ([at.slice(5), 'back'] as const) : ([at, 'forth'] as const)
  const hasBegun = () => {
    const {state, begun} = newestUpgrade(site, ports)?.progress ?? {}
    // One of an earlier round is over.
    if (state === undefined || begun === undefined || !isOpenState(state)) return false
    return [...begun[way]].some((one) => one === step || one.startsWith(`${step}:`))
  }
  while (!hasBegun()) {
    if (site.loads.seen(textOf(args, 'as'))['running'] !== true)
      throw new AssayError('unreachable', `the driver ended before ${at}`)
    await sleep(ports.clock, LOOK_AGAIN_MS, signal)
  }
}
