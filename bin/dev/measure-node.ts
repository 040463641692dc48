// Measures the hosting node beside the least that could do the same.
// Usage: npm run measure:node -- api checks git limit start memory [--rounds N]. Exits 1 when a goal is missed.
import {measureApi} from '../../test/support/measure/node-api.ts'
import {measureChecks} from '../../test/support/measure/node-checks.ts'
import {measureGit} from '../../test/support/measure/node-git.ts'
import {measureLimit} from '../../test/support/measure/node-limit.ts'
import {measureMemory, measureStart} from '../../test/support/measure/node-start.ts'
import {readWords} from './read-words.ts'

const {values, positionals} = readWords({allowPositionals: true, options: {rounds: {type: 'string', default: '9'}}})
const MEASURES: Readonly<Record<string, (rounds: number) => Promise<boolean>>> = {
  api: measureApi,
  checks: measureChecks,
  git: measureGit,
  limit: measureLimit,
  start: measureStart,
  memory: measureMemory,
}

const unknown = positionals.find((name) => !Object.hasOwn(MEASURES, name))
if (unknown !== undefined || positionals.length === 0) {
  console.error(`name one or more of: ${Object.keys(MEASURES).join(', ')}`)
  process.exitCode = 2
} else {
  for (const name of positionals) if (!(await MEASURES[name]?.(Number(values.rounds)))) process.exitCode = 1
}
