import type {NodeCheckRecord, NodeStepTime} from '#contract/generated/types'
import {WORST_FIRST} from '#host/judge/fold-rounds'
import type {Table} from '#report/report'
import type {KeptStep} from '../model/step-files.ts'

/** What each step asked the nodes: how many checks ended how, what did not pass, and the file that has what was seen. */
export const checksTable = (kept: readonly KeptStep[]): Table => ({
  name: 'Checks',
  columns: ['step', 'when', 'ended', 'checks', 'not passed', 'file'],
  rows: kept.map(({file, document: {step, when, state, checks}}) => [
    step,
    TIMES[when],
    state,
    countsOf(checks),
    reasonsOf(checks),
    file,
  ]),
  minor: ['when', 'file'],
})

const TIMES: Readonly<Record<NodeStepTime, string>> = {
  before: 'before',
  node: 'with the node',
  end: 'at the end',
  back: 'on the way back',
}

const countsOf = (checks: readonly NodeCheckRecord[]): string =>
  WORST_FIRST.map((status) => [status, checks.filter((one) => one.status === status).length] as const)
    .filter(([, count]) => count > 0)
    .map(([status, count]) => `${count} ${status}`)
    .join(', ')

/** A check that was skipped had nothing to ask; why stands in the file. */
function reasonsOf(checks: readonly NodeCheckRecord[]): string | null {
  const told = checks.filter(({status}) => status !== 'pass' && status !== 'skip')
  return told.length === 0 ? null : told.map(({id, status, reason}) => `${id}: ${reason ?? status}`).join('; ')
}
