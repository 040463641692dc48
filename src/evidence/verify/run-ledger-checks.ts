import type {RunId} from '#contract/ids'
import {hasLease, readKnowledge} from '#run/keep-ledger'
import {LEDGER, RUNS} from '#run/layout'
import {ledgerStanding} from '#run/ledger-standing'
import type {ReadPorts, RunView} from '#run/read-run'
import type {CheckBook} from './check-book.ts'

/** Whether the run is as the ledger of its workspace recorded it. What the ledger never knew is told, not failed. */
export function checkRunLedger(
  {workspace, runId}: {readonly workspace: string; readonly runId: RunId},
  run: RunView,
  {files}: ReadPorts,
  book: CheckBook,
): void {
  // First the lease, then the ledger: the leaf of an end is there before the lease goes.
  const isClosing = hasLease(workspace, runId, files.reader)
  const {fault, note} = ledgerStanding(run, readKnowledge(workspace, files.reader), () => isClosing)
  if (fault !== undefined) book.fail('ledger', 'ledger_contradiction', fault, `${RUNS}/${LEDGER}`)
  book.done('ledger', note)
}
