// Runs the reliability campaigns and keeps the evidence of each as a run of its own.
// Usage: torture.ts [--list] [--depth sample|full] [--seed N] [--run-workspace DIR] [goal or name...]
import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join, resolve} from 'node:path'
import {allCampaigns, type Campaign, chooseCampaigns, loadCampaign} from '../../test/support/campaign/catalogue.ts'
import {recordCampaign} from '../../test/support/campaign/record-campaign.ts'
import {readWords} from './read-words.ts'

const SHOWN_FAILURES = 20
const {values: flags, positionals} = readWords({
  allowPositionals: true,
  options: {
    list: {type: 'boolean', default: false},
    depth: {type: 'string', default: 'full'},
    seed: {type: 'string', default: String(Date.now() % 1_000_000)},
    'run-workspace': {type: 'string'},
  },
})

const interruption = new AbortController()
process.once('SIGINT', () => interruption.abort('SIGINT'))

if (flags.list) list()
else {
  try {
    await torture()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}

function list(): void {
  for (const {goal, name, isThere} of allCampaigns())
    console.log(`${goal.padEnd(3)} ${name}${isThere ? '' : ' (not there)'}`)
}

async function torture(): Promise<void> {
  const depth = flags.depth === 'sample' ? 'sample' : flags.depth === 'full' ? 'full' : undefined
  const seed = Number(flags.seed)
  if (depth === undefined || !Number.isSafeInteger(seed)) throw new Error('usage: --depth sample|full --seed N')
  const given = flags['run-workspace']
  const workspace = given === undefined ? mkdtempSync(join(tmpdir(), 'assay-torture-')) : resolve(given)
  let isGood = true
  for (const campaign of chooseCampaigns(positionals)) {
    isGood = (await runOne(campaign, workspace, {depth, seed})) && isGood
  }
  if (isGood && given === undefined) rmSync(workspace, {recursive: true})
  else console.log(`evidence in ${workspace}`)
  process.exitCode = isGood ? 0 : 1
}

async function runOne(
  {name, goal, isThere}: Campaign,
  workspace: string,
  size: {depth: 'sample' | 'full'; seed: number},
): Promise<boolean> {
  const shown = `${goal} ${name}`.trim()
  if (!isThere) {
    console.log(`${shown}: skipped, test/support/campaigns/${name}.ts is not there`)
    return true
  }
  const began = performance.now()
  try {
    const run = await loadCampaign(name)
    const {result, state, bundle, doubt} = await recordCampaign(workspace, {name, goal, run}, size, interruption.signal)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const counts = `${result.checks} checks, ${result.failures.length} failures, ${seconds} s, seed ${size.seed}`
    console.log(
      `${shown}: ${state}, ${counts}; ${bundle} ${doubt === undefined ? 'verifies' : `does not verify: ${doubt}`}`,
    )
    for (const note of result.notes) console.log(`  ${note}`)
    for (const failure of result.failures.slice(0, SHOWN_FAILURES)) console.log(`  FAILED ${failure}`)
    return state !== 'fail' && doubt === undefined
  } catch (error) {
    console.log(`${shown}: did not end: ${error instanceof Error ? error.stack : error}`)
    return false
  }
}
