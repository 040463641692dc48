// Coverage by the tests that run in process, with two gates. They only go up.
// `--gates` leaves the tests to whoever ran them with ASSAY_TEST_COVERAGE, as continuous integration does: no test runs twice.
import {spawnSync} from 'node:child_process'
import {globSync, readFileSync, rmSync} from 'node:fs'
import {relative, resolve} from 'node:path'
import {COVERED} from './covered.ts'

const FOUNDATIONS = 'error redact digest path net random stats process contract report gate trace evidence'.split(' ')
/** Nothing but types counts as 0 %: such files are left out. */
const TYPES_ONLY = globSync('src/**/*.ts').filter(
  (file) => !/^(export )?(async )?(const|function|class|abstract class|let)\b/m.test(readFileSync(file, 'utf8')),
)
const EXCLUDED = ['src/contract/generated/**', ...TYPES_ONLY]
const FOLDER = resolve('coverage')

type Measure = 'lines' | 'branches'
type Counts = Record<Measure, {readonly total: number; readonly covered: number}>

const GATES: readonly ({readonly include: readonly string[]} & Record<Measure, number>)[] = [
  {lines: 95, branches: 90, include: ['src/**']},
  {lines: 97, branches: 93, include: FOUNDATIONS.map((room) => `src/${room}/**`)},
]
if (!process.argv.includes('--gates')) {
  rmSync(FOLDER, {recursive: true, force: true})
  const env = {...process.env, ASSAY_TEST_COVERAGE: `${FOLDER}/tmp`}
  run(process.execPath, ['bin/dev/test.ts', ...COVERED], env)
}
const reporters = ['text-summary', 'lcov', 'json-summary'].map((name) => `--reporter=${name}`)
const scope = ['--include=src/**', ...EXCLUDED.map((glob) => `--exclude=${glob}`)]
run('npx', ['c8', 'report', '--all', `--temp-directory=${FOLDER}/tmp`, ...reporters, ...scope])
const counts = readCounts()
for (const gate of GATES) check(gate)

/** Counts by file, relative to the project. */
function readCounts(): ReadonlyMap<string, Counts> {
  const {total: _, ...files} = JSON.parse(readFileSync(`${FOLDER}/coverage-summary.json`, 'utf8'))
  return new Map(Object.entries(files).map(([file, found]) => [relative('.', file), found as Counts]))
}

function check({include, ...least}: (typeof GATES)[number]): void {
  const files = globSync([...include]).filter((file) => counts.has(file))
  // A gate over nothing passes.
  if (files.length < include.length) throw new Error(`only ${files.length} files match ${include.join(' ')}`)
  for (const [measure, percent] of Object.entries(least) as [Measure, number][]) {
    const sum = (part: 'total' | 'covered') =>
      files.reduce((all, file) => all + (counts.get(file)?.[measure][part] ?? 0), 0)
    const reached = (100 * sum('covered')) / sum('total')
    if (reached >= percent) continue
    console.log(`${measure} of ${include.join(' ')}: ${reached.toFixed(2)} % are covered, ${percent} % must be`)
    process.exitCode = 1
  }
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  const {status} = spawnSync(program, args, {stdio: 'inherit', env})
  if (status !== 0) process.exitCode = 1
}
