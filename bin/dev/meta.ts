// Puts our own suites on trial: runs `assay eval --suite meta` and holds what kills each wrong model against fixtures/meta/kill-matrix.json.
// Prints each number, and the mutants that cost something and that no gate failed. Exit 1 when the gates fail, or when a suite no longer kills what it
// killed. Usage: meta.ts [--size quick|standard|full] [--write]
import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join, resolve} from 'node:path'
import {evalEpisode} from '#contract/generated/eval-episode'
import type {EvalEpisode, EvalRow} from '#contract/generated/types'
import {parse} from '#contract/parse'
import {childrenSeconds, toldProcessorTime} from './children-time.ts'

const MATRIX = 'fixtures/meta/kill-matrix.json'

/** Which suites fail a harmful model, or show a visible one, by environment and model. */
type Matrix = Record<string, Record<string, {readonly label: string; readonly suites: readonly string[]}>>

const {argv} = process
const size = argv.includes('--size') ? (argv[argv.indexOf('--size') + 1] ?? '') : 'quick'
const workspace = mkdtempSync(join(tmpdir(), 'assay-meta-'))
const [began, before] = [performance.now(), childrenSeconds()]
const {status} = spawnSync(process.execPath, [resolve('bin/assay.js'), 'eval', '--suite', 'meta', '--size', size], {
  cwd: workspace,
  stdio: 'inherit',
})
const results = resultsIn(workspace)
const episodes = episodesOf(results)
const {rows} = JSON.parse(readFileSync(join(results, 'result.json'), 'utf8')) as {rows: EvalRow[]}
rmSync(workspace, {recursive: true, force: true})
const matrix = matrixOf(episodes)
console.log(
  `\n${episodes.length} trials in ${((performance.now() - began) / 1000).toFixed(0)} s${toldProcessorTime(before)}`,
)
for (const {metric, estimate, ci, n} of rows)
  console.log(`  ${metric.padEnd(18)} ${estimate}${ci ? `, ${ci.low} to ${ci.high}` : ''}, of ${n}`)
for (const {env, case: mutant = '', stratum, success, reason = ''} of episodes)
  if (stratum === 'mutant' && !success) console.log(`  missed: ${mutant} in ${env}: ${reason}`)
for (const [env, models] of Object.entries(matrix)) {
  console.log(`\n${env}`)
  for (const [model, {label, suites}] of Object.entries(models))
    console.log(`  ${model.padEnd(18)} ${label.padEnd(8)} ${suites.join(', ') || 'NOTHING'}`)
}
if (argv.includes('--write')) {
  mkdirSync(dirname(MATRIX), {recursive: true})
  writeFileSync(MATRIX, `${JSON.stringify({schema_version: 1, size, matrix}, undefined, 2)}\n`)
} else if (size === 'quick') {
  const lost = lostOf((JSON.parse(readFileSync(MATRIX, 'utf8')) as {matrix: Matrix}).matrix, matrix)
  for (const line of lost) console.log(`lost: ${line}`)
  if (lost.length > 0) process.exitCode = 1
}
if (status !== 0) process.exitCode = 1

function resultsIn(folder: string): string {
  const [run = ''] = readdirSync(join(folder, 'runs')).filter((name) => !name.startsWith('.'))
  return join(folder, 'runs', run, 'results')
}

function episodesOf(folder: string): EvalEpisode[] {
  return readFileSync(join(folder, 'episodes.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => parse(evalEpisode, JSON.parse(line)))
}

function matrixOf(all: readonly EvalEpisode[]): Matrix {
  const made: Matrix = {}
  for (const {env, stratum: label, case: model = '', values = {}} of all) {
    if (label !== 'harmful' && label !== 'visible') continue
    made[env] ??= {}
    made[env][model] = {label, suites: Object.keys(values).sort()}
  }
  return made
}

/** What an earlier matrix has and this one lacks. */
function lostOf(before: Matrix, now: Matrix): string[] {
  return Object.entries(before).flatMap(([env, models]) =>
    Object.entries(models).flatMap(([model, {suites}]) =>
      suites
        .filter((suite) => !now[env]?.[model]?.suites.includes(suite))
        .map((suite) => `${suite} on ${model} in ${env}`),
    ),
  )
}
