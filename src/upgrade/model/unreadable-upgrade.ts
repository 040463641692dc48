import {AssayError} from '#error/assay-error'

/** What an upgrade kept, or a part of it, tells nothing any more: the nodes themselves are what is left to look at. */
export function unreadableUpgrade(id: string, message: string, cause?: unknown): AssayError {
  const hint = `Look which release each node runs and whether it serves; ledger.ndjson, the backups and what was taken down lie in runs/.state/upgrades/${id}. Put the ledger back as it was, or put the nodes right by hand and move that folder away.`
  return new AssayError('upgrade_unreadable', message, {hint, ...(cause !== undefined && {cause})})
}
