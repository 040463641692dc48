// Measures how soon each drill of the build notices and is over, whether every signal was seen both false and true, and whether a secret got out.
// Usage: npm run build && npm run measure:drills [-- --runs 20 --tag T --sham --keep FILE --write] [drill...]. Exits 1 when a drill does not come to
// what it should, an objective is missed, a signal always says the same, or a secret is found. --keep adds to what earlier calls kept; --write tells
// all of it in docs/figures.md.
import {spawnSync} from 'node:child_process'
import {appendFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {loadavg, tmpdir} from 'node:os'
import {basename, dirname, join, resolve} from 'node:path'
import type {Drill, DrillRecord} from '#contract/generated/types'
import {type DrillLine, drillFaults, drillFigures, type KeptLine, withFigures} from './drill-figures.ts'
import {plantedCanaries, searchLeaks} from './drill-leaks.ts'
import {readWords} from './read-words.ts'

const FIGURES = resolve('docs/figures.md')
const {values, positionals} = readWords({
  allowPositionals: true,
  options: {
    runs: {type: 'string', default: '20'},
    tag: {type: 'string'},
    sham: {type: 'boolean', default: false},
    keep: {type: 'string'},
    write: {type: 'boolean', default: false},
  },
})
const kept: KeptLine[] = values.keep !== undefined && existsSync(values.keep) ? linesIn(values.keep) : []
const folder = mkdtempSync(join(tmpdir(), 'assay-measure-'))

try {
  for (let count = 0; count < Number(values.runs); count++) conduct(mkdtempSync(join(folder, 'run-')))
} finally {
  rmSync(folder, {recursive: true})
}
const figures = drillFigures(kept)
console.log(figures)
if (values.write) writeFileSync(FIGURES, withFigures(readFileSync(FIGURES, 'utf8'), figures))
for (const fault of drillFaults(kept)) {
  console.log(fault)
  process.exitCode = 1
}

function conduct(workspace: string): void {
  const chosen = values.tag !== undefined ? ['--tag', values.tag] : positionals.length > 0 ? positionals : ['--all']
  const place = ['--format', 'json', '--bundle', '--workspace-dir', workspace]
  const argv = [resolve('bin/assay.js'), 'drills', ...chosen, ...(values.sham ? ['--sham'] : []), '--quiet', ...place]
  const canaries = plantedCanaries()
  const begun = performance.now()
  const {stdout, stderr} = spawnSync(process.execPath, argv, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: {...process.env, ...canaries.env, ASSAY_FROM: 'dist'},
  })
  const seconds = (performance.now() - begun) / 1000
  const load = loadavg()[0] ?? 0
  const {files, hits} = searchLeaks(workspace, [stdout, stderr], canaries)
  for (const hit of hits) console.log(`LEAK in ${hit}`)
  if (positionals.length === 0) keep({kind: 'set', tag: values.tag ?? 'all', sham: values.sham, seconds, load})
  keep({kind: 'search', files, hits: hits.length})
  for (const path of globSync(join(workspace, 'runs/*/results/drills/*.json'))) {
    const record: DrillRecord = JSON.parse(readFileSync(path, 'utf8'))
    keep(lineOf(record, path, load))
  }
}

function keep(line: KeptLine): void {
  kept.push(line)
  if (values.keep !== undefined) appendFileSync(values.keep, `${JSON.stringify(line)}\n`)
}

function lineOf(record: DrillRecord, path: string, load: number): DrillLine {
  const {id, number, version, verdict, reasons, sham, detect, recover, duration_s, detail} = record
  const signals = signalsOf(join(dirname(path), '../../logs/drills', `${basename(path, '.json')}.ndjson`))
  const own = {id, number, version, verdict, reasons, sham, detect, recover, duration_s, detail}
  return {kind: 'drill', ...own, load: record.load?.average ?? load, signals}
}

/** What each signal that the drill itself names was seen to say; what it said after the response was no longer asked of it. */
function signalsOf(path: string): Record<string, string[]> {
  if (!existsSync(path)) return {}
  const id = basename(path, '.ndjson')
  const drill: Drill = JSON.parse(readFileSync(join(dirname(path), '../../inputs/drills', `${id}.json`), 'utf8'))
  const all = [drill.expect, ...(drill.rounds ?? []).flatMap((round) => round.expect ?? [])]
  const names = new Set(all.flatMap(({signals}) => signals.map((one) => one.id)))
  const seen: Record<string, string[]> = {}
  for (const {probe, phase, truth} of linesIn<{probe: string; phase: string; truth: string}>(path)) {
    if (!names.has(probe) || (phase !== 'inject' && phase !== 'detect')) continue
    seen[probe] = [...new Set([...(seen[probe] ?? []), truth])]
  }
  return seen
}

function linesIn<Line = KeptLine>(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
