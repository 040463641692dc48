import {dirname, join} from 'node:path'
import {ledgerLeaf} from '#contract/generated/ledger-leaf'
import type {LedgerLeaf, RunManifest} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {canonicalJson} from '#digest/canonical-json'
import {sha256} from '#digest/sha256'
import {AssayError} from '#error/assay-error'
import {timestamp} from '#random/clock'
import {joinSafe, type Safe} from '#redact/safe'
import {LEDGER} from './layout.ts'
import {MOST_LEAF_BYTES, makeLeaf} from './ledger.ts'
import type {RunPorts} from './ports.ts'

type AppendPorts = Pick<RunPorts, 'files' | 'redactor'>

/**
 * Appends leaves to the ledger in `runs`; they are durable when it returns. Each is one appending write that begins and ends
 * with a newline: many processes may write at the same time, and none of them can be hurt by what another left half written.
 */
export async function appendLedger(runs: string, leaves: readonly LedgerLeaf[], ports: AppendPorts): Promise<void> {
  const {reader, writer, directories} = ports.files
  const path = join(runs, LEDGER)
  const facts = reader.facts(path)
  if (facts && facts.kind !== 'file') throw new AssayError('workspace_invalid', `${LEDGER} is no regular file`)
  const lines = leaves.map((leaf) => lineOf(leaf, ports))
  const file = await writer.open(path, 'append')
  try {
    for (const line of lines) await file.write(line)
    await file.sync()
  } finally {
    await file.close()
  }
  // Always: where the file is there already, the process that made it may have died before its name was durable.
  await directories.sync(runs)
}

/** One leaf about a run whose manifest was just written as `text`. */
export async function appendRunLeaf(
  event: LedgerLeaf['event'],
  run: {readonly folder: string; readonly manifest: RunManifest; readonly text: string | Uint8Array},
  ports: AppendPorts & Pick<RunPorts, 'clock'>,
): Promise<void> {
  const seen = {at: timestamp(ports.clock.nowMs()), manifestSha256: sha256(run.text)}
  await appendLedger(dirname(run.folder), [makeLeaf(event, run.manifest, seen)], ports)
}

function lineOf(leaf: LedgerLeaf, {redactor}: AppendPorts): Safe {
  const safe = redactor.line(JSON.parse(canonicalJson(leaf)))
  parse(ledgerLeaf, JSON.parse(safe))
  const line = joinSafe([redactor.text('\n'), safe])
  if (Buffer.byteLength(line) > MOST_LEAF_BYTES) throw new AssayError('bug', 'a leaf of the ledger is too large')
  return line
}
