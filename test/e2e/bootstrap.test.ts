import {spawnSync} from 'node:child_process'
import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('bootstrap of scripts')
const ROOT = join(import.meta.dirname, '..', '..')
const BOOTSTRAP = join(ROOT, 'bin', 'bootstrap.js')

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

it('tells the usage of a script instead of running it', () => {
  const {stdout, status} = run(
    '// Counts to a number.\n// Usage: count.ts [number]\nprocess.exitCode = 7',
    '10',
    '--help',
  )
  assert.equal([stdout, status], ['Counts to a number.\nUsage: count.ts [number]\n', 0])
})

it('has a usage to tell of every script of package.json', () => {
  const {scripts} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {scripts: Record<string, string>}
  const files = Object.values(scripts).flatMap((line) => /bin\/dev\/\S+/.exec(line)?.[0] ?? [])
  assert.ok(files.length > 30)
  assert.equal(
    files.filter((file) => !readFileSync(join(ROOT, file), 'utf8').startsWith('// ')),
    [],
  )
})

it('refuses a flag that a script does not have, without a stack', () => {
  const args = [BOOTSTRAP, join(ROOT, 'bin/dev/soak.ts'), '--fro', '1h']
  const {stdout, stderr, status} = spawnSync(process.execPath, args, {encoding: 'utf8'})
  assert.equal([stdout, status], ['', 2])
  assert.match(stderr, /^Unknown option '--fro'.*\nRun it with --help to see its usage\.\n$/)
})

it.run()
