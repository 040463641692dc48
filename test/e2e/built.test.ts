import {spawnSync} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import * as assert from 'uvu/assert'
import {ROOT} from '../support/hall-rig.ts'
import {start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('built package')
const LONG_MS = 60_000

it(
  'the build works without packages beside it, and says the same as the sources',
  async () => {
    using dir = tempDir()
    const dist = join(dir.path, 'dist')
    const built = spawnSync(process.execPath, ['bin/dev/build.ts', dist], {cwd: ROOT, encoding: 'utf8'})
    assert.equal([built.status, built.stdout, built.stderr], [0, '', ''])
    const main = pathToFileURL(join(dist, 'cli', 'main.js')).href
    const script = `const {main} = await import('${main}'); process.exitCode = await main(process.argv.slice(1), '${dist}')`
    const run = (...argv: string[]) => start(['--input-type=module', '-e', script, '--', ...argv], dir.path).ended
    const source = (...argv: string[]) => start([join(ROOT, 'bin', 'assay.js'), ...argv], dir.path).ended
    for (const argv of [
      ['--version'],
      ['--help'],
      ['runs'],
      ['doctor', '--help'],
      ['docter'],
      ['doctor', '--zap'],
      ['provider', 'list'],
      ['runs', 'list', '--format', 'json'],
      ['completion', 'bash'],
      ['completion', 'fish'],
    ]) {
      assert.equal(await run(...argv), await source(...argv), argv.join(' '))
    }
    const pkg = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
    assert.is(pkg.oclif.commands, './commands')
    assert.ok(existsSync(join(dist, 'types', 'index.d.ts')))
  },
  LONG_MS,
)
it.run()
