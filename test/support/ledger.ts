import {writeSync} from 'node:fs'

export type Entry = {
  suite: string
  test: string
  outcome: 'unrun' | 'failed' | 'passed' | 'skipped'
  note?: string
}
export const ledger: Entry[] = []

// Written last, synchronously, whatever ended the process; the runner believes this and not the exit code alone.
process.on('exit', () => {
  if (process.env['ASSAY_TEST_FD']) writeSync(Number(process.env['ASSAY_TEST_FD']), JSON.stringify(ledger))
})
