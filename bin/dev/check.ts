// Everything that must hold before a change is done, cheapest first; the first failure stops.
// `--before-tests` leaves the tests and their coverage to whoever calls, as continuous integration does with `npm test`.
import {spawnSync} from 'node:child_process'
import {rmSync} from 'node:fs'
import {resolve} from 'node:path'

const STEPS: readonly (readonly [string, readonly string[]])[] = [
  ['format and lint', ['npx', 'biome', 'check', '--error-on-warnings']],
  ['types', ['npx', 'tsc', '--noEmit']],
  ['unused files, exports and packages', ['npx', 'knip']],
  ['generated files and lock', ['node', 'bin/dev/test.ts', 'test/contract/generated', 'test/contract/lock']],
  ['build', ['node', 'bin/dev/build.ts']],
]
const TESTS: typeof STEPS = [
  ['tests', ['node', 'bin/dev/test.ts']],
  ['coverage', ['node', 'bin/dev/cover.ts', '--gates']],
]
const steps = process.argv.includes('--before-tests') ? STEPS : [...STEPS, ...TESTS]
// Of earlier tests, which may be others.
rmSync('coverage', {recursive: true, force: true})
const whole = {...process.env, ASSAY_TEST_COVERAGE: resolve('coverage/tmp')}

for (const [name, [program = '', ...args]] of steps) {
  console.log(`\n== ${name}`)
  const {status} = spawnSync(program, args, {stdio: 'inherit', env: name === 'tests' ? whole : process.env})
  if (status === 0) continue
  console.log(`\n${name}: failed`)
  process.exitCode = 1
  break
}
