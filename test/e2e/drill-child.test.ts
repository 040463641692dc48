import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import * as assert from 'uvu/assert'
import {openChild} from '#drill/site/open-child'
import {execaLineChild} from '#process/execa-line-child'
import {systemClock} from '#random/system-clock'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'
import {throwsCode} from '../support/throws-code.ts'

const it = spec('children of drills')

it('one that cannot be without a package that is not here names it, and how to get it', async () => {
  using dir = tempDir()
  const env = {
    PATH: process.env['PATH'] ?? '',
    ASSAY_DRILL_BLOCKED: 'zeromq',
    NODE_OPTIONS: `--import=${pathToFileURL(join(ROOT, 'bin', 'block-packages.js')).href}`,
  }
  const argv = [process.execPath, join(ROOT, 'bin', 'drill-child.js'), 'gr00t', '1'] as const
  const programs = {startLines: async () => execaLineChild}
  const open = () => openChild({argv: [...argv], env, cwd: dir.path}, {programs, clock: systemClock})
  const error = await throwsCode(open, 'package_missing')
  assert.match(error.message, 'needs the package zeromq')
  assert.is(error.hint, 'npm install zeromq')
})

it.run()
