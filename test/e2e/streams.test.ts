import {spawnSync} from 'node:child_process'
import {mkdirSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {rotated} from '../support/depth.ts'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('streams of the binary')
const LONG_MS = 60_000
const ENTRIES = 16_000

/** A workspace whose list is longer than five million bytes. */
function largeWorkspace() {
  const dir = tempDir()
  mkdirSync(join(dir.path, 'runs'))
  for (let at = 0; at < ENTRIES; at++) mkdirSync(join(dir.path, 'runs', `${'not a run '.repeat(23)}${at}`))
  return dir
}

it(
  'five million bytes through a slow pipe arrive complete, and a reader that leaves early is no error',
  () => {
    using dir = largeWorkspace()
    const shell = (line: string) =>
      spawnSync('bash', ['-c', `set -o pipefail; ${line}`], {cwd: dir.path, encoding: 'utf8'})
    const list = `'${process.execPath}' '${BIN}' runs list --format json`
    const slow = shell(`${list} | (sleep 0.05; cat) | tee >(wc -c >&2) | tail -c 3; echo "$?"`)
    assert.is(slow.stdout, '\n}\n0\n')
    assert.ok(Number(slow.stderr) > 5_000_000, `${slow.stderr.trim()} bytes`)
    const early = shell(`${list} | head -c 5; echo " \${PIPESTATUS[0]}"`)
    assert.equal([early.stdout, early.stderr], ['{\n  " 0\n', ''])
  },
  LONG_MS,
)

it('an argument that is missing is not taken from standard input, so that a script read from there goes on', () => {
  using dir = tempDir()
  const assay = `'${process.execPath}' '${BIN}'`
  const script = `${assay} provider health mock -q >a; ${assay} runs verify >b 2>&1; ${assay} drills nosuch 2>c\necho after\n`
  const {stdout} = spawnSync('bash', ['-s'], {cwd: dir.path, encoding: 'utf8', input: script})
  assert.is(stdout, 'after\n')
  const asked = spawnSync('bash', ['-c', `echo nosuch | ${assay} provider health -q --format json`], {
    cwd: dir.path,
    encoding: 'utf8',
  })
  assert.is(JSON.parse(asked.stdout).exit.code, 0, asked.stderr)
})

it('standard output holds one document, and DEBUG prints no argument', async () => {
  using dir = tempDir()
  const {code, out, err} = await start([BIN, 'doctor', '--format', 'json'], dir.path, {DEBUG: '*', HOME: dir.path})
    .ended
  assert.equal([code, err], [0, ''])
  assert.is(JSON.parse(out).command, 'doctor')
})

it(
  'a planted canary leaves by no stream, and no path of this machine does',
  async () => {
    using dir = tempDir()
    const canary = ['canary', 'Zx81', 'q7Wn', '4mKp'].join('-')
    const env = {VENDOR_API_KEY: canary, RUNWAYML_API_SECRET: canary, HOME: dir.path}
    const lines = [
      ['doctor'],
      ['provider', 'info', 'runway'],
      ['doctor', '--zap'],
      ['runs', 'list', '--workspace-dir', `${dir.path}/no`],
    ].flatMap((argv) => ['human', 'json', 'markdown', 'csv'].map((format) => [...argv, '--format', format]))
    // Of three neighbours one: so every line and every format has its turn in each run.
    for (const argv of rotated(lines, 3)) {
      const {out, err} = await start([BIN, ...argv], dir.path, env).ended
      assert.not.match(out + err, canary)
      assert.not.match(out + err, dir.path)
    }
  },
  LONG_MS,
)

it('a current directory that was removed is the caller’s mistake', () => {
  using dir = tempDir()
  const gone = join(dir.path, 'gone')
  mkdirSync(gone)
  const line = `cd '${gone}' && rmdir '${gone}' && '${process.execPath}' '${BIN}' doctor`
  const {status, stdout} = spawnSync('bash', ['-c', line], {encoding: 'utf8'})
  assert.equal([status, stdout], [2, ''])
})
it.run()
