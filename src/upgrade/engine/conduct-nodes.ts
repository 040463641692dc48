import type {NodeUpgradeStep} from '#contract/generated/types'
import {hasRoom, nextValidator} from '../model/quorum.ts'
import {leaderOf} from '../model/seen.ts'
import {isStepDone} from '../model/upgrade-progress.ts'
import {pause} from './apply-pause.ts'
import {seeUnchanged} from './check-again.ts'
import {runStep, runSteps, runTogether} from './run-steps.ts'
import type {UpgradeWork} from './upgrade-work.ts'

type Act = NodeUpgradeStep['act']

const DOWN: ReadonlySet<Act> = new Set(['hand_over', 'drain', 'stop'])
/** Waits of several nodes at once; what changes a node, and what measures it, is done for one after the other. */
const WAITING: ReadonlySet<Act> = new Set(['ready', 'synced', 'stable'])
const unheard = new AbortController().signal

/** Brings node after node to the release, or as many at once as the plan allows and the moment bears. Whether all are there now. */
export async function conductNodes(work: UpgradeWork, signal: AbortSignal): Promise<boolean> {
  const {plan, pauseAfter = plan.nodes.length, owesLook = false} = work
  for (let [brought, owes] = [0, owesLook]; ; ) {
    const left = unfinished(work)
    if (left.length === 0) return true
    if (brought >= pauseAfter) return await pause(work, `${brought} upgraded as asked, left: ${left.join(', ')}`)
    const {batch, stayed} = await takeDownSome(work, Math.min(plan.max_parallel, pauseAfter - brought), signal)
    if (batch.length === 0 || !(await bringUp(work, batch, signal))) return false
    if (owes && !(await seeUnchanged(work, 'again'))) return false
    owes = false
    if (stayed !== undefined) return await pause(work, stayed)
    brought += batch.length
  }
}

const ownSteps = ({plan}: UpgradeWork, name: string) =>
  plan.steps.filter(({phase, node}) => phase === 'node' && node === name)

function unfinished(work: UpgradeWork): string[] {
  const progress = work.ledger.progress()
  const names = work.plan.nodes.map(({name}) => name)
  return names.filter((name) => ownSteps(work, name).some((step) => !isStepDone(step, progress)))
}

interface TakenDown {
  readonly batch: readonly string[]
  /** Why another one, meant to go with them, was not stopped. */
  readonly stayed?: string
}

/** Stops the first node, and further ones as long as there is room for one more. None where the upgrade does not go on. */
async function takeDownSome(work: UpgradeWork, most: number, signal: AbortSignal): Promise<TakenDown> {
  const batch: string[] = []
  while (batch.length < most) {
    const name = await chooseNode(work, batch)
    if (name === undefined) break
    const steps = ownSteps(work, name).filter(({act}) => DOWN.has(act))
    const [handing] = steps.filter((step) => step.act === 'hand_over' && !isStepDone(step, work.ledger.progress()))
    if (batch.length > 0 && handing !== undefined) {
      // Beside nodes that stand still nobody is waited for.
      const {state, detail} = await runStep(work, handing, unheard)
      if (state !== 'good') return {batch, stayed: `${handing.id}: ${detail}`}
    }
    const rest = batch.length > 0 ? steps.filter((step) => step !== handing) : steps
    if (!(await runSteps(work, rest, signal))) return {batch: []}
    batch.push(name)
  }
  return {batch}
}

/** A node that was begun, or the next one; among validators the leader of this moment waits, and beside others there must be room. */
async function chooseNode(work: UpgradeWork, batch: readonly string[]): Promise<string | undefined> {
  const {plan, ledger, sight} = work
  const queue = unfinished(work).filter((name) => !batch.includes(name))
  const {chosen, done} = ledger.progress()
  const begun = queue.filter((name) => chosen.includes(name))
  // Those that stand still come first: nothing else is stopped beside them unseen.
  const next = begun.find((name) => done.forth.has(`stop:${name}`)) ?? begun[0]
  if (next !== undefined || queue.length === 0) return next
  const isLed = plan.strategy === 'validators'
  const seen = isLed ? await sight.look(unheard) : []
  const free = isLed ? nextValidator(queue, leaderOf(seen, plan.quorum ?? 1)) : queue[0]
  const isAlone = batch.length === 0
  const fresh = free ?? (isAlone ? queue[0] : undefined)
  if (fresh === undefined || (!isAlone && !hasRoom(seen, fresh))) return undefined
  await ledger.append({kind: 'chosen', node: fresh})
  return fresh
}

async function bringUp(work: UpgradeWork, batch: readonly string[], signal: AbortSignal): Promise<boolean> {
  const each = batch.map((name) => ownSteps(work, name).filter(({act}) => !DOWN.has(act)))
  for (const act of new Set(each.flat().map((step) => step.act))) {
    const steps = each.flatMap((own) => own.filter((step) => step.act === act))
    const isGood = await (WAITING.has(act) ? runTogether : runSteps)(work, steps, signal)
    if (!isGood) return false
  }
  return true
}
