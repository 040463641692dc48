import {spawnSync} from 'node:child_process'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('bootstrap of scripts')
const BOOTSTRAP = join(import.meta.dirname, '..', '..', 'bin', 'bootstrap.js')

/** As the scripts of package.json call it, with a Node that is new enough. */
function run(text: string, ...args: string[]) {
  using dir = tempDir()
  const script = join(dir.path, 'script.ts')
  writeFileSync(script, text)
  return spawnSync(process.execPath, [BOOTSTRAP, script, ...args], {encoding: 'utf8'})
}

it('runs a script as the main module, with its arguments', () => {
  const {stdout, status} = run('if (import.meta.main) console.log(process.argv.slice(2).join())', 'one', '--two')
  assert.equal([stdout, status], ['one,--two\n', 0])
})

it('ends as the script ends', () => {
  assert.is(run('process.exitCode = 7').status, 7)
  assert.is(run("process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 60_000)").status, 143)
})

it.run()
