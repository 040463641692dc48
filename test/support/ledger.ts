import {writeSync} from 'node:fs'
import {childrenSeconds} from '../../bin/dev/children-time.ts'

export type Entry = {
  suite: string
  test: string
  outcome: 'unrun' | 'failed' | 'passed' | 'skipped'
  note?: string
}
/** Of the file that runs now. */
export const ledger: Entry[] = []
let toldMs = 0

/** What the file at hand did, as one line; the next file begins with an empty ledger. Only a line with an end tells of a file that came to its own. */
export function tellLedger(end: '\n' | ''): void {
  if (!process.env['ASSAY_TEST_FD']) return
  const {userCPUTime, systemCPUTime} = process.resourceUsage()
  const allMs = (userCPUTime + systemCPUTime) / 1000 + (childrenSeconds() ?? 0) * 1000
  const told = JSON.stringify({entries: ledger, processorMs: Math.round(allMs - toldMs)})
  writeSync(Number(process.env['ASSAY_TEST_FD']), told + end)
  toldMs = allMs
  ledger.length = 0
}

// Written last, synchronously, whatever ended the process; the runner believes this and not the exit code alone.
process.on('exit', () => tellLedger(''))
