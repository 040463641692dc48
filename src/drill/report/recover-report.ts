import type {DrillsRecoverResult} from '#contract/generated/types'
import type {Report} from '#report/report'

/** What was put back, a row a change. */
export function recoverReport({runs, exit}: DrillsRecoverResult, status: Report['status']): Report {
  const rows = runs.flatMap(({run_id, records}) =>
    records.map(({drill, action, result, manual}) => [run_id, drill, action, result, manual]),
  )
  return {
    title: 'Recovery of drills',
    status,
    isListing: true,
    facts: [{label: 'Result', value: exit.reason}],
    tables:
      rows.length === 0 ? [] : [{name: 'Changes', columns: ['run', 'drill', 'inverse', 'result', 'by hand'], rows}],
    cases: [],
    remarks: runs.flatMap(({run_id, leftovers, state}) => [
      ...(state === 'unreadable'
        ? [`The journal of ${run_id} is damaged before these changes: nothing was replayed.`]
        : []),
      ...leftovers.map((what) => `${run_id}: ${what}`),
    ]),
  }
}
