// Coverage by the tests that run in process, with two gates. They only go up. End-to-end tests and campaigns kill what they start, so their
// processes would have nothing to tell.
import {spawnSync} from 'node:child_process'
import {globSync, readFileSync} from 'node:fs'

const FOUNDATIONS = 'error redact digest path net random stats process contract report gate trace evidence'.split(' ')
const COVERED = ['test/unit', 'test/command', 'test/contract']
/** Nothing but types counts as 0 %: such files are left out. */
const TYPES_ONLY = globSync('src/**/*.ts').filter(
  (file) => !/^(export )?(async )?(const|function|class|abstract class|let)\b/m.test(readFileSync(file, 'utf8')),
)
const EXCLUDED = ['src/contract/generated/**', ...TYPES_ONLY]
/** The compile cache falsifies branches. */
const env = {...process.env, NODE_DISABLE_COMPILE_CACHE: '1'}

const gates = [
  {lines: 95, branches: 90, include: ['src/**']},
  {lines: 97, branches: 93, include: FOUNDATIONS.map((room) => `src/${room}/**`)},
]
run('npx', [
  'c8',
  '--all',
  '--reporter=text-summary',
  '--reporter=lcov',
  ...scope(['src/**']),
  'node',
  'bin/dev/test.ts',
  ...COVERED,
])
for (const {lines, branches, include} of gates) {
  const count = globSync(include).filter((file) => file.endsWith('.ts')).length
  // An include that matches nothing passes.
  if (count < include.length) throw new Error(`only ${count} files match ${include.join(' ')}`)
  run('npx', ['c8', 'check-coverage', '--all', `--lines=${lines}`, `--branches=${branches}`, ...scope(include)])
}

function scope(include: readonly string[]): string[] {
  return [...include.map((glob) => `--include=${glob}`), ...EXCLUDED.map((glob) => `--exclude=${glob}`)]
}

function run(program: string, args: readonly string[]): void {
  const {status} = spawnSync(program, args, {stdio: 'inherit', env})
  if (status !== 0) process.exitCode = 1
}
