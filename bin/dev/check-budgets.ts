// Runs the tests and holds each file to its budget of processor time: test/budgets.json. What else the machine does counts little, but it counts:
// so no test depends on it. Usage: check-budgets.ts [part of a path...]
import {spawnSync} from 'node:child_process'
import {mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {type FileTime, overBudget} from './test-times.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-test-times-'))
const times = join(folder, 'times.json')
const env = {...process.env, ASSAY_TEST_TIMES: '1', ASSAY_TEST_TIMES_TO: times}
const {status} = spawnSync(process.execPath, ['bin/dev/test.ts', ...process.argv.slice(2)], {stdio: 'inherit', env})
const taken: FileTime[] = JSON.parse(readFileSync(times, 'utf8'))
rmSync(folder, {recursive: true})
const over = overBudget(taken, JSON.parse(readFileSync('test/budgets.json', 'utf8')))
for (const line of over) console.log(line)
console.log(`${taken.length - over.length} of ${taken.length} files keep their budget of processor time`)
process.exitCode = status === 0 && over.length === 0 ? 0 : 1
