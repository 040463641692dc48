import {readdirSync, writeFileSync} from 'node:fs'
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
it('a word that is nearly a name of the newest run is answered by it', async () => {
  using dir = tempDir()
  const show = async (name: string) => (await assay(['runs', 'show', name], {cwd: dir.path})).err
  assert.match(await show('lastest'), 'Did you mean latest?')
  assert.match(await show('latest:evl'), 'Did you mean eval?')
})

it(
  'the command of a run can be copied as it stands',
  async () => {
    using dir = tempDir()
    await assay(['benchmark', '--operation', 'health', '--iterations', '1', '--warmup', '0', '--note', "a b's"], {
      cwd: dir.path,
    })
    const {out} = await assay(['runs', 'show', 'latest'], {cwd: dir.path})
    assert.match(out, /Command +assay benchmark --operation health --iterations 1 --warmup 0 --note 'a b'\\''s'\n/)
  },
  LIMIT_MS,
)
it(
  'a list names a provider of any name beside its verdict',
  async () => {
    using dir = tempDir()
    const names = ['model-v2', 'gr00t-n1', 'dinowm7', 'lewm-2b', 'smolvla']
    const command = [process.execPath, join(import.meta.dirname, '../../docs/examples/provider.mjs')]
    const providers = names.map((name) => ({name, transport: 'stdio', capabilities: ['score'], command}))
    writeFileSync(join(dir.path, 'own.json'), JSON.stringify({schema_version: 1, providers}))
    const times = ['--iterations', '1', '--warmup', '0']
    for (const name of names) {
      const words = ['benchmark', '--providers', 'own.json', '--provider', name, '--operation', 'health', ...times]
      await assay(words, {cwd: dir.path})
    }
    const {out} = await assay(['runs', 'list'], {cwd: dir.path})
    for (const name of names) assert.match(out, new RegExp(`benchmark +passed +pass +${name} `), out)
  },
  LIMIT_MS,
)

it.run()
