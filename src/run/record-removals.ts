import {join} from 'node:path'
import {ledgerLeaf} from '#contract/generated/ledger-leaf'
import type {LedgerLeaf} from '#contract/generated/types'
import {issuesOf} from '#contract/parse'
import {sha256} from '#digest/sha256'
import {AssayError, codeOf} from '#error/assay-error'
import type {FileReader} from '#path/files'
import {timestamp} from '#random/clock'
import {appendLedger, readKnowledge} from './keep-ledger.ts'
import {classifyEntry, MANIFEST, runsFolder} from './layout.ts'
import type {RunPorts} from './ports.ts'
import {MOST_MANIFEST_BYTES} from './read-run.ts'

/**
 * Records in the ledger which runs are removed, then has them removed: after a crash in between the runs still exist. On a full disk it
 * records them afterwards, once there is space again. `names`: entries of `runs/`; those that are no runs have no place in the ledger.
 */
export async function recordRemovals<Result>(
  workspace: {readonly path: string},
  names: readonly string[],
  ports: RunPorts,
  remove: () => Promise<Result>,
): Promise<Result> {
  const runs = runsFolder(workspace.path)
  const at = timestamp(ports.clock.nowMs())
  const told = readKnowledge(workspace.path, ports.files.reader).runs
  // A run that another cleanup recorded and is about to remove, or failed to remove, already has its leaf.
  const doomed = names.filter((name) => classifyEntry(name).kind === 'run' && told.get(name)?.isRemoved !== true)
  const leaves = doomed.map((name) => removalLeaf(name, at, {runs, reader: ports.files.reader}))
  const isTold = leaves.length === 0 || (await hadRoom(() => appendLedger(runs, leaves, ports)))
  const result = await remove()
  if (!isTold) await appendLedger(runs, leaves, ports)
  return result
}

async function hadRoom(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (codeOf(error) !== 'disk_full') throw error
    return false
  }
}

/** The manifest is only read, not judged: a damaged run leaves a leaf too. */
function removalLeaf(
  name: string,
  at: string,
  place: {readonly runs: string; readonly reader: FileReader},
): LedgerLeaf {
  const nothing = {at, event: 'removed', kind: null, run_id: name, status: null, v: 1, verdict: null} as const
  const bytes = manifestBytes(join(place.runs, name, MANIFEST), place.reader)
  if (!bytes) return {...nothing, manifest_sha256: null}
  const bare: LedgerLeaf = {...nothing, manifest_sha256: sha256(bytes)}
  const told = {...bare, ...factsIn(bytes)}
  return issuesOf(ledgerLeaf, told) ? bare : told
}

function manifestBytes(path: string, reader: FileReader): Uint8Array | undefined {
  try {
    return reader.read(path, MOST_MANIFEST_BYTES)
  } catch (error) {
    if (error instanceof AssayError) return undefined
    throw error
  }
}

/** The values in the places of kind, status and verdict, whatever they are; the schema of leaves judges them. */
function factsIn(bytes: Uint8Array): object {
  try {
    const {kind, status, outcome} = JSON.parse(new TextDecoder().decode(bytes))
    return {kind, status, verdict: outcome?.verdict ?? null}
  } catch {
    return {}
  }
}
