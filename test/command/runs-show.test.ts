import {readdirSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {assay} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('runs show command')
const LIMIT_MS = 60_000

it(
  'an id that is not there is answered with what helps',
  async () => {
    using dir = tempDir()
    const show = async (id: string) => (await assay(['runs', 'show', id], {cwd: dir.path})).err
    assert.match(await show('20200101T000000000Z-aaaaaa'), 'The workspace holds no runs; check --workspace-dir.')
    await assay(['benchmark', '--operation', 'health', '--iterations', '1', '--warmup', '0'], {cwd: dir.path})
    const [run = ''] = readdirSync(join(dir.path, 'runs')).filter((name) => !name.startsWith('.'))
    assert.match(await show('20200101T000000000Z-aaaaaa'), 'Run assay runs list for the ids.')
    assert.match(await show(`${run.slice(0, -1)}${run.endsWith('z') ? 'y' : 'z'}`), `The nearest ids are ${run}.`)
  },
  LIMIT_MS,
)
it.run()
