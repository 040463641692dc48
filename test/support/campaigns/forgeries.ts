import {cpSync} from 'node:fs'
import {join} from 'node:path'
import type {RunId} from '#contract/ids'
import {AssayError} from '#error/assay-error'
import {publishRun} from '#evidence/publish/bundle-run'
import {checkRun} from '#evidence/verify/verify-run'
import {findRuns} from '#run/find-runs'
import {asRunId} from '#run/layout'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {ForgedRun} from '../forge/forged-run.ts'
import {type Forgery, removals, stories, walks} from '../forge/forgeries.ts'
import {runRig} from '../run-rig.ts'
import {seeded} from '../seeded.ts'
import {tempDir} from '../temp-dir.ts'
import {type Workshop, workshop} from '../workshop.ts'

const SAMPLE = 2

/** Runs that failed, one of each kind. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  eval: ['eval', '--suite', 'invariants', '--provider', 'mock', '--env', 'two-room', '--n', '20'],
  benchmark: [
    'benchmark',
    '--provider',
    'mock',
    '--operation',
    'predict',
    '--iterations',
    '25',
    '--budget-file',
    'budget.json',
  ],
  job: ['run', 'job.json'],
}
const BUDGET = [{provider: 'mock', max_average_latency_ms: 1e-9, max_error_count: 0}]
const JOB = {
  schema_version: 1,
  name: 'forged',
  steps: [
    {id: 'physics', use: 'eval', with: {suite: 'invariants', providers: ['mock'], env: 'two-room', n: 20}},
    {id: 'latency', use: 'benchmark', with: {providers: ['mock'], operations: ['predict'], iterations: 25}},
    {id: 'after', use: 'doctor', needs: ['physics'], with: {registered_only: true}},
  ],
}

/**
 * Turns failed runs into passed ones as somebody would who knows every format, all digests and chains made right, and then changes each value
 * that a verdict hangs on by itself. `runs verify` and `runs bundle` must refuse every one, and `runs list` those that it can see.
 */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const pick = seeded(seed)
  const failures: string[] = []
  const notes: string[] = []
  let checks = 0
  for (const [kind, argv] of Object.entries(RUNS)) {
    using shop = workshop()
    const id = await failedRun(shop, argv)
    const {verify, why} = await refusals(shop.root, id)
    if (verify) failures.push(`${kind}: the run is refused before anything was forged: ${why}`)
    const run = new ForgedRun(shop.root, id)
    const sets = {stories: stories(), values: walks(run), removals: removals(run)}
    for (const [name, all] of Object.entries(sets)) {
      const some = depth === 'full' ? all : chosen(all, SAMPLE, pick)
      for (const forgery of some) {
        const seen = await judged(shop.root, id, forgery)
        checks += seen.checks
        failures.push(...seen.missed.map((what) => `${kind}: ${forgery.name}, ledger ${forgery.trick}: ${what}`))
      }
      notes.push(`${kind}: ${some.length} ${name}`)
    }
  }
  return {name: 'forgeries', checks, failures, notes}
}

async function failedRun(shop: Workshop, argv: readonly string[]): Promise<RunId> {
  shop.put('budget.json', JSON.stringify(BUDGET))
  shop.put('job.json', JSON.stringify(JOB))
  await shop.run()
  return asRunId((await shop.ask(argv)).document.run_id)
}

/** Who is taken in by a forgery. A list knows nothing but manifest and ledger. */
async function judged(workspace: string, id: RunId, {forge, trick}: Forgery) {
  using copy = tempDir()
  cpSync(join(workspace, 'runs'), join(copy.path, 'runs'), {recursive: true})
  const forged = new ForgedRun(copy.path, id)
  forge(forged)
  forged.seal(trick)
  const seen = await refusals(copy.path, id)
  const missed = [
    ...(seen.verify ? [] : ['verify says good']),
    ...(seen.bundle ? [] : ['it is bundled']),
    ...(seen.list || trick === 'rewritten' ? [] : ['it is listed as a run']),
  ]
  return {checks: trick === 'rewritten' ? 2 : 3, missed}
}

function chosen<Item>(items: readonly Item[], most: number, pick: (count: number) => number): Item[] {
  const left = [...items]
  const taken: Item[] = []
  while (taken.length < most && left.length > 0) taken.push(...left.splice(pick(left.length), 1))
  return taken
}

/** Who refuses the run. */
async function refusals(workspace: string, runId: RunId) {
  using rig = runRig()
  const {ports} = rig
  const signal = new AbortController().signal
  const refused = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return false
    } catch (error) {
      if (error instanceof AssayError && error.exit === 'failed') return true
      throw error
    }
  }
  const listing = findRuns({workspace, shown: '.', filters: {}, strict: true}, ports)
  let why = ''
  const verify = await refused(async () => {
    const {exit, findings} = await checkRun({workspace, runId, requireSignature: false}, ports)
    why = JSON.stringify(findings.slice(0, 3))
    if (exit.code !== 0) throw new AssayError('evidence_untrue', exit.reason)
  })
  const bundle = await refused(() =>
    publishRun({workspace, runId, redact: false, strict: false, replace: false}, ports, signal),
  )
  return {verify, bundle, list: listing.exit.code !== 0 && listing.entries.every(({run_id}) => run_id !== runId), why}
}
