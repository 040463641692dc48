import {cutText} from '#error/cut-text'
import {exactRelease} from '#host/model/version'
import {AskedChecks} from '../model/asked-checks.ts'
import {type ChangedNode, changedRefusal, toldOfChanges} from '../model/changed-node.ts'
import {checkedNodes, otherThanChecked} from '../model/checked-node.ts'
import {askChecks} from '../site/ask-checks.ts'
import {keptBefore} from '../site/keep-before.ts'
import {laterBefore} from '../site/later-before.ts'
import {oneNode} from '../site/one-node.ts'
import {besideOf} from './apply-beside.ts'
import {pause} from './apply-pause.ts'
import {AGAIN_IDS, nodeCheckIds, PEOPLES_IDS, REQUIRED_IDS} from './check-ids.ts'
import {keepChecks} from './keep-checks.ts'
import type {UpgradeWork} from './upgrade-work.ts'
import {whoseProcess} from './wait-node.ts'

const LONGEST = 500
/** It takes seconds, and half of it says nothing. */
const unheard = new AbortController().signal

/** `again`: before anything else is done; `still`: before the upgrade counts as done. */
type Moment = 'again' | 'still'

/** Looks again at every node that passed its checks, before a driver does anything. Throws `upgrade_unreachable` and `upgrade_refused` where one is not as it was then. */
export async function demandUnchangedNodes(work: UpgradeWork): Promise<void> {
  const changed = await lookAgain(work, 'again')
  const {plan, id, setting, ledger} = work
  const {state} = ledger.progress()
  if (changed.length > 0) throw changedRefusal(changed, {state, id, plan}, setting.argv)
}

/** Looks at them in the midst of a driver's work, which pauses where one is not as it was: nobody can tell whether people meant that. Whether it goes on. */
export async function seeUnchanged(work: UpgradeWork, moment: Moment): Promise<boolean> {
  const changed = await lookAgain(work, moment)
  return changed.length === 0 || (await pause(work, toldOfChanges(changed)))
}

async function lookAgain(work: UpgradeWork, moment: Moment): Promise<ChangedNode[]> {
  const changed: ChangedNode[] = []
  for (const name of checkedNodes(work.plan, work.ledger.progress())) {
    const found = await lookAt(work, `${moment}:${name}`, name)
    if (found !== undefined) changed.push(found)
  }
  return changed
}

/** One node, as a step of the run; the ledger has none of it, for what holds at this moment is asked anew by the next driver. */
async function lookAt(work: UpgradeWork, stepId: string, name: string): Promise<ChangedNode | undefined> {
  const {trial} = work
  await trial.steps.start({stepId, operation: 'upgrade.look_again'})
  const asked = new AskedChecks()
  const found = await changeOf({...besideOf(work), asked}, name)
  const detail = cutText(found?.detail ?? '', LONGEST)
  const when = stepId.startsWith('still') ? ('end' as const) : ('before' as const)
  const state = found === undefined ? ('good' as const) : ('bad' as const)
  const outputs = await keepChecks(work, asked, {step: stepId, when, node: name, state, detail})
  await trial.steps.finish(stepId, {
    ...(found === undefined ? {status: 'success'} : {status: 'failed', errorSummary: detail}),
    outputs,
  })
  return found
}

/** First whether it is itself: of another node the checks would say nothing. */
async function changeOf(work: UpgradeWork, name: string): Promise<ChangedNode | undefined> {
  const seen = await work.sight.look(unheard)
  const node = seen.find((one) => one.name === name)
  if (node?.answers !== true) return {node: name, kind: 'silent', detail: node?.silence ?? 'no answer'}
  const stranger = whoseProcess(seen, node)
  if (stranger !== undefined) return {node: name, kind: 'other', detail: `the process of ${stranger} answers for it`}
  // Hands know of the old node where another one stands beside it.
  if (work.beside === undefined && work.hands.isAlive(name) === false)
    return {node: name, kind: 'other', detail: 'its address answers, and no process of it is found'}
  const detail = otherThanChecked(work.plan, work.ledger.progress(), node)
  return detail === undefined ? await failedCheckOf(work, name) : {node: name, kind: 'other', detail}
}

async function failedCheckOf(work: UpgradeWork, name: string): Promise<ChangedNode | undefined> {
  const {plan, folder, ports, setting, trial, asked} = work
  const asksPeople = work.acceptsChanges !== true
  const ids = nodeCheckIds(plan).filter((id) => AGAIN_IDS.has(id) && (asksPeople || !PEOPLES_IDS.has(id)))
  const before = laterBefore(keptBefore(folder, name, ports))
  const question = {setting: oneNode(setting, name, false), runId: trial.runId, ids, required: REQUIRED_IDS, before}
  const {state, detail, failing} = await askChecks({...question, to: exactRelease(plan.to), asked}, ports, unheard)
  if (state === 'good') return undefined
  return {node: name, kind: failing.every((id) => PEOPLES_IDS.has(id)) ? 'peoples' : 'other', detail}
}
