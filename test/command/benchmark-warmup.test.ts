import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {recountRow} from '#audit/recorded-row'
import type {BenchmarkSample} from '#contract/generated/types'
import {assay, assayJson, ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('warm-up of benchmarks')
const env = {PATH: process.env['PATH'] ?? ''}

/** A program whose first eight answers are errors. */
function coldProgram() {
  const dir = tempDir()
  const program = readFileSync(join(ROOT, 'docs/examples/provider.mjs'), 'utf8')
  const cold = program.replace(
    'return {scores, lower',
    "if (++asked <= 8) throw new Error('cold'); return {scores, lower",
  )
  writeFileSync(join(dir.path, 'cold.mjs'), `let asked = 0\n${cold}`)
  const definition = {name: 'cold', transport: 'stdio', capabilities: ['score']}
  const command = [process.execPath, '{dir}/cold.mjs']
  writeFileSync(
    join(dir.path, 'providers.json'),
    JSON.stringify({schema_version: 1, providers: [{...definition, command}]}),
  )
  return dir
}

it('failures of the warm-up are told in the row, its marks, the verdict and the report, and decide nothing', async () => {
  using dir = coldProgram()
  const asked = ['benchmark', '--provider', 'cold', '--operation', 'score', '--iterations', '20', '--warmup', '40']
  const gate = ['--threshold', 'error_count<=0', '--providers', 'providers.json']
  const {code, document} = await assayJson([...asked, ...gate], {cwd: dir.path, env})
  assert.is(code, 0)
  const [row] = document.rows
  assert.equal([row.error_count, row.warmup_count], [0, 40])
  assert.equal(Object.values(row.warmup_errors), [8])
  assert.ok(row.marks.includes('warmup_failed'))
  const [told] = document.verdict.caveats.filter((text: string) => text.startsWith('warmup_failed: '))
  assert.match(told, /8 of 40 warm-up calls of cold score failed.*8 times.*at first: /)
  assert.match(readFileSync(join(dir.path, document.run_path, 'reports/report.md'), 'utf8'), '8 of 40 warm-up calls')
  assert.is((await assay(['runs', 'verify', document.run_id], {cwd: dir.path, env})).code, 0)

  const read = (path: string) => readFileSync(join(dir.path, document.run_path, path), 'utf8')
  const samples = read('results/samples.ndjson')
    .trim()
    .split('\n')
    .map((line): BenchmarkSample => JSON.parse(line))
  assert.equal(recountRow(row, samples, null).executed.row.warmup_errors, row.warmup_errors)
  const {warmup_errors: _, ...earlier} = row
  assert.is('warmup_errors' in recountRow(earlier, samples, null).executed.row, false)
})

it('a warm-up without a failure says so, and leaves no remark', async () => {
  using dir = tempDir()
  const asked = ['benchmark', '--provider', 'mock', '--operation', 'score', '--iterations', '5', '--warmup', '5']
  const {document} = await assayJson(asked, {cwd: dir.path, env})
  assert.equal(document.rows[0].warmup_errors, {})
  assert.not.ok(document.rows[0].marks.includes('warmup_failed'))
  assert.not.match(JSON.stringify(document.verdict.caveats), 'warmup_failed')
})

it('nothing is said of a warm-up that was not asked for', async () => {
  using dir = tempDir()
  const asked = ['benchmark', '--provider', 'mock', '--operation', 'score', '--iterations', '5', '--warmup', '0']
  const {document} = await assayJson(asked, {cwd: dir.path, env})
  assert.not.ok(document.rows[0].marks.includes('not_settled'))
})

it.run()
