// Runs test files, in processes of their own or after one another in a shared one; believes their ledgers, not uvu's totals.
// Usage: test.ts [folder or part of a path...]
import {globSync, readFileSync, writeFileSync} from 'node:fs'
import {availableParallelism} from 'node:os'
import {join} from 'node:path'
import {builtPackage} from './built-package.ts'
import {runInLanes} from './test-lanes.ts'
import {type Ended, killAll} from './test-processes.ts'
import {type Budgets, budgetOf, type FileTime, slowestFiles, toldTime} from './test-times.ts'

type Entry = {suite: string; test: string; outcome: string; note?: string}
type Ledger = {entries: Entry[]; processorMs?: number}

const IN_PROCESS = join('test', 'unit')
const wanted = process.argv.slice(2)
const root = process.env['ASSAY_TEST_ROOT'] ?? 'test'
const all = globSync(`${root}/**/*.test.ts`).filter((file) => root !== 'test' || !file.startsWith(join('test', 'bad')))
const files = all.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part))).sort()
const sum = {passed: 0, failed: 0, skipped: 0}
const times: FileTime[] = []

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    killAll()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })
}

// Whatever starts a program starts the built one: made here once, not by several files at the same time.
if (files.some((file) => !file.startsWith(IN_PROCESS))) process.env['ASSAY_TEST_BUILT'] = builtPackage()

// The dearest go first, so that the short ones fill the gaps.
const budgets: Budgets = JSON.parse(readFileSync('test/budgets.json', 'utf8'))
const queue = files.toSorted((a, b) => budgetOf(b, budgets) - budgetOf(a, budgets))
for (const fault of await runInLanes(queue, Math.max(2, availableParallelism()), report)) {
  sum.failed++
  console.log(fault)
}
if (files.length === 0) {
  console.log('no test files')
  sum.failed++
}
// Processor time is a reading and decides nothing here: `npm run check:budgets` holds files to what they may take.
if (process.env['ASSAY_TEST_TIMES']) console.log(slowestFiles(times))
if (process.env['ASSAY_TEST_TIMES_TO']) writeFileSync(process.env['ASSAY_TEST_TIMES_TO'], JSON.stringify(times))
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = sum.failed ? 1 : 0

function report(file: string, ended: Ended): void {
  const {entries, processorMs}: Ledger = ended.ledger ? JSON.parse(ended.ledger) : {entries: []}
  const bad = faults(entries, ended)
  for (const entry of entries) {
    if (entry.outcome === 'passed') sum.passed++
    if (entry.outcome !== 'skipped') continue
    sum.skipped++
    console.log(`skipped: ${entry.suite} > ${entry.test}: ${entry.note}`)
  }
  sum.failed += bad.length
  const time = {file, wallMs: Math.round(ended.ms), processorMs}
  times.push(time)
  if (process.env['ASSAY_TEST_TIMES']) console.log(toldTime(time))
  if (bad.length) console.log(`${file}\n${ended.text.trimEnd()}\n  ${bad.join('\n  ')}`)
}

function faults(entries: Entry[], ended: Ended): string[] {
  const bad = entries
    .filter((entry) => entry.outcome !== 'passed' && entry.outcome !== 'skipped')
    .map((entry) => `${entry.outcome}: ${entry.suite} > ${entry.test}`)
  if (ended.late) bad.push('still running at its time limit')
  else if (entries.length === 0) bad.push('no tests were declared')
  // Tests that never ran need the reason; failed ones have theirs above.
  else if (ended.how !== 0 && !bad.some((line) => line.startsWith('failed:'))) bad.push(`ended with ${ended.how}`)
  return bad
}
