import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {assay, assayJson} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('what keeps a provider from being measured')
const env = {PATH: process.env['PATH'] ?? ''}
/** Reads `actions`, which no answer of the built-in provider has. */
const TRANSLATOR = {
  schema_version: 1,
  name: 'elsewhere',
  observe: {observation: {from: ['observation', 'goal'], shape: [4]}},
  time: {path: 'actions', axis: 0},
  emit: [{kind: 'control', parameters: {u: {path: 'actions', slice: ['$t', [0, 2]]}}}],
}

for (const operations of [['policy'], ['predict', 'policy'], ['policy', 'predict']])
  it(`a translator that reads no answer leaves open what follows, keeps what was measured, and verifies: ${operations}`, async () => {
    using dir = tempDir()
    writeFileSync(join(dir.path, 'translator.json'), JSON.stringify(TRANSLATOR))
    const asked = ['benchmark', '--provider', 'mock', '--iterations', '20', '--translator', 'translator.json']
    const named = operations.flatMap((operation) => ['--operation', operation])
    const {code, document} = await assayJson([...asked, ...named], {cwd: dir.path, env})
    assert.is(code, 4)
    const before = operations.slice(0, operations.indexOf('policy'))
    assert.equal(
      document.rows.map((row: {operation: string}) => row.operation),
      before,
    )
    assert.ok(document.verdict.rules.some(({id}: {id: string}) => id === 'translator:mock'))
    const verified = await assay(['runs', 'verify', document.run_id], {cwd: dir.path, env})
    assert.is(verified.code, 0, verified.out)
  })

it.run()
