import {spawnSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {RunId} from '#contract/ids'
import {evidenceRig} from '../../support/evidence-rig.ts'
import {HostileBundle} from '../../support/hostile-bundle.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('the ledger of a bundle and ordinary tools')
const TOOLS_MS = 20_000
const [, script = ''] = /```python\n(.*?)```/s.exec(readFileSync('docs/ledger.md', 'utf8')) ?? []
const python = (cwd: string) => spawnSync('python3', ['-c', script], {cwd, encoding: 'utf8'})

if (spawnSync('python3', ['--version']).status !== 0) it.skip('the printed script agrees', 'there is no python3')
else {
  it(
    'the script of the documentation computes the same root, wherever the range begins, and finds a changed leaf',
    async () => {
      using rig = evidenceRig()
      const runs: RunId[] = []
      for (let at = 0; at < 4; at++) {
        runs.push((await rig.run()).runId)
        rig.clock.tick(1_000)
      }
      const attached = runs.at(-1) as RunId
      for (const since of runs) {
        using dir = tempDir()
        const output = join(dir.path, 'bundle')
        await rig.bundle({runId: attached, since, output})
        const good = python(output)
        assert.is(good.status, 0, good.stderr)
        assert.match(good.stdout, ' of 8 entries, root ')
        const bundle = new HostileBundle(output, join(dir.path, 'bad'))
        bundle.edit('ledger.json', (text) => text.replace('closed', 'opened'))
        assert.is.not(python(bundle.folder).status, 0)
      }
    },
    TOOLS_MS,
  )
}

it.run()
