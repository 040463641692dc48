import {nodeStepChecks} from '#contract/generated/node-step-checks'
import type {JournalRecord, NodeStepChecks, NodeUpgradeState, Verdict} from '#contract/generated/types'
import {isRecord} from '#contract/is-record'
import {issuesOf} from '#contract/parse'
import {distrustedVerdict, lostEventsIn} from '#run/end-run'
import {JOURNAL, RESULT, VERDICT} from '#run/layout'
import type {RecordedRun} from '#run/read-recorded'
import {answerOf} from '#upgrade/model/check-answer'
import {isUpgraded, upgradeVerdict} from '#upgrade/model/upgrade-verdict'
import type {AuditBook} from './audit.ts'
import {decided} from './decided.ts'
import {readJson, stopSignal} from './recorded-facts.ts'
import {firstDifference} from './same-document.ts'
import {targetFaults} from './target-faults.ts'
import {upgradePlanFaults} from './upgrade-plan-faults.ts'

/** Steps whose result is that of their checks; others repeat their checks until they pass, or know more than the checks say. */
const ASKED_ONCE = /^(preflight|check:.*|agree(:.*)?|(again|still):.*|back:check:.*)$/
const STEPS = /^results\/steps\/[^/]+\.json$/

/**
 * Whether an upgrade, or its rollback, ended as its own documents say: the verdict follows from its state, the state from how its steps
 * ended, and those from their checks. True for a run of that kind. `journal`: of a run of an upgrade itself; a job's is that of all its
 * items.
 */
export function checkUpgrade(
  run: RecordedRun,
  {verdict, journal, isItem}: {readonly verdict: Verdict; readonly journal: readonly JournalRecord[]; isItem: boolean},
  book: AuditBook,
): boolean {
  const fail = (path: string, message: string) => book.fail('results', 'result_contradiction', message, path)
  const result = readJson(run.text(RESULT))
  if (!isRecord(result) || result['kind'] !== 'node-upgrade') return false
  const state = result['state'] as NodeUpgradeState
  const end = {state, reason: '', steps: verdict.rules[0]?.n ?? 0}
  // A signal that came after the work was done stopped nothing.
  const differences = [undefined, stopSignal(journal).reason].map((stopped) => {
    const made = upgradeVerdict(end, {caveats: [], stopped})
    return firstDifference(decided(verdict), decided(distrustedVerdict(made, lostEventsIn(run.manifest.issues))))
  })
  if (differences.every((pointer) => pointer !== undefined))
    fail(VERDICT, `${differences[0]} does not follow from the state of the upgrade`)
  if (isItem) return true
  for (const fault of [...upgradePlanFaults(run), ...targetFaults(run)]) fail(fault.path, fault.message)
  const ends = stepEnds(journal)
  const back = [...ends.keys()].find((step) => String(step).startsWith('back:'))
  if (isUpgraded(state) && back !== undefined) fail(JOURNAL, `tells of ${back}, and the upgrade is ${state}`)
  if (isUpgraded(state) && [...ends.values()].includes('failed'))
    fail(JOURNAL, `tells of a failed step, and the upgrade is ${state}`)
  for (const {path} of run.manifest.artifacts.filter(({path}) => STEPS.test(path))) {
    const fault = stepFault(readJson(run.text(path)), {state, ends})
    if (fault !== undefined) fail(path, fault)
  }
  return true
}

/** The last end of each step. */
function stepEnds(journal: readonly JournalRecord[]): ReadonlyMap<unknown, unknown> {
  const finished = journal.filter(({type}) => type === 'step.finished').map(({data}) => new Map(Object.entries(data)))
  return new Map(finished.map((data) => [data.get('step_id'), data.get('status')]))
}

function stepFault(
  document: unknown,
  {state, ends}: {readonly state: NodeUpgradeState; readonly ends: ReadonlyMap<unknown, unknown>},
): string | undefined {
  if (issuesOf(nodeStepChecks, document)) return 'is no record of a step'
  const {step, when, state: end, checks} = document as NodeStepChecks
  if (ends.get(step) !== STATUS[end]) return 'says another end of its step than the journal'
  const mustBeGood = isUpgraded(state) ? when !== 'back' : state === 'rolled_back' && when === 'back'
  if (mustBeGood && end !== 'good') return `says that ${step} was not good, and the upgrade is ${state}`
  if (end === 'good' && ASKED_ONCE.test(step) && answerOf(checks).state !== 'good')
    return `says that ${step} was good, and one of its checks was not`
  return undefined
}

const STATUS: Readonly<Record<NodeStepChecks['state'], string>> = {
  good: 'success',
  bad: 'failed',
  open: 'failed',
  interrupted: 'cancelled',
}
