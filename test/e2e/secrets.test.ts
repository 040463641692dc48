import * as assert from 'uvu/assert'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {filesBelow, type Workshop, workshop} from '../support/workshop.ts'

const it = spec('secrets and the spawned binary')
const LIMIT_MS = 60_000
/** One by its name in the environment, one by its form wherever it stands. */
const NAMED = ['canary', 'Zx81', 'q7Wn', '4mKp'].join('-')
const FORMED = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
const SHAPES = [NAMED, FORMED].flatMap((word) => [
  word,
  Buffer.from(word).toString('base64').replace(/=+$/, ''),
  encodeURIComponent(word),
])

/** Prints both secrets on both streams, writes them to a declared output, and fails with one in its last words. */
const CHILD = `
const {env} = process
console.log('key is ' + env.MY_API_KEY, env.FORMED)
console.error(JSON.stringify({password: env.MY_API_KEY, note: env.FORMED}))
require('node:fs').writeFileSync('out.txt', env.MY_API_KEY + '\\n' + env.FORMED + '\\n')
process.exitCode = 4
`
const JOB = JSON.stringify({
  schema_version: 1,
  name: 'leaky',
  bundle: true,
  inputs: {note: {type: 'string', default: 'none'}},
  steps: [
    {
      id: 'leak',
      use: 'exec',
      with: {argv: ['node', 'child.cjs', '{inputs.note}'], env: ['MY_API_KEY', 'FORMED'], outputs: ['out.txt']},
    },
    {id: 'fast', use: 'benchmark', with: {operations: ['predict'], iterations: 3, warmup: 0}},
  ],
})
const ENV = {MY_API_KEY: NAMED, FORMED, HOME: '/home/alice', NODE_ENV: 'test'}

function mustBeClean(text: string | Buffer, where: string): void {
  for (const shape of SHAPES) assert.not.ok(text.includes(shape), `${where} tells ${shape.slice(0, 6)}…`)
}

function mustHoldNone(shop: Workshop): void {
  const own = ['child.cjs', 'job.json', 'out.txt']
  for (const [name, content] of filesBelow(shop.root)) if (!own.includes(name)) mustBeClean(content, name)
}

it(
  'a secret in the environment, in an argument or in a child’s output is in no byte that Assay writes',
  async () => {
    using shop = workshop()
    shop.put('child.cjs', CHILD)
    shop.put('job.json', JOB)
    const argv = ['run', 'job.json', '--set', `note=${FORMED}`, '--output', 'copy.html', '--output', 'copy.json']
    for (const more of [
      ['--format', 'json'],
      ['--log-level', 'debug'],
    ]) {
      const {code, out, err} = await start([BIN, ...argv, ...more], shop.root, ENV).ended
      assert.is(code, 1, err)
      mustBeClean(out, 'standard output')
      mustBeClean(err, 'standard error')
    }
    assert.is(shop.runs().length, 2)
    mustHoldNone(shop)
    const [id = ''] = shop.runs()
    assert.ok([...filesBelow(shop.path('runs', id)).keys()].some((name) => name.endsWith('artifacts/out.txt')))
    assert.is((await shop.ask(['runs', 'verify', `issue-bundles/${id}`])).code, 0)
  },
  LIMIT_MS,
)

it(
  'DEBUG and NODE_DEBUG print nothing secret, and NODE_ENV=test no warning',
  async () => {
    using shop = workshop()
    const env = {...ENV, DEBUG: '*'}
    const argv = ['benchmark', '--operation', 'predict', '--iterations', '3', '--warmup', '0']
    const {code, out, err} = await start([BIN, ...argv, '--workspace-dir', '.', '--format', 'json'], shop.root, env)
      .ended
    assert.equal([code, err], [0, ''])
    mustBeClean(out, 'standard output')
    for (const wrong of [
      ['benchmark', `--zap=${FORMED}`],
      ['run', `${NAMED}.yaml`],
    ]) {
      const done = await start([BIN, ...wrong], shop.root, env).ended
      assert.is(done.code, 2)
      mustBeClean(done.out + done.err, wrong[0] ?? '')
      assert.not.match(done.err, /Warning|at .*\.ts:\d+/)
    }
    mustHoldNone(shop)
  },
  LIMIT_MS,
)
it.run()
