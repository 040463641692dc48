// Compares identical code again and again and counts what `runs compare` says: any `regressed`, `improved` or `incomparable` is a false alarm.
// Evaluations of the same model and seed, and benchmarks of five fresh processes a side, each compared with the one before. After every other benchmark comes
// one of a provider that works a tenth longer, compared with it: `regressed` is right there. The end is 1 when more than 5 % of the
// comparisons of identical code raise a false alarm, or fewer than 95 % of the slower ones are found.
// With --http MS the provider is a server on loopback that answers after so long, and one that takes a tenth more.
// Usage: measure-compare.ts [comparisons] [--slower N] [--calls N] [--repeats N] [--http MS]
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {loadavg, tmpdir} from 'node:os'
import {join} from 'node:path'
import {execa} from 'execa'
import type {ComparisonStatus, RunsCompareResult} from '#contract/generated/types'
import {wilson} from '#stats/share-interval'
import {readWords} from './read-words.ts'
import {startSlowServer} from './slow-server.ts'

const MOST_FALSE_SHARE = 0.05
const LEAST_FOUND_SHARE = 0.95
const SLOWER = 1.1
const ROOT = join(import.meta.dirname, '..', '..')
const ALARMS: readonly ComparisonStatus[] = ['regressed', 'improved', 'incomparable']

const {values, positionals} = readWords({
  allowPositionals: true,
  options: {
    slower: {type: 'string'},
    calls: {type: 'string', default: '200'},
    repeats: {type: 'string', default: '5'},
    http: {type: 'string'},
  },
})
const comparisons = Number(positionals[0] ?? 100)
const slower = Number(values.slower ?? comparisons)
const evaluations = Math.round(comparisons / 10)
const folder = mkdtempSync(join(tmpdir(), 'assay-compare-'))
const EVALUATION = ['eval', '--suite', 'closed-loop', '--env', 'two-room', '--planner', 'quick']
const METRONOME = join(ROOT, 'test', 'support', 'measure', 'metronome.ts')
using servers = new DisposableStack()
const benchmarkOf = values.http === undefined ? askModule : await askServers(Number(values.http))

function askModule(): string[] {
  return ['benchmark', '--provider-module', METRONOME, '--operation', 'score']
}

/** How to ask the server that takes this share of the time. */
async function askServers(answerMs: number): Promise<(share: number) => string[]> {
  for (const share of [1, SLOWER]) {
    const {url} = servers.use(await startSlowServer(answerMs * share))
    const provider = {name: 'served', transport: 'http', capabilities: ['score'], base_url: url}
    writeFileSync(join(folder, `${share}.json`), JSON.stringify({schema_version: 1, providers: [provider]}))
  }
  return (share) => ['benchmark', '--providers', `${share}.json`, '--operation', 'score', '--allow-loopback']
}

async function assay(argv: readonly string[], share = 1) {
  const {stdout} = await execa(process.execPath, [join(ROOT, 'bin', 'assay.js'), ...argv, '--format', 'json'], {
    cwd: folder,
    env: {METRONOME_SHARE: String(share)},
    reject: false,
  })
  return JSON.parse(stdout)
}

const benchmark = (share = 1): Promise<string> =>
  assay([...benchmarkOf(share), '--iterations', values.calls, '--repeats', values.repeats], share).then(
    ({run_id}) => run_id,
  )

/** What was said of the primary numbers of two runs, counted under `kind`. */
async function statusesOf(kind: string, base: string, candidate: string): Promise<ComparisonStatus[]> {
  const result: RunsCompareResult = await assay(['runs', 'compare', base, candidate])
  const rows = result.comparisons.flatMap((comparison) => comparison.rows.filter(({primary}) => primary))
  for (const {metric, status} of rows) {
    const name = `${kind} ${metric} ${status}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return rows.map(({status}) => status)
}

const counts = new Map<string, number>()
const tally = {same: 0, falseAlarms: 0, slower: 0, found: 0}

async function compareSame(before: string, now: string): Promise<void> {
  tally.same++
  if ((await statusesOf('identical', before, now)).some((status) => ALARMS.includes(status))) tally.falseAlarms++
}

async function compareSlower(base: string): Promise<void> {
  tally.slower++
  if ((await statusesOf('slower', base, await benchmark(SLOWER))).includes('regressed')) tally.found++
}

try {
  let before: string = (await assay(EVALUATION)).run_id
  for (let at = 0; at < evaluations; at++) {
    const now: string = (await assay(EVALUATION)).run_id
    await compareSame(before, now)
    before = now
  }
  before = await benchmark()
  for (let at = 0; at < Math.max(comparisons - evaluations, slower); at++) {
    if (at < slower) await compareSlower(before)
    if (at >= comparisons - evaluations) continue
    const now = await benchmark()
    await compareSame(before, now)
    before = now
  }
} finally {
  rmSync(folder, {recursive: true, force: true})
}
for (const [name, times] of [...counts].sort()) console.log(`${name}: ${times}`)
console.log(`identical code: ${shareText(tally.falseAlarms, tally.same)} false alarms (at most 5 %)`)
console.log(`a tenth slower: ${shareText(tally.found, tally.slower)} found (at least 95 %)`)
console.log(`load average at the end: ${loadavg()[0]?.toFixed(1)}`)
const isFalse = tally.falseAlarms > MOST_FALSE_SHARE * tally.same
const isMissed = tally.found < LEAST_FOUND_SHARE * tally.slower
if (isFalse || isMissed) process.exitCode = 1

function shareText(count: number, of: number): string {
  const share = wilson(count, of)
  const percent = (value: number) => `${(100 * value).toFixed(0)} %`
  return `${count} of ${of}${share ? ` (${percent(share.low)} to ${percent(share.high)})` : ''}`
}
