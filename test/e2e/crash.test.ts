import {spawnSync} from 'node:child_process'
import {existsSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('the end of the process')
const LIMIT_MS = 60_000
const SECRET = ['canary', '70', 'cr4sh', 'Zq7'].join('-')
const BENCHMARK = ['benchmark', '--duration', '600s', '--iterations', '1000000', '--warmup', '0']

/** Code that runs inside the program, as a dependency of ours might: when a run is open. */
function crashing(shop: Workshop, code: string, ...more: string[]) {
  const path = shop.path('inside.mjs')
  shop.put(
    'inside.mjs',
    `import {existsSync, globSync} from 'node:fs'
if (process.argv[1]?.endsWith('assay.js')) {
  const wait = setInterval(() => {
    if (!existsSync('runs') || globSync('runs/*/run_manifest.json').length === 0) return
    clearInterval(wait)
    ${code}
  }, 10)
  wait.unref()
}`,
  )
  const env = {NODE_OPTIONS: `--import=${path}`, ACME_API_KEY: SECRET}
  return start([BIN, ...BENCHMARK, ...more], shop.root, env).ended
}

it(
  'what is thrown where nobody waits is a bug: told once, redacted, 70, and the run is left as interrupted',
  async () => {
    for (const code of [
      'throw new TypeError(process.env.ACME_API_KEY)',
      'void Promise.reject(new TypeError(process.env.ACME_API_KEY))',
    ]) {
      using shop = workshop()
      const human = await crashing(shop, code)
      assert.is(human.code, 70, human.err)
      assert.match(human.err, /^error bug: internal error: TypeError\n/)
      assert.match(human.err, /"stack":"TypeError: \[redacted/)
      assert.not.match(human.err + human.out, SECRET)
      const list = JSON.parse((await shop.ask(['runs', 'list'])).out)
      assert.equal([list.entry_count, list.entries[0].status], [1, 'interrupted'])
    }
  },
  LIMIT_MS,
)

it(
  'with JSON asked for, a crash is one document',
  async () => {
    using shop = workshop()
    const {code, out} = await crashing(shop, 'throw process.env.ACME_API_KEY', '--format', 'json')
    assert.equal([code, JSON.parse(out).exit.code, JSON.parse(out).error.code], [70, 70, 'bug'])
    assert.not.match(out, SECRET)
  },
  LIMIT_MS,
)

it(
  'a process that ends before it has a verdict ends with 70, whoever ended it in silence',
  async () => {
    using shop = workshop()
    const {code, out} = await crashing(shop, 'process.exit()')
    assert.equal([code, out], [70, ''])
  },
  LIMIT_MS,
)

if (existsSync('/dev/full')) {
  it('a standard output that is full is exit 3, said in one line; of standard error nothing hangs', () => {
    using shop = workshop()
    const shell = (line: string) =>
      spawnSync('bash', ['-c', line.replaceAll('assay', `'${process.execPath}' '${BIN}'`)], {
        cwd: shop.root,
        encoding: 'utf8',
      })
    for (const argv of ['doctor', 'doctor --format json', 'benchmark --iterations 2 --format json', '--help']) {
      const {status, stderr} = shell(`assay ${argv} > /dev/full`)
      assert.is(status, 3, stderr)
      assert.match(stderr, /^error disk_full: standard output could not be written whole\n/m)
      // Not every command has measured something.
      assert.match(stderr, 'try: Make room and ask again.')
      assert.not.match(stderr, /^\s+at /m)
    }
    assert.is(shell('assay doctor > /dev/full 2> /dev/full').status, 3)
    assert.is(shell('assay doctor 2> /dev/full').status, 0)
    // A bad verdict is one, whoever could read it.
    assert.is(shell('assay eval --provider zoo.nan --suite contract > /dev/full').status, 1)
    assert.is(shell('assay doctor --output /dev/full').status, 2)
    assert.is(shell('assay runs show nothing-like-this 2> /dev/full').status, 2)
  })
} else it.skip('a standard output that is full is exit 3', 'no /dev/full on this machine')
it.run()
