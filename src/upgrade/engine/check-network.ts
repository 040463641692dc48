import type {NodeCheckRecord} from '#contract/generated/types'
import {type AbsentFor, idleIn, silentIn, toldOfAbsent, untouchedNodes} from '../model/absent-nodes.ts'
import type {CheckAnswer} from '../model/check-answer.ts'
import {hasQuorumWithout} from '../model/quorum.ts'
import type {Way} from '../model/upgrade-progress.ts'
import {askChecks} from '../site/ask-checks.ts'
import {withoutNodes} from '../site/some-nodes.ts'
import {CHAIN_IDS, FORK_IDS} from './check-ids.ts'
import type {ActEnd, UpgradeWork} from './upgrade-work.ts'
import {servingNode} from './wait-node.ts'

/** Asks the validators but for some. */
export type AskChain = (ids: readonly string[], without: readonly string[]) => Promise<CheckAnswer>

const endOf = ({state, detail}: CheckAnswer): ActEnd => ({state, detail})

/**
 * The chain of all validators, after one of them was upgraded or put back. Where validators are away that the upgrade did not touch, the others speak: without
 * a quorum they are asked only what they can tell then. What they do not speak against stays open, for nobody can tell who is to blame.
 */
export async function checkNetwork(
  work: UpgradeWork,
  way: Way,
  signal: AbortSignal,
  ask = asking(work, signal),
): Promise<ActEnd> {
  const whole = await ask(CHAIN_IDS, [])
  if (whole.state !== 'bad') return endOf(whole)
  const absent = await absentNodes(work, signal, whole.records)
  if (absent.length === 0) return endOf(whole)
  const rest = await ask(hasQuorumWithout(work.plan.nodes, absent) ? CHAIN_IDS : FORK_IDS, absent)
  return rest.state === 'bad' ? endOf(rest) : awayEnd(absent, way)
}

/** An end of a node that is there and not well: without a quorum no validator is, whatever its release. */
export async function excuseEnd(work: UpgradeWork, end: ActEnd, way: Way, signal: AbortSignal): Promise<ActEnd> {
  if (end.state === 'good' || end.isUnready !== true || work.plan.strategy !== 'validators') return end
  const absent = await absentNodes(work, signal)
  return hasQuorumWithout(work.plan.nodes, absent) ? end : awayEnd(absent, way)
}

export const awayEnd = (names: readonly string[], what: AbsentFor): ActEnd => ({
  state: 'open',
  detail: toldOfAbsent(names, what),
  isAway: true,
})

const asking =
  ({setting, trial, asked, ports}: UpgradeWork, signal: AbortSignal): AskChain =>
  (ids, without) =>
    askChecks({setting: withoutNodes(setting, without), runId: trial.runId, asked, ids}, ports, signal)

/** Untouched nodes that do not serve now, or did not a moment ago; and those that are not active, as long as a quorum is left: all of a chain that stands still are not. */
async function absentNodes(
  {plan, ledger, sight}: UpgradeWork,
  signal: AbortSignal,
  records: readonly NodeCheckRecord[] = [],
): Promise<string[]> {
  const untouched = untouchedNodes(plan, ledger.progress())
  if (untouched.length === 0) return []
  const seen = await sight.look(signal)
  const told = silentIn(records)
  const silent = untouched.filter((name) => told.includes(name) || servingNode(name, seen) === undefined)
  const idle = idleIn(records).filter((name) => untouched.includes(name) && !silent.includes(name))
  return hasQuorumWithout(plan.nodes, [...silent, ...idle]) ? [...silent, ...idle] : silent
}
