import type {NodeCheckRecord} from '#contract/generated/types'
import {elapsedMs} from '#random/clock'
import {sleep} from '#random/timers'
import {stepSeriesFile} from '../model/step-files.ts'
import {askChecks} from '../site/ask-checks.ts'
import {oneNode} from '../site/one-node.ts'
import {CHAIN_IDS} from './check-ids.ts'
import {observeCanary} from './observe-canary.ts'
import type {ActEnd, UpgradeWork} from './upgrade-work.ts'

const LOOK_AGAIN_MS = 5_000
/** That a node answers well at each look says nothing of a crash between two of them. */
const IDS = ['health.ready', 'svc.steady', ...CHAIN_IDS]

/** Looks again and again, for as long as the plan says, and keeps a line of every look; at a canary, also at how users fare with it. */
export async function observeNodes(work: UpgradeWork, node: string, signal: AbortSignal): Promise<ActEnd> {
  const {trial, ports, plan, asked, processes} = work
  const setting = node === '' ? work.setting : oneNode(work.setting, node)
  const series = await trial.lines(stepSeriesFile('observe', node), `observe${node && '-'}${node}`, 'result')
  const question = {setting, runId: trial.runId, ids: IDS, processes, asked}
  const ask = async () => {
    const {state, detail, records} = await askChecks(question, ports, signal)
    for (const record of records) series.append(lookLine(record))
    await series.flush()
    return {state, detail}
  }
  if (node !== '') return await observeCanary(work, {node, ask}, signal)
  const {clock} = ports
  for (const begun = clock.monotonicNs(); ; ) {
    const end = await ask()
    const left = plan.observe_ms - elapsedMs(clock, begun)
    if (end.state !== 'good' || left <= 0) return end
    await sleep(clock, Math.min(left, LOOK_AGAIN_MS), signal)
  }
}

const lookLine = ({id, status, reason, started_at, duration_ms}: NodeCheckRecord) => ({
  check: id,
  status,
  reason,
  started_at,
  duration_ms,
})
