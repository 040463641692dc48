import type {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import {isStorageFault} from '#path/errno'
import {fileName} from '#path/safe-relative-path'
import {AskedChecks} from '../model/asked-checks.ts'
import type {BackAct, BackStep} from '../model/back-steps.ts'
import {type BackupFault, leftReason, rollbackRefusal} from '../model/backup-fault.ts'
import {fencedNodes, toldOfFence} from '../model/fenced-nodes.ts'
import {toldOfFound} from '../model/found-nodes.ts'
import {nextCommand} from '../model/next-command.ts'
import {isBackState} from '../model/upgrade-progress.ts'
import {askChecks} from '../site/ask-checks.ts'
import {keptBefore} from '../site/keep-before.ts'
import {oneNode} from '../site/one-node.ts'
import {backupFile} from '../site/upgrade-places.ts'
import {applyFence, hand} from './apply-hands.ts'
import {pause} from './apply-pause.ts'
import {explainRefusal, refusalOf, restoredNodes, toldOfRestored} from './ask-tokens.ts'
import {backStepsOf, checkBackups, type WayBack} from './check-backups.ts'
import {BACK_IDS} from './check-ids.ts'
import {checkNetwork, excuseEnd} from './check-network.ts'
import {findNodes} from './find-nodes.ts'
import {keepChecks} from './keep-checks.ts'
import {startBack, stopAgain} from './stop-again.ts'
import {type ActEnd, bad, type UpgradeWork} from './upgrade-work.ts'
import {waitReady, waitSynced} from './wait-node.ts'
import {awaitedAtOnce, waitRoom} from './wait-room.ts'

const LONGEST = 500

/** Puts everything back, as `putBack` does. A node whose data could not be put back is left as it is: nothing would bring it up again once it stood still. */
export async function revertUpgrade(work: UpgradeWork, reason: string, signal: AbortSignal): Promise<void> {
  await putBack(work, reason, await checkBackups(work, signal), signal)
}

/** As `revertUpgrade` where somebody asks for it, which `demandWayBack` has allowed. Where the first that it would stop has to stay up, nothing is begun. */
export async function revertAsked(work: UpgradeWork, signal: AbortSignal): Promise<void> {
  const isBegun = isBackState(work.ledger.progress().state)
  const first = isBegun ? undefined : backStepsOf(work).find(({act}) => act === 'room')
  const waits = first && (await awaitedAtOnce(work, first.node, signal))
  if (waits !== undefined) return void (await pause(work, waits.detail))
  await putBack({...work, isAsked: true}, 'it was asked for', new Map(), signal)
}

/** Whether the way back puts data back: then the tokens of then count, and nobody can ask for those before. */
export const isRestoring = (work: UpgradeWork): boolean => backStepsOf(work).some(({act}) => act === 'restore_data')

/** Where nothing presses. Throws `upgrade_refused` for data that could not be put back, before anything is touched. */
export async function demandWayBack(work: WayBack, signal: AbortSignal): Promise<void> {
  const faults = await checkBackups(work, signal)
  if (faults.size > 0) throw refusedFor(faults, work)
}

function refusedFor(faults: ReadonlyMap<string, BackupFault>, {id, plan, setting, ledger}: WayBack): AssayError {
  const {state} = ledger.progress()
  const keep = state === 'rolled' ? nextCommand({state, id, plan}, setting.argv) : null
  const fileOf = (node: string) => fileName(backupFile('', node))
  return rollbackRefusal(faults, {folder: `runs/.state/upgrades/${id}`, fileOf, keep})
}

/**
 * Puts everything back, and proves it: each step is written down before it is done, so a driver that comes later goes on where this one ended. A part that
 * fails does not keep the others from being put back.
 */
async function putBack(
  work: UpgradeWork,
  reason: string,
  left: ReadonlyMap<string, BackupFault>,
  signal: AbortSignal,
): Promise<void> {
  const {ledger} = work
  await ledger.append({kind: 'state', state: 'rolling_back', reason: cutText(reason, LONGEST)})
  const {faults, started, waits} = await takeAllBack(work, left, signal)
  if (waits !== undefined && faults.length === 0)
    return await ledger.append({kind: 'state', state: 'rolling_back', reason: cutText(reason, LONGEST), waits})
  if (waits !== undefined) faults.push(waits)
  const fenced = toldOfFence(fencedNodes(work.plan, ledger.progress()))
  const isBack = faults.length === 0
  const found = isBack ? [] : await findNodes(work, started, signal)
  const told = [
    ...unrestored(work),
    ...(isBack ? [reason] : [...toldOfFound(found), ...fenced, ...faults]),
    ...toldOfRestored(restoredNodes(work)),
  ]
  await ledger.append({
    kind: 'state',
    state: isBack ? 'rolled_back' : 'rollback_failed',
    reason: cutText(told.join('; '), LONGEST),
    ...(!isBack && {found}),
  })
}

/** Step after step; of a node of which one fails the others are left. `started`: nodes that were started again as they were; `waits`: for whom it waits, and goes no further. */
async function takeAllBack(work: UpgradeWork, left: ReadonlyMap<string, BackupFault>, signal: AbortSignal) {
  const lost = new Set(left.keys())
  const faults = [...left].map(([node, fault]) => `${node} was left as it is, for ${leftReason(fault)}`)
  const started = new Set<string>()
  for (const step of backStepsOf(work)) {
    if (work.ledger.progress().done.back.has(step.id) || lost.has(step.node)) continue
    const end = await takeBack(work, step, signal)
    if (end.state === 'good') continue
    if (end.isAway) return {faults, started, waits: `${step.id}: ${end.detail}`}
    const after = step.act === 'restore_data' ? await startAgain(work, step.node, signal) : undefined
    if (after?.isStarted) started.add(step.node)
    faults.push([`${step.id}: ${explainRefusal(work, step.node, end.detail)}`, after?.told ?? []].flat().join('; '))
    // What was to be cleared away keeps nobody from being served.
    if (step.act !== 'green_remove') lost.add(step.node)
  }
  return {faults, started, waits: undefined}
}

/** Nodes whose data stay as they are though they may have been moved. */
function unrestored({ledger, hands}: UpgradeWork): string[] {
  const {moved} = ledger.progress()
  if (moved.size === 0 || hands.can.has('restore_data')) return []
  return [...moved].map(([node, seen]) => `the adapter has no restore_data for the data of ${node}, though ${seen}`)
}

/**
 * A node whose data could not be put back has its program still: it serves again as it did, until somebody has mended what failed. Validators, and nodes that
 * all stand still, are left to people: with data that may be half of another time they would vote, or meet data of another release.
 */
async function startAgain(work: UpgradeWork, node: string, signal: AbortSignal) {
  const {plan} = work
  const isValidator = plan.nodes.some(({name, validator}) => name === node && validator)
  if (plan.strategy === 'major' || isValidator) return {isStarted: false, told: `${node} stands still`}
  const {state, detail} = await attempt(() => hand('start')(work, node, signal), signal)
  const isStarted = state === 'good'
  return {isStarted, told: isStarted ? `${node} was started again as it was` : `${node} stands still: ${detail}`}
}

async function takeBack(work: UpgradeWork, step: BackStep, signal: AbortSignal): Promise<ActEnd> {
  const {ledger, trial, ports} = work
  const stepId = `back:${step.id}`
  await ledger.append({kind: 'intent', step: step.id, way: 'back'})
  ports.progress.update(0, 1, stepId)
  await trial.steps.start({stepId, operation: `upgrade.back.${step.act}`})
  const asked = new AskedChecks()
  const way = () => WAYS[step.act]({...work, asked}, step.node, signal)
  // A check writes nowhere but here: a disk that is full then says nothing of the node, and the check is to be asked again.
  const end = await (step.act === 'check' ? attempt(way, signal, isStorageFault) : attempt(way, signal))
  const isGood = end.state === 'good'
  const detail = cutText(end.detail, LONGEST)
  const outputs = await keepChecks(work, asked, {step: stepId, when: 'back', node: step.node, state: end.state, detail})
  await ledger.append({kind: 'end', step: step.id, way: 'back', isGood, detail})
  await trial.steps.finish(stepId, {
    ...(isGood ? {status: 'success'} : {status: 'failed', errorSummary: detail}),
    outputs,
  })
  return end
}

/** What goes wrong on the way back must not end the way back, but for what `isOurs` says is wrong here. */
async function attempt(
  work: () => Promise<ActEnd>,
  signal: AbortSignal,
  isOurs: (error: unknown) => boolean = () => false,
): Promise<ActEnd> {
  try {
    return await work()
  } catch (error) {
    signal.throwIfAborted()
    if (isOurs(error)) throw error
    return bad(error instanceof Error ? error.message : 'it failed')
  }
}

type Way = (work: UpgradeWork, node: string, signal: AbortSignal) => Promise<ActEnd>

const WAYS: Readonly<Record<BackAct, Way>> = {
  switch_back: hand('switch_blue'),
  green_remove: hand('green_remove'),
  room: waitRoom,
  stop: stopAgain,
  restore_data: hand('restore_data'),
  restore_program: hand('restore_program'),
  start: startBack,
  ready: async (work, node, signal) =>
    await excuseEnd(work, await waitReady(work, node, work.plan.from, signal), 'back', signal),
  synced: async (work, node, signal) => await excuseEnd(work, await waitSynced(work, node, signal), 'back', signal),
  unfence: (work, node, signal) => applyFence(work, node, false, signal),
  check: checkBack,
}

/** The inventory must be the one that was taken down before; of a validator, the chain as well. */
async function checkBack(work: UpgradeWork, node: string, signal: AbortSignal): Promise<ActEnd> {
  const {folder, ports, setting, trial, plan, asked} = work
  const before = keptBefore(folder, node, ports)
  const refusal = await refusalOf(work, node, signal)
  // Each check that asks with it would use up what the node grants to strangers.
  if (refusal !== undefined) return bad(refusal.message)
  const question = {
    setting: oneNode(setting, node, false),
    runId: trial.runId,
    asked,
    ids: BACK_IDS,
    required: ['post.rollback'],
  }
  const {state, detail} = await askChecks({...question, before, isRolledBack: true}, ports, signal)
  const isValidator = plan.nodes.some(({name, validator}) => name === node && validator)
  if (state !== 'good' || !isValidator) return {state, detail}
  return await checkNetwork(work, 'back', signal)
}
