import {writeSync} from 'node:fs'
import {childrenSeconds} from '../../bin/dev/children-time.ts'

export type Entry = {
  suite: string
  test: string
  outcome: 'unrun' | 'failed' | 'passed' | 'skipped'
  note?: string
}
export const ledger: Entry[] = []

// Written last, synchronously, whatever ended the process; the runner believes this and not the exit code alone.
process.on('exit', () => {
  if (!process.env['ASSAY_TEST_FD']) return
  const {userCPUTime, systemCPUTime} = process.resourceUsage()
  const processorMs = Math.round((userCPUTime + systemCPUTime) / 1000 + (childrenSeconds() ?? 0) * 1000)
  writeSync(Number(process.env['ASSAY_TEST_FD']), JSON.stringify({entries: ledger, processorMs}))
})
