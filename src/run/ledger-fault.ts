import type {RunManifest} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import type {FileReader} from '#path/files'
import {hasLease, readKnowledge} from './keep-ledger.ts'
import {ledgerStanding} from './ledger-standing.ts'

/** What the ledger of a workspace says against a run that nobody works on any more, if anything. The run is read first, then this. */
export function ledgerFault(
  workspace: string,
  {manifest, manifestSha256}: {readonly manifest: RunManifest; readonly manifestSha256: string},
  reader: FileReader,
): string | undefined {
  const runId = manifest.run_id as RunId
  const isClosing = hasLease(workspace, runId, reader)
  return ledgerStanding({runId, manifest, manifestSha256}, readKnowledge(workspace, reader), () => isClosing).fault
}
