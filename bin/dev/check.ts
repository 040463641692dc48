// Everything that must hold before a change is done, cheapest first; the first failure stops.
// `--before-tests` leaves the last step to whoever calls, as continuous integration does with `npm test`.
import {spawnSync} from 'node:child_process'

const STEPS: readonly (readonly [string, readonly string[]])[] = [
  ['format and lint', ['npx', 'biome', 'check', '--error-on-warnings']],
  ['types', ['npx', 'tsc', '--noEmit']],
  ['unused files, exports and packages', ['npx', 'knip']],
  ['generated files and lock', ['node', 'bin/dev/test.ts', 'test/contract/generated', 'test/contract/lock']],
  ['build', ['node', 'bin/dev/build.ts']],
  ['coverage', ['node', 'bin/dev/cover.ts']],
  ['tests', ['node', 'bin/dev/test.ts']],
]
const steps = process.argv.includes('--before-tests') ? STEPS.slice(0, -1) : STEPS

for (const [name, [program = '', ...args]] of steps) {
  console.log(`\n== ${name}`)
  const {status} = spawnSync(program, args, {stdio: 'inherit'})
  if (status === 0) continue
  console.log(`\n${name}: failed`)
  process.exitCode = 1
  break
}
