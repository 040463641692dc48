import type {NodeUpgradePlan, NodeUpgradeState} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import type {Order, Planned} from '#measurement/order'
import type {MeasurementPorts} from '#measurement/ports'
import type {RunDescription} from '#run/run-recorder'
import {nextCommand, waysOn} from '../model/next-command.ts'
import type {UpgradeRequest} from '../model/upgrade-options.ts'
import {placeDigest} from '../model/upgrade-plan.ts'
import {isOpenState, isUnderWay} from '../model/upgrade-progress.ts'
import {demandNoDriver} from '../site/find-drivers.ts'
import {demandNoneOpen} from '../site/find-marks.ts'
import {findUpgrades, type KeptUpgrade} from '../site/find-upgrades.ts'
import {demandRoom} from './demand-room.ts'
import {openSite, type UpgradeSite} from './open-site.ts'
import {preparePlan} from './prepare-plan.ts'

/** What a driver does with an upgrade. */
export type UpgradeDeed = 'begin' | 'resume' | 'revert' | 'finalise'

/** A driver before its run exists. */
export interface PlannedUpgrade {
  readonly deed: UpgradeDeed
  readonly command: 'node upgrade' | 'node rollback'
  readonly plan: NodeUpgradePlan
  /** The run that began it; undefined where this one does. */
  readonly id: RunId | undefined
  /** Where one stood that was begun. */
  readonly stood?: NodeUpgradeState
  /** Nodes after which it pauses. */
  readonly pauseAfter: number | undefined
  /** What people may have changed of nodes that were done is not asked again. */
  readonly acceptsChanges?: boolean | undefined
  /** On the way back validators are stopped whoever is away. */
  readonly acceptsHalt?: boolean | undefined
  readonly site: UpgradeSite
  /** Absolute. */
  readonly workspace: string
}

/** Finds everything that can be refused before anything is done. Throws as `openSite` and `preparePlan` do, `upgrade_unknown`, `upgrade_refused`, `disk_full`, `workspace_busy` while a driver is at work. */
export async function planDriver(
  order: Order<UpgradeRequest>,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<Planned<PlannedUpgrade>> {
  const {request} = order
  const site = await openSite(order, ports)
  const {workspace} = site.setting
  const kept = findUpgrades(workspace, site.setting.target.profile.alias, ports)
  const {resume, abort, finalise, pauseAfter, acceptsChanges} = request
  const command = 'node upgrade'
  const rest = {site, workspace, command, pauseAfter, acceptsChanges} as const
  if (resume !== undefined) return goOn(chosen(kept, resume), 'resume', rest)
  if (abort !== undefined) return goOn(chosen(kept, abort), 'revert', rest)
  if (finalise !== undefined) return goOn(chosen(kept, finalise), 'finalise', rest)
  demandFree({kept, isInTheWay: isOpenState, setting: site.setting}, order, ports)
  if (request.applies !== true)
    throw new AssayError('usage', 'nothing says that the upgrade is to be done', {
      hint: 'Read the plan of assay node plan, then say apply.',
    })
  demandConfirmation(request.confirm, site)
  const plan = await preparePlan(order, site, ports, signal)
  demandRoom(plan, {workspace, hands: site.hands}, ports)
  return {plan: {deed: 'begin', command, plan, id: undefined, pauseAfter, site, workspace}, workspace}
}

/**
 * A plan of what an order asks for, of which nothing is done. Throws as `openSite` and `preparePlan` do, and `upgrade_refused` where nodes stand in the middle of
 * an upgrade; one that is rolled and not yet final is as good as any release.
 */
export async function planOnly(
  order: Order<UpgradeRequest>,
  ports: MeasurementPorts,
  signal: AbortSignal,
): Promise<NodeUpgradePlan> {
  const site = await openSite(order, ports)
  const {workspace, target} = site.setting
  const kept = findUpgrades(workspace, target.profile.alias, ports)
  demandFree({kept, isInTheWay: isUnderWay, setting: site.setting}, order, ports)
  return await preparePlan(order, site, ports, signal)
}

interface Wanted {
  readonly kept: readonly KeptUpgrade[]
  readonly isInTheWay: (state: NodeUpgradeState) => boolean
  readonly setting: UpgradeSite['setting']
}

/** Throws `upgrade_refused` for an upgrade that is in the way, `workspace_busy` while its driver is at work: then nobody goes on with it or puts it back. */
function demandFree({kept, isInTheWay, setting}: Wanted, order: Order<UpgradeRequest>, ports: MeasurementPorts): void {
  try {
    demandOver(kept, isInTheWay, order)
    demandNoneOpen(setting, isInTheWay, ports)
  } catch (error) {
    if (error instanceof AssayError && error.code === 'upgrade_refused') demandNoDriver(setting, ports)
    throw error
  }
}

function demandOver(
  kept: readonly KeptUpgrade[],
  isInTheWay: (state: NodeUpgradeState) => boolean,
  {commandArgv}: Order<UpgradeRequest>,
): void {
  const open = kept.find(({progress}) => isInTheWay(progress.state))
  if (open === undefined) return
  const {state} = open.progress
  throw new AssayError('upgrade_refused', `the upgrade ${open.id} of this target is not over: ${state}`, {
    hint: waysOn({...open, state}, commandArgv),
  })
}

/** The way back of an upgrade that was begun. Throws as `planDriver` does. */
export async function planRollback(
  order: Order<UpgradeRequest>,
  ports: MeasurementPorts,
): Promise<Planned<PlannedUpgrade>> {
  const site = await openSite(order, ports)
  const one = askedFor(order, site, ports)
  demandConfirmation(order.request.confirm, site)
  const {workspace} = site.setting
  const {acceptsHalt} = order.request
  return goOn(one, 'revert', {site, workspace, command: 'node rollback', pauseAfter: undefined, acceptsHalt})
}

/** The way back of an upgrade, to be shown alone: nobody need confirm that, and while a driver is at work nobody can say what it will leave. Throws as `planDriver` does. */
export async function planShownRollback(
  order: Order<UpgradeRequest>,
  ports: MeasurementPorts,
): Promise<Pick<KeptUpgrade, 'id' | 'plan'> & {readonly site: UpgradeSite; readonly state: NodeUpgradeState}> {
  const site = await openSite(order, ports)
  demandNoDriver(site.setting, ports)
  const one = askedFor(order, site, ports)
  goOn(one, 'revert', {site, workspace: site.setting.workspace, command: 'node rollback', pauseAfter: undefined})
  return {id: one.id, plan: one.plan, site, state: one.progress.state}
}

const askedFor = ({request}: Order<UpgradeRequest>, {setting}: UpgradeSite, ports: MeasurementPorts): KeptUpgrade =>
  chosen(findUpgrades(setting.workspace, setting.target.profile.alias, ports), request.abort ?? 'latest')

const ALLOWED: Readonly<Record<Exclude<UpgradeDeed, 'begin'>, (state: NodeUpgradeState) => boolean>> = {
  resume: (state) => isOpenState(state) && state !== 'rolled' && state !== 'rollback_failed',
  revert: isOpenState,
  finalise: (state) => state === 'rolled',
}

function goOn(
  {id, plan, progress: {state}}: KeptUpgrade,
  deed: Exclude<UpgradeDeed, 'begin'>,
  rest: Pick<PlannedUpgrade, 'site' | 'workspace' | 'command' | 'pauseAfter' | 'acceptsChanges' | 'acceptsHalt'>,
): Planned<PlannedUpgrade> {
  const {site} = rest
  if (plan.place_sha256 !== placeDigest(site.setting.target.profile))
    throw new AssayError('upgrade_refused', 'the target names other nodes than the upgrade was begun with', {
      hint: 'Give the target file as it was: its nodes, their addresses, public_url and the kind of its adapter.',
    })
  if (!ALLOWED[deed](state))
    throw new AssayError('upgrade_refused', `the upgrade ${id} is ${state}: there is nothing of that kind to do`, {
      hint: nextCommand({state, id, plan}, site.setting.argv) ?? 'Run assay node status.',
    })
  return {plan: {deed, plan, id, stood: state, ...rest}, workspace: rest.workspace}
}

function chosen(kept: readonly KeptUpgrade[], name: string): KeptUpgrade {
  const found = name === 'latest' ? kept.at(-1) : kept.find(({id}) => id === name)
  if (found !== undefined) return found
  throw new AssayError('upgrade_unknown', 'no such upgrade of this target was begun in this workspace', {given: name})
}

/** Nobody upgrades production by a slip. */
function demandConfirmation(confirm: string | undefined, {setting: {target}}: UpgradeSite): void {
  const {alias, environment} = target.profile
  if (environment !== 'production' || confirm === alias) return
  throw new AssayError('upgrade_refused', 'the target is production', {
    hint: `Add --confirm ${alias} where it is meant.`,
  })
}

export function describeUpgrade({deed, command, plan, id, site}: PlannedUpgrade): RunDescription {
  const {setting} = site
  return {
    kind: 'node',
    command,
    commandArgv: setting.argv,
    providers: [],
    capabilities: [],
    operations: ['node.upgrade'],
    envSummary: setting.envSummary,
    inputSummary: {
      target: plan.target,
      deed,
      strategy: plan.strategy,
      from: plan.from,
      to: plan.to,
      upgrade: id ?? null,
      plan_sha256: plan.plan_sha256,
    },
    inputs: [
      {path: 'inputs/target.json', label: 'target', kind: 'input', content: {json: setting.target.profile}},
      {path: 'inputs/plan.json', label: 'plan', kind: 'input', content: {json: plan}},
    ],
  }
}
