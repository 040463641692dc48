import type {Digest, RunId} from '#contract/ids'
import {sha256} from '#digest/sha256'
import {genesis, readJournal} from '#run/journal'

/** A journal whose chain was rebuilt, and the digest at the end of the chain. */
export interface ChainedJournal {
  readonly text: string
  readonly head: Digest
}

/**
 * Rebuilds the chain of a renamed journal. Renaming changes the lines of which each record's `prev` is the digest; here every `prev` gets
 * the digest of the renamed line, so that the copy's order and completeness can be checked like the original's. `undefined` if the journal
 * had no valid chain, or if renaming broke a record: such a copy must not look sound.
 */
export function chainAnew(original: string, renamed: string, runId: RunId): ChainedJournal | undefined {
  const {records, torn, brokenAt} = readJournal(Buffer.from(original), runId)
  const lines = renamed.split('\n').slice(0, -1)
  if (torn || brokenAt !== undefined || lines.length !== records.length) return undefined
  let head = genesis(runId)
  let text = ''
  for (const [at, line] of lines.entries()) {
    // The chain's own member is the last in its line; one with the same text in the data of a step comes before it.
    const from = line.lastIndexOf(`"prev":"${records[at]?.prev}"`)
    if (from < 0) return undefined
    const chained = `${line.slice(0, from)}"prev":"${head}"${line.slice(from + `"prev":"${head}"`.length)}\n`
    head = sha256(Buffer.from(chained))
    text += chained
  }
  const again = readJournal(Buffer.from(text), runId)
  return again.torn || again.brokenAt !== undefined ? undefined : {text, head}
}
