import type {RunId} from '#contract/ids'
import {hasLease, readKnowledge} from '#run/keep-ledger'
import {LEDGER, RUNS} from '#run/layout'
import {ledgerStanding} from '#run/ledger-standing'
import type {ReadPorts, RunView} from '#run/read-run'
import type {CheckBook} from './check-book.ts'

/** Checks whether the run is as the ledger of its workspace recorded it. A run that the ledger never knew is noted, not failed. */
export function checkRunLedger(
  {workspace, runId}: {readonly workspace: string; readonly runId: RunId},
  run: RunView,
  {files}: ReadPorts,
  book: CheckBook,
): void {
  // The lease is read before the ledger: the leaf of an end is written before the lease is removed.
  const isClosing = hasLease(workspace, runId, files.reader)
  const {fault, note} = ledgerStanding(run, readKnowledge(workspace, files.reader), () => isClosing)
  if (fault !== undefined) book.fail('ledger', 'ledger_contradiction', fault, `${RUNS}/${LEDGER}`)
  book.done('ledger', note)
}
