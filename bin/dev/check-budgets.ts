// Runs the tests and holds each file to its budget of processor time: test/budgets.json. What else the machine does counts little, but it counts:
// so no test depends on it. Budgets are of a machine on which bare Node takes 45 ms of a processor to start; a slower one is granted as much more.
// Usage: check-budgets.ts [part of a path...]
import {spawnSync} from 'node:child_process'
import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {childrenSeconds} from './children-time.ts'
import {type FileTime, overBudget} from './test-times.ts'

/** Seconds of processor time of a bare start on the machine of the budgets. */
const BARE_SECONDS = 0.045
const STARTS = 20

const slowness = Math.max(1, bareSeconds() / BARE_SECONDS)
const folder = mkdtempSync(join(tmpdir(), 'assay-test-times-'))
const times = join(folder, 'times.json')
const env = {...process.env, ASSAY_TEST_TIMES: '1', ASSAY_TEST_TIMES_TO: times}
const {status} = spawnSync(process.execPath, ['bin/dev/test.ts', ...process.argv.slice(2)], {stdio: 'inherit', env})
const taken: FileTime[] = JSON.parse(readFileSync(times, 'utf8'))
rmSync(folder, {recursive: true})
const fair = taken.map((one) => ({...one, processorMs: one.processorMs && one.processorMs / slowness}))
const over = overBudget(fair, JSON.parse(readFileSync('test/budgets.json', 'utf8')))
for (const line of over) console.log(line)
console.log(
  `${taken.length - over.length} of ${taken.length} files keep their budget of processor time; this machine is ${slowness.toFixed(2)} times as slow as theirs`,
)
process.exitCode = status === 0 && over.length === 0 ? 0 : 1

/** 0 where the system does not tell: then nothing is granted. */
function bareSeconds(): number {
  const before = childrenSeconds() ?? Number.NaN
  for (let start = 0; start < STARTS; start++) spawnSync(process.execPath, ['-e', '0'])
  const taken = ((childrenSeconds() ?? Number.NaN) - before) / STARTS
  return Number.isNaN(taken) ? 0 : taken
}
