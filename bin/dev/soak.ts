// One hosting node under every kind of load for as long as wanted; the outcome is a run with its bundle.
// Usage: npm run soak -- --for 1h [--idle] [--program FILE] [--run-workspace DIR]. Exits 1 when anybody was failed or something grows.
import {mkdtempSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {recordCampaign} from '../../test/support/campaign/record-campaign.ts'
import {soakNode} from '../../test/support/soak/soak-node.ts'
import {readWords} from './read-words.ts'

const UNITS = {s: 1_000, m: 60_000, h: 3_600_000} as const
const {values: flags} = readWords({
  options: {
    for: {type: 'string', default: '1h'},
    idle: {type: 'boolean', default: false},
    program: {type: 'string'},
    'run-workspace': {type: 'string'},
  },
})
const [, count, unit] = /^([1-9]\d*)([smh])$/.exec(flags.for) ?? []
if (count === undefined || (unit !== 's' && unit !== 'm' && unit !== 'h')) {
  console.error('--for must be a time such as 30s, 10m or 1h')
  process.exitCode = 2
} else await soak(Number(count) * UNITS[unit])

async function soak(forMs: number): Promise<void> {
  const interruption = new AbortController()
  process.once('SIGINT', () => interruption.abort('SIGINT'))
  const given = flags['run-workspace']
  const workspace = given === undefined ? mkdtempSync(join(tmpdir(), 'assay-soak-')) : resolve(given)
  const wish = {forMs, isIdle: flags.idle, ...(flags.program !== undefined && {program: resolve(flags.program)})}
  const run = () => soakNode(wish, interruption.signal)
  const size = {depth: 'full', seed: 0} as const
  const {result, state, bundle, doubt} = await recordCampaign(
    workspace,
    {name: 'soak', goal: '', run},
    size,
    interruption.signal,
  )
  for (const note of result.notes) console.log(`  ${note}`)
  for (const failure of result.failures.slice(0, 20)) console.log(`  FAILED ${failure}`)
  const isGood = state !== 'fail' && doubt === undefined
  const bundled = doubt === undefined ? 'verifies' : `does not verify: ${doubt}`
  console.log(`soak of ${flags.for}: ${state}, ${result.checks} rounds, ${result.failures.length} failures`)
  console.log(`evidence in ${workspace}; ${bundle} ${bundled}`)
  process.exitCode = isGood ? 0 : 1
}
