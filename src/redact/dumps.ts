import {ByteRun} from './byte-run.ts'
import {type DumpByte, type DumpLine, readDumpLine} from './dump-lines.ts'
import type {Undo, ViewMaker} from './undone-views.ts'

/** Dumps of bytes over any number of lines: what their columns of digits say, and what their column of characters says, each as one text. */
export const undoDumps: Undo = (text, made) => {
  let block: DumpLine[] = []
  let isAny = false
  const flush = () => {
    isAny = putBlock(block, made) || isAny
    block = []
  }
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf('\n', from)
    const to = next < 0 ? text.length : next + 1
    const line = readDumpLine(text, from, to)
    if (line) block.push(line)
    else if (block.length > 0) flush()
    from = to
  }
  flush()
  return isAny
}

const COLUMNS = ['straight', 'swapped', 'shown', 'cells'] as const

function putBlock(block: readonly DumpLine[], made: ViewMaker): boolean {
  if (block.length === 0) return false
  for (const column of COLUMNS)
    putBytes(
      block.flatMap((line) => line[column]),
      made,
    )
  return true
}

function putBytes(bytes: readonly DumpByte[], made: ViewMaker): void {
  if (bytes.length === 0) return
  const run = new ByteRun(made)
  for (const {byte, start, end} of bytes) run.push(byte, start, end)
  run.end()
  const {end = 0} = bytes.at(-1) ?? {}
  made.put('\n', end, end)
}
