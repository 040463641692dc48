// Loaded before the program (`node --import`): its calls of the file system inside the current directory count, and one of them ends it or fails. What the
// program has been promised by then goes to descriptor 4, one JSON line each.
import {writeSync} from 'node:fs'
import {breakCalls} from './break-calls.ts'

const REPORT_FD = 4

breakCalls({
  fault: JSON.parse(process.env['ASSAY_TEST_FAULT'] ?? '{"how":"count","at":0}'),
  root: process.cwd(),
  tell: (note) => void writeSync(REPORT_FD, `${JSON.stringify(note)}\n`),
})
