import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {assay, assayJson} from '../support/hall-rig.ts'
import {hostEnv, writeTarget} from '../support/second-host/host-target.ts'
import {startSecondHost} from '../support/second-host/second-host.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('names of runs about nodes')
const NAMED = ['--label', 'window=night', '--note', 'before the upgrade']

it('a label and a note are kept with checks and baselines of nodes, and shown in lists and reports', async () => {
  using dir = tempDir()
  await using host = await startSecondHost()
  writeTarget(dir.path, [host], {checks: {mutate: false}})
  const options = {cwd: dir.path, env: hostEnv(host)}
  for (const words of [
    ['check', '--only', 'health.ready'],
    ['baseline', '--window', '1s'],
  ]) {
    const {document} = await assayJson(['node', ...words, '--target', 'target.json', ...NAMED], options)
    const folder = join(dir.path, document.run_path)
    const {labels, note} = JSON.parse(readFileSync(join(folder, 'run_manifest.json'), 'utf8')).provenance
    assert.equal([labels, note], [{window: 'night'}, 'before the upgrade'])
    assert.match(readFileSync(join(folder, 'reports', 'report.md'), 'utf8'), /window=night[\s\S]*before the upgrade/)
  }
  assert.is((await assayJson(['runs', 'list', '--label', 'window=night'], options)).document.entries.length, 2)
})

it('labels and notes that no run can carry are refused before a node is asked', async () => {
  using dir = tempDir()
  await using host = await startSecondHost()
  writeTarget(dir.path, [host])
  const options = {cwd: dir.path, env: hostEnv(host)}
  const {polls} = host.state
  for (const words of [['check'], ['baseline'], ['upgrade', '--to', '1.0.1'], ['rollback', '--apply']]) {
    const wrong = ['--label', 'a', '--label', 'B=c', '--note', 'n'.repeat(1001)]
    const {code, err} = await assay(['node', ...words, '--target', 'target.json', ...wrong], options)
    assert.is(code, 2, words.join(' '))
    assert.match(err, /label\/1: must be KEY=VALUE[\s\S]*label\/2: its key must be/)
    const long = await assay(['node', ...words, '--target', 'target.json', '--note', 'n'.repeat(1001)], options)
    assert.is(long.code, 2, words.join(' '))
    assert.match(long.err, /at most 1000 characters/)
  }
  assert.is(host.state.polls, polls)
})

it.run()
