import type {Digest, RunId} from '#contract/ids'
import {sha256} from '#digest/sha256'
import {genesis, readJournal} from '#run/journal'

/** A journal whose records were chained anew, and where its chain ends. */
export interface ChainedJournal {
  readonly text: string
  readonly head: Digest
}

/**
 * Renaming changes the lines that each record's `prev` is the digest of; here every `prev` gets the digest of the renamed line. The
 * copy's order and completeness can then be checked like the original's. `undefined` when the journal was no chain to begin with
 * or renaming took a record's form: such a copy must not look sound.
 */
export function chainAnew(original: string, renamed: string, runId: RunId): ChainedJournal | undefined {
  const {records, torn, brokenAt} = readJournal(Buffer.from(original), runId)
  const lines = renamed.split('\n').slice(0, -1)
  if (torn || brokenAt !== undefined || lines.length !== records.length) return undefined
  let head = genesis(runId)
  let text = ''
  for (const [at, line] of lines.entries()) {
    // The chain's own member is the last of its line; one that a step brought with it stands before.
    const from = line.lastIndexOf(`"prev":"${records[at]?.prev}"`)
    if (from < 0) return undefined
    const chained = `${line.slice(0, from)}"prev":"${head}"${line.slice(from + `"prev":"${head}"`.length)}\n`
    head = sha256(Buffer.from(chained))
    text += chained
  }
  const again = readJournal(Buffer.from(text), runId)
  return again.torn || again.brokenAt !== undefined ? undefined : {text, head}
}
