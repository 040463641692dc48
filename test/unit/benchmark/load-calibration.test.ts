import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {loadCalibration} from '#benchmark/calibration/load-calibration'
import {nodeFiles} from '#path/node-files'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('load calibration')
const [HERE, THERE] = ['0', '1'].map((digit) => `sha256:${digit.repeat(64)}`) as [string, string]

function document(fingerprint: string, aa: number, refused: string | null = null): string {
  return JSON.stringify({
    schema_version: 1,
    review_required: true,
    machine: {fingerprint, facts: {}},
    processes: 20,
    refused,
    budget: refused === null ? [{provider: 'mock', max_error_count: 0}] : null,
    limits: [],
    noise_floors: [{provider: 'mock', operation: 'score', aa, ratio: 1.3}],
  })
}

/** Looks in a workspace whose runs, oldest first, hold these files. */
async function load(...runs: readonly (string | undefined)[]) {
  using dir = tempDir()
  for (const [at, text] of runs.entries()) {
    const results = join(dir.path, 'runs', `2026112${at}T070000000Z-aaaaaa`, 'results')
    mkdirSync(results, {recursive: true})
    if (text !== undefined) writeFileSync(join(results, 'calibration.json'), text)
  }
  const found = await loadCalibration(dir.path, HERE, nodeFiles.reader)
  return found?.noise_floors[0]?.aa
}

it('takes the newest of this machine and passes over those of others', async () => {
  assert.is(await load(document(HERE, 0.1), document(HERE, 0.2), document(THERE, 0.3), undefined), 0.2)
})

it('passes over what was refused, broken or of another shape', async () => {
  assert.is(await load(document(HERE, 0.1), document(HERE, 0.2, 'errors'), '{', '{"noise_floors": 3}'), 0.1)
})

it('finds none in a workspace without runs', async () => {
  assert.is(await load(), undefined)
})

it.run()
