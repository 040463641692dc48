/** The first members of a manifest: enough to compare a run with its leaves in the ledger. */
export interface ManifestHead {
  readonly runId: string
  readonly workspaceId: string
  readonly status: string
  readonly verdict: string
}

/** Longer than any head: the ids, the kind, the status and the verdict are all short. */
const MOST_HEAD_BYTES = 512
/** The spelling of every writer of manifests, with keys in the order of the schema. */
const HEAD =
  /^\{\n {2}"schema_version": 1,\n {2}"run_id": "([^"\\]+)",\n {2}"workspace_id": "([^"\\]+)",\n {2}"kind": "[a-z]+",\n {2}"status": "([a-z]+)",\n {2}"outcome": \{\n {4}"verdict": "([a-z-]+)",\n/

/**
 * The head of the manifest of a run that has ended. Undefined for any other spelling, which does not make the manifest invalid: it must be
 * read whole then. The rest is not checked, so use it only for bytes whose digest is known.
 */
export function manifestHead(bytes: Uint8Array): ManifestHead | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MOST_HEAD_BYTES))
  const [, runId, workspaceId, status, verdict] = HEAD.exec(start.toString('latin1')) ?? []
  if (runId === undefined || workspaceId === undefined || status === undefined || verdict === undefined)
    return undefined
  return {runId, workspaceId, status, verdict}
}
