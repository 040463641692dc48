// Measures how soon each drill notices and is over, and whether every signal was seen both false and true. Usage:
// npm run measure:drills [-- --runs 20] [drill...]. Exits 1 when a drill does not pass, an objective is missed, or a signal always says the same.
import {spawnSync} from 'node:child_process'
import {globSync, mkdtempSync, readFileSync, rmSync} from 'node:fs'
import {loadavg, tmpdir} from 'node:os'
import {basename, dirname, join, resolve} from 'node:path'
import {parseArgs} from 'node:util'
import type {Drill, DrillRecord} from '#contract/generated/types'

const {values, positionals} = parseArgs({allowPositionals: true, options: {runs: {type: 'string', default: '20'}}})
const runs = Number(values.runs)
const folder = mkdtempSync(join(tmpdir(), 'assay-measure-'))
/** What a probe was seen to say while the fault was not there, or was there. */
const seen = new Map<string, Set<string>>()
const records = new Map<string, DrillRecord[]>()

try {
  for (let count = 0; count < runs; count++) conduct(mkdtempSync(join(folder, 'run-')))
  console.log(`${runs} runs, load ${loadavg()[0]?.toFixed(0)}; seconds, median and from least to most`)
  for (const rows of records.values()) show(rows)
  const same = [...seen].filter(([, truths]) => !(truths.has('true') && truths.has('false'))).map(([name]) => name)
  console.log(
    `${seen.size} signals, ${seen.size - same.length} seen both false and true${same.length > 0 ? `; not: ${same.join(', ')}` : ''}`,
  )
  if (same.length > 0 || seen.size === 0) process.exitCode = 1
} finally {
  rmSync(folder, {recursive: true})
}

function conduct(workspace: string): void {
  const chosen = positionals.length > 0 ? positionals : ['--all']
  const argv = [
    resolve('bin/assay.js'),
    'drills',
    ...chosen,
    '--quiet',
    '--format',
    'json',
    '--workspace-dir',
    workspace,
  ]
  const {status, stdout} = spawnSync(process.execPath, argv, {encoding: 'utf8', maxBuffer: 64 * 1024 * 1024})
  if (status !== 0) {
    console.log(`a run ended with ${status}: ${JSON.parse(stdout).exit.reason}`)
    process.exitCode = 1
  }
  for (const path of globSync(join(workspace, 'runs/*/results/drills/*.json'))) {
    const record: DrillRecord = JSON.parse(readFileSync(path, 'utf8'))
    records.set(record.id, [...(records.get(record.id) ?? []), record])
  }
  for (const path of globSync(join(workspace, 'runs/*/logs/drills/*.ndjson'))) addSignals(path)
}

/** Signals are those that the drill itself names; what they said after the response was no longer asked of them. */
function addSignals(path: string): void {
  const id = basename(path, '.ndjson')
  const drill: Drill = JSON.parse(readFileSync(join(dirname(path), '../../inputs/drills', `${id}.json`), 'utf8'))
  const all = [drill.expect, ...(drill.rounds ?? []).flatMap((round) => round.expect ?? [])]
  const signals = new Set(all.flatMap(({signals: some}) => some.map((one) => one.id)))
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const {probe, phase, truth}: {probe: string; phase: string; truth: string} = JSON.parse(line)
    if (!signals.has(probe) || (phase !== 'inject' && phase !== 'detect')) continue
    const name = `${id}/${probe}`
    seen.set(name, (seen.get(name) ?? new Set()).add(truth))
  }
}

function show(rows: readonly DrillRecord[]): void {
  const [first] = rows
  if (first === undefined) return
  const text = (what: 'detect' | 'recover') => {
    const known = rows.flatMap((row) => row[what].seconds ?? []).sort((a, b) => a - b)
    const spread = known.length === 0 ? 'not measured' : `${at(known, 0.5)} (${at(known, 0)}–${at(known, 1)})`
    return `${what} ${spread}, objective ${first[what].objective}`
  }
  const bad = rows.filter(({verdict}) => verdict !== 'pass').length
  console.log(
    `${first.number ?? ''} ${first.id}: ${text('detect')}; ${text('recover')}; ${rows.length - bad} of ${rows.length} pass`,
  )
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.round((sorted.length - 1) * share)] ?? 0).toFixed(2)
}
