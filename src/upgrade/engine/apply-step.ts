import type {NodeUpgradeStep} from '#contract/generated/types'
import {askToken} from '#host/execute/ask-token'
import {makeBefore} from '#host/execute/make-before'
import {demandReach} from '#host/execute/measure-checks'
import {openCheckContext} from '#host/execute/open-context'
import {exactRelease} from '#host/model/version'
import type {CheckAnswer} from '../model/check-answer.ts'
import {nodeMarks} from '../model/checked-node.ts'
import {missedProcesses} from '../model/missed-processes.ts'
import {askChecks} from '../site/ask-checks.ts'
import {keepBefore, keptBefore} from '../site/keep-before.ts'
import {oneNode} from '../site/one-node.ts'
import {besideOf, checkSides, waitPublic} from './apply-beside.ts'
import {applyFence, hand} from './apply-hands.ts'
import {stopInTurn} from './apply-stop.ts'
import {refusalOf} from './ask-tokens.ts'
import {CLOSE_IDS, nodeCheckIds, PREFLIGHT_IDS, READY_IDS, REQUIRED_IDS} from './check-ids.ts'
import {checkNetwork, excuseEnd} from './check-network.ts'
import {backupNode} from './make-backup.ts'
import {observeNodes} from './observe-nodes.ts'
import {prepareStop} from './prepare-stop.ts'
import {type ActEnd, bad, GOOD, open, type UpgradeWork} from './upgrade-work.ts'
import {waitReady, waitSynced, watchStable} from './wait-node.ts'

type Act = NodeUpgradeStep['act']
type Way = (work: UpgradeWork, node: string, signal: AbortSignal) => Promise<ActEnd>

/** Does one step, whatever was done of it before. Throws the reason of the signal, and what the way to the nodes throws. */
export async function applyStep(work: UpgradeWork, {act, node}: NodeUpgradeStep, signal: AbortSignal): Promise<ActEnd> {
  return await WAYS[act](OF_NEW.has(act) ? besideOf(work) : work, node ?? '', signal)
}

/** What is asked of the new node, where it stands beside the old one. */
const OF_NEW: ReadonlySet<Act> = new Set(['ready', 'check', 'stable', 'unfence', 'agree', 'observe'])

/** Steps that only look: an interrupt ends them at once. */
export const isLooking = (act: Act): boolean => !CHANGING.has(act)
const CHANGING: ReadonlySet<Act> = new Set([
  'fence',
  'drain',
  'stop',
  'install',
  'migrate',
  'verify',
  'start',
  'unfence',
  'green_create',
  'green_start',
  'switch',
])

const WAYS: Readonly<Record<Act, Way>> = {
  preflight,
  baseline: takeBaseline,
  backup: backupNode,
  fence: (work, node, signal) => applyFence(work, node, true, signal),
  unfence: (work, node, signal) => applyFence(work, node, false, signal),
  hand_over: prepareStop,
  drain: hand('drain'),
  stop: stopInTurn,
  install: hand('install'),
  migrate: hand('migrate'),
  verify: hand('verify'),
  start: hand('start'),
  green_create: hand('green_create'),
  green_start: hand('green_start'),
  switch: hand('switch_green'),
  public: (work, _node, signal) => waitPublic(work, signal),
  ready: awaitReady,
  synced: waitSynced,
  check: checkNode,
  stable: async (work, node, signal) => await excuseEnd(work, await watchStable(work, node, signal), 'forth', signal),
  agree: async (work, _node, signal) =>
    endOf(
      await askChecks(
        {...asking(work), setting: work.setting, ids: CLOSE_IDS, to: exactRelease(work.plan.to)},
        work.ports,
        signal,
      ),
    ),
  observe: observeNodes,
}

const asking = ({trial, asked}: UpgradeWork) => ({runId: trial.runId, asked})
const endOf = ({state, detail}: CheckAnswer): ActEnd => ({state, detail})

async function preflight(work: UpgradeWork, _node: string, signal: AbortSignal): Promise<ActEnd> {
  const {plan, hands, setting, ports} = work
  const seen = await hands.look(plan.release, plan.to, signal)
  if (seen.fault !== undefined) return bad(seen.fault)
  if ((seen.sha256 ?? null) !== plan.release_sha256)
    return bad('the program of the release is another one than planned')
  const missed = missedProcesses(await work.sight.look(signal), hands)
  if (missed !== undefined) return bad(`${missed.message}. ${missed.hint}`)
  const sides = await checkSides(work, signal)
  if (sides.state !== 'good') return sides
  const answer = await askChecks({...asking(work), setting, ids: PREFLIGHT_IDS}, ports, signal)
  // Closed on doubt.
  const open = answer.records.filter(({status}) => status === 'inconclusive').map(({id}) => id)
  return answer.state === 'good' && open.length > 0 ? bad(`not known: ${open.join(', ')}`) : endOf(answer)
}

async function takeBaseline(work: UpgradeWork, node: string, signal: AbortSignal): Promise<ActEnd> {
  const {plan, folder, ports, trial} = work
  const isFenced = plan.steps.some(({act}) => act === 'fence')
  const setting = oneNode(work.setting, node, !isFenced)
  const quiet = {named: new Set<string>(), log: () => undefined, keep: () => undefined}
  const place = {setting, mode: 'standard' as const, runId: trial.runId, before: undefined, to: undefined}
  await using context = await openCheckContext({...place, ...quiet}, ports, signal)
  await demandReach(context)
  await askToken(context, setting)
  const order = {windowMs: plan.window_ms, isFenced, hasSentinels: false}
  const before = await makeBefore(context, order, (_name, part) => part())
  await keepBefore(folder, node, before, ports)
  const path = `results/before-${node}.json`
  await trial.write({path, label: `before-${node}`, kind: 'result', content: {json: before.inventory}})
  return GOOD
}

/** A validator that does not get ready may have left the chain of the others: then that is why. */
async function awaitReady(work: UpgradeWork, node: string, signal: AbortSignal): Promise<ActEnd> {
  const end = await excuseEnd(work, await waitReady(work, node, work.plan.to, signal), 'forth', signal)
  if (end.state !== 'bad' || !isValidator(work, node) || work.hands.isAlive(node) === false) return end
  const {state, detail} = await askChecks({...asking(work), setting: work.setting, ids: AGREE_IDS}, work.ports, signal)
  return state === 'bad' ? bad(`${end.detail}; ${detail}`) : end
}

const AGREE_IDS = ['cons.agree']
const isValidator = ({plan}: UpgradeWork, node: string) =>
  plan.nodes.some(({name, validator}) => name === node && validator)

async function checkNode(work: UpgradeWork, node: string, signal: AbortSignal): Promise<ActEnd> {
  const {plan, folder, ports, setting} = work
  const refusal = work.unproven?.has(node) ? await refusalOf(work, node, signal) : undefined
  if (refusal !== undefined) return open(`${refusal.message}, which says nothing of the release: give another token`)
  const before = keptBefore(folder, node, ports)
  const to = exactRelease(plan.to)
  const isFenced = before.inventory.writes_fenced
  const own = {setting: oneNode(setting, node, !isFenced), ids: nodeCheckIds(plan), required: REQUIRED_IDS, before, to}
  const answer = await askChecks({...asking(work), ...own}, ports, signal)
  const isUnready = answer.failing.every((id) => READY_IDS.has(id))
  if (answer.state !== 'good') return await excuseEnd(work, {...endOf(answer), isUnready}, 'forth', signal)
  if (isValidator(work, node)) {
    const chain = await checkNetwork(work, 'forth', signal)
    if (chain.state !== 'good') return chain
  }
  const seen = (await work.sight.look(signal)).find(({name}) => name === node)
  await work.ledger.append({kind: 'checked', node, ...nodeMarks(seen ?? {nodeId: undefined, schema: undefined})})
  return GOOD
}
