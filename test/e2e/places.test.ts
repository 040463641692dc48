import {spawn, spawnSync} from 'node:child_process'
import {chmodSync, mkdirSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {BIN, start} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {filesBelow, QUICK_RUN, workshop} from '../support/workshop.ts'

const it = spec('where the binary is started')
const LIMIT_MS = 40_000
const PATH = process.env['PATH'] ?? ''
const NOBODY = 65_534

it(
  'without a terminal and with standard input closed there is no colour and no cursor code',
  async () => {
    using shop = workshop()
    for (const argv of [QUICK_RUN, ['doctor', '--zap']]) {
      const child = spawn(process.execPath, [BIN, ...argv], {
        cwd: shop.root,
        env: {PATH},
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const seen: Buffer[] = []
      child.stdout.on('data', (piece) => seen.push(piece))
      child.stderr.on('data', (piece) => seen.push(piece))
      await new Promise((done) => child.on('close', done))
      const text = Buffer.concat(seen).toString()
      assert.ok(text.length > 0)
      assert.not.ok(text.includes('\u001b') || text.includes('\r'), argv.join(' '))
    }
  },
  LIMIT_MS,
)

const COLOURS = 'on a terminal there are colours, and with NO_COLOR or --no-color none'
const onTerminalToo =
  spawnSync('script', ['--version']).status === 0 ? it : () => it.skip(COLOURS, 'script(1) is missing')
onTerminalToo(
  COLOURS,
  () => {
    using shop = workshop()
    const onTerminal = (more: string, env = {}) => {
      const line = `'${process.execPath}' '${BIN}' doctor ${more}`
      const options = {cwd: shop.root, env: {PATH, TERM: 'xterm', ...env}, encoding: 'utf8'} as const
      return spawnSync('script', ['-qec', line, '/dev/null'], options).stdout
    }
    assert.ok(onTerminal('').includes('\u001b['))
    for (const plain of [onTerminal('--no-color'), onTerminal('', {NO_COLOR: '1'})]) {
      assert.match(plain, 'Doctor')
      assert.not.ok(plain.includes('\u001b['))
    }
  },
  LIMIT_MS,
)

it(
  'a folder that may not be written is the caller’s mistake for what writes, and fine for what reads',
  async () => {
    using shop = workshop()
    chmodSync(shop.root, 0o555)
    const isRoot = process.getuid?.() === 0
    const user = isRoot ? {uid: NOBODY, gid: NOBODY} : {}
    const tell = (...argv: string[]) =>
      spawnSync(process.execPath, [BIN, ...argv], {cwd: shop.root, env: {PATH}, encoding: 'utf8', ...user})
    const run = (...argv: string[]) => {
      const done = tell(...argv)
      return [done.status, done.stderr] as const
    }
    assert.equal(run('doctor'), [0, ''])
    assert.match(tell('doctor').stdout, 'no run can be written')
    assert.is(tell('doctor', '--strict').status, 1)
    for (const argv of [
      QUICK_RUN,
      ['eval', '--suite', 'contract'],
      ['keys', 'generate'],
      ['doctor', '--output', 'a.json'],
    ]) {
      const [code, err] = run(...argv)
      assert.is(code, 2, err)
      assert.match(err, /^error workspace_unwritable: /)
      assert.not.match(err, shop.root)
    }
    chmodSync(shop.root, 0o755)
    assert.is(filesBelow(shop.root).size, 0)
  },
  LIMIT_MS,
)

it(
  'without HOME, and with the root as HOME, everything works',
  async () => {
    using shop = workshop()
    for (const env of [{}, {HOME: '/'}]) {
      const {code, err} = await start([BIN, ...QUICK_RUN], shop.root, env).ended
      assert.equal([code, err], [0, ''], JSON.stringify(env))
    }
  },
  LIMIT_MS,
)

/** Spaces, quotes, other scripts, a leading dash, what a shell would expand, a line break, and a name of the greatest length. */
const ODD = ['with spaces', `it's "quoted"`, 'ünïcödé 日本 🚀', '-dash', '$HOME;`id`', 'new\nline', 'a'.repeat(255)]

it(
  'a workspace of any name works from the run to the verified bundle',
  async () => {
    using shop = workshop()
    const name = join(...ODD)
    mkdirSync(join(shop.root, name), {recursive: true})
    const argv = [...QUICK_RUN, `--workspace-dir=${name}`]
    const ran = await start([BIN, ...argv, '--format', 'json'], shop.root).ended
    assert.equal([ran.code, ran.err], [0, ''])
    const id = JSON.parse(ran.out).run_id
    const ask = (...words: string[]) => shop.ask([...words, `--workspace-dir=${name}`])
    assert.is((await ask('runs', 'list')).document.entry_count, 1)
    assert.is((await ask('runs', 'bundle', id)).code, 0)
    assert.is((await ask('runs', 'verify', id)).code, 0)
    assert.is((await shop.ask(['runs', 'verify', join(shop.root, name, 'issue-bundles', id)])).code, 0)
    for (const [path, content] of filesBelow(shop.root)) assert.not.ok(content.includes(shop.root), path)
  },
  LIMIT_MS,
)

it('a path longer than the system takes is told, and is no bug', async () => {
  using shop = workshop()
  const long = `${'a'.repeat(200)}/`.repeat(30)
  for (const argv of [
    ['runs', 'list', '--workspace-dir', long],
    [...QUICK_RUN, '--workspace-dir', long],
    ['run', `${long}job.yaml`],
    ['eval', '--profile', `${long}ci.yaml`],
    ['runs', 'verify', long],
    ['doctor', '--output', `${long}a.json`],
  ]) {
    const {code, err} = await shop.tell(argv)
    assert.is(code, 2, `${argv.slice(0, 3).join(' ').slice(0, 40)}: ${err.slice(0, 300)}`)
  }
})
it.run()
