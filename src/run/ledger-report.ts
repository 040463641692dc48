import type {RunsLedgerResult} from '#contract/generated/types'
import type {Report} from '#report/report'

/** The report on the ledger: its counts, its checkpoint, and every run that does not agree with it. */
export function ledgerReport(result: RunsLedgerResult): Report {
  const {counts, check} = result
  const told = result.unledgered.map((run) => [run, 'unledgered', 'it is older than the ledger, or was copied here'])
  const found = result.findings.map(({code, subject, message}) => [subject, code, message])
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
    tables: [
      ...(found.length > 0 ? [{name: 'Does not fit', columns: ['subject', 'code', 'why'], rows: found}] : []),
      ...(told.length > 0 ? [{name: 'Not in the ledger', columns: ['run', 'state', 'why'], rows: told}] : []),
    ],
    cases: [],
    remarks: [
      ...(result.torn ? ['The last line is not whole: a crash, or an entry that is being written.'] : []),
      ...(result.cut_entries > 0 ? [`${result.cut_entries} entries were cut short by a crash.`] : []),
      ...(check === null && result.checkpoint !== null
        ? ['Keep the checkpoint (--format json) outside the workspace and give it to --check later.']
        : []),
    ],
  }
}
