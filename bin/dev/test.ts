// Runs test files, each in a process group of its own; believes their ledgers, not uvu's totals.
// Usage: test.ts [folder or part of a path...]
import {type ChildProcess, spawn} from 'node:child_process'
import {globSync, writeFileSync} from 'node:fs'
import {availableParallelism} from 'node:os'
import {join} from 'node:path'
import type {Readable} from 'node:stream'
import {COVERED} from './covered.ts'
import {type FileTime, slowestFiles, toldTime} from './test-times.ts'

type Entry = {suite: string; test: string; outcome: string; note?: string}
type Ledger = {entries: Entry[]; processorMs?: number}
type Ended = {how: number | string; late: boolean; text: string; ledger: string; ms: number}

/** Long enough for the longest campaign on a busy machine: what is still running then hangs. */
const FILE_LIMIT_MS = Number(process.env['ASSAY_TEST_FILE_LIMIT_MS'] ?? 20 * 60_000)
const wanted = process.argv.slice(2)
const root = process.env['ASSAY_TEST_ROOT'] ?? 'test'
const all = globSync(`${root}/**/*.test.ts`).filter((file) => root !== 'test' || !file.startsWith(join('test', 'bad')))
const files = all.filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part))).sort()
const sum = {passed: 0, failed: 0, skipped: 0}
const running = new Set<ChildProcess>()
const times: FileTime[] = []

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of running) killGroup(child)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  })
}

// Campaigns last longest: they go first, so that the short files fill the gaps.
const queue = [...files.filter(isLong), ...files.filter((file) => !isLong(file))].values()
const lanes = Array.from({length: Math.max(2, availableParallelism())}, async () => {
  for (const file of queue) report(file, await runFile(file))
})
await Promise.all(lanes)
if (files.length === 0) {
  console.log('no test files')
  sum.failed++
}
// Processor time is a reading and decides nothing here: `npm run check:budgets` holds files to what they may take.
if (process.env['ASSAY_TEST_TIMES']) console.log(slowestFiles(times))
if (process.env['ASSAY_TEST_TIMES_TO']) writeFileSync(process.env['ASSAY_TEST_TIMES_TO'], JSON.stringify(times))
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = sum.failed ? 1 : 0

function isLong(file: string): boolean {
  return file.includes(`${join('test', 'campaign')}`)
}

function runFile(file: string): Promise<Ended> {
  const started = performance.now()
  const env = {
    ...process.env,
    ...coverage(file),
    ASSAY_TEST_FD: '3',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? 'node_modules/.cache/compile',
  }
  const child = spawn(process.execPath, [file], {stdio: ['ignore', 'pipe', 'pipe', 'pipe'], detached: true, env})
  running.add(child)
  const got = {text: '', ledger: '', late: false}
  child.stdout?.on('data', (data) => (got.text += data))
  child.stderr?.on('data', (data) => (got.text += data))
  const fd3 = child.stdio[3] as Readable
  fd3.on('data', (data) => (got.ledger += data))
  const timer = setTimeout(() => {
    got.late = true
    killGroup(child)
  }, FILE_LIMIT_MS)
  return new Promise((done) =>
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      running.delete(child)
      done({how: code ?? signal ?? 'nothing', ...got, ms: performance.now() - started})
    }),
  )
}

/** Coverage where files run in process. What others start, they kill: it would have nothing to tell. The compile cache falsifies branches. */
function coverage(file: string): Record<string, string> {
  const folder = process.env['ASSAY_TEST_COVERAGE']
  if (folder === undefined || !COVERED.some((part) => file.startsWith(part))) return {}
  return {NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1'}
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group ended in the meantime.
  }
}

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
