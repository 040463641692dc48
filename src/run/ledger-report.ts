import type {RunsLedgerResult} from '#contract/generated/types'
import type {Report} from '#report/report'

/** The ledger for people: its counts, its checkpoint, and every run that does not fit. */
export function ledgerReport(result: RunsLedgerResult): Report {
  const {counts, check} = result
  const odd = [
    ...result.changed.map((run) => [run, 'changed', 'its manifest is not the one that was recorded']),
    ...result.missing.map((run) => [run, 'missing', 'it is gone and no cleanup removed it']),
    ...result.unledgered.map((run) => [run, 'unledgered', 'it has no entry in the ledger']),
  ]
  return {
    title: 'Ledger',
    status: result.exit.code === 0 ? 'pass' : 'fail',
    facts: [
      {label: 'Workspace', value: result.workspace},
      {label: 'Entries', value: result.tree_size},
      {label: 'Root', value: result.root},
      {label: 'Runs', value: counts.runs},
      {label: 'Passed', value: counts.passed},
      {label: 'Failed', value: counts.failed},
      {label: 'Skipped', value: counts.skipped},
      {label: 'Cancelled', value: counts.cancelled},
      {label: 'Interrupted or running', value: counts.interrupted},
      {label: 'Removed', value: counts.removed},
      {label: 'Unreadable entries', value: counts.unreadable},
      ...(check
        ? [{label: `Since checkpoint ${check.tree_size}`, value: check.consistent ? 'only added to' : check.reason}]
        : []),
    ],
    tables: odd.length > 0 ? [{name: 'Does not fit', columns: ['run', 'state', 'why'], rows: odd}] : [],
    cases: [],
    remarks: [
      ...(result.torn ? ['The last line is not whole: a crash, or an entry that is being written.'] : []),
      ...(check === null && result.checkpoint !== null
        ? ['Keep the checkpoint (--format json) outside the workspace and give it to --check later.']
        : []),
    ],
  }
}
