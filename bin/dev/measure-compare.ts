// Compares identical code again and again and counts what `runs compare` says: any `regressed` or `improved` is a false alarm. Benchmarks of
// five fresh processes a side, each compared with the one before, and evaluations of the same model and seed. The end is 1 when more than
// two comparisons raise a false alarm.
// Usage: measure-compare.ts [comparisons]
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {execa} from 'execa'
import type {ComparisonStatus, RunsCompareResult} from '#contract/generated/types'

const MOST_FALSE_ALARMS = 2
const comparisons = Number(process.argv[2] ?? 40)
const evaluations = Math.max(1, Math.round(comparisons / 10))
const folder = mkdtempSync(join(tmpdir(), 'assay-compare-'))
const statuses = new Map<string, number>()
let falseAlarms = 0

async function assay(...argv: string[]) {
  const cli = join(import.meta.dirname, '..', 'assay.js')
  const {stdout} = await execa(process.execPath, [cli, ...argv, '--format', 'json'], {cwd: folder, reject: false})
  return JSON.parse(stdout)
}

async function compareInTurn(count: number, ...measure: string[]): Promise<void> {
  let before: string = (await assay(...measure)).run_id
  for (let at = 0; at < count; at++) {
    const now: string = (await assay(...measure)).run_id
    record(await assay('runs', 'compare', before, now))
    before = now
  }
}

function record(result: RunsCompareResult): void {
  const rows = result.comparisons.flatMap((comparison) => comparison.rows.filter(({primary}) => primary))
  const isFalse = rows.some(({status}) => ALARMS.includes(status))
  if (isFalse) falseAlarms++
  for (const {metric, status} of rows) {
    const name = `${metric} ${status}`
    statuses.set(name, (statuses.get(name) ?? 0) + 1)
  }
}

const ALARMS: readonly ComparisonStatus[] = ['regressed', 'improved', 'incomparable']

try {
  await compareInTurn(evaluations, 'eval', '--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick')
  await compareInTurn(
    comparisons - evaluations,
    'benchmark',
    '--operation',
    'predict',
    '--iterations',
    '200',
    '--repeats',
    '5',
  )
} finally {
  rmSync(folder, {recursive: true, force: true})
}
for (const [name, times] of [...statuses].sort()) console.log(`${name}: ${times}`)
console.log(`${comparisons} comparisons of identical code, ${falseAlarms} false alarms (at most ${MOST_FALSE_ALARMS})`)
if (falseAlarms > MOST_FALSE_ALARMS) process.exitCode = 1
