// Counts no coverage: nodes are started again and again, and others of the hosting node's tests run the same lines.
import {createHash} from 'node:crypto'
import {existsSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {releaseProgram} from '../support/built-home.ts'
import {rotated} from '../support/depth.ts'
import {ROOT} from '../support/hall-rig.ts'
import {startTestNode} from '../support/hostnode.ts'
import {callHostnode, git, madeDataDir} from '../support/hostnode-data.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostnode releases')
const FOLDER = join(ROOT, 'fixtures', 'hostnode', 'releases')
const {releases} = JSON.parse(readFileSync(join(FOLDER, 'releases.json'), 'utf8')) as {
  releases: {release: string; version: string; file: string; schema_version: number; sha256: string}[]
}

it('each release has its own digest, and says so itself', () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.mjs'))
  assert.equal(releases.map(({file}) => file).sort(), files.sort())
  assert.is(new Set(releases.map(({sha256}) => sha256)).size, releases.length)
  for (const {file, sha256} of releases) {
    const digest = createHash('sha256')
      .update(readFileSync(join(FOLDER, file)))
      .digest('hex')
    assert.is(digest, sha256, file)
  }
  for (const {file, version, schema_version, sha256} of rotated(releases, 4)) {
    const {stdout} = callHostnode(['--version'], {cwd: FOLDER, program: releaseProgram(file.replace('.mjs', ''))})
    assert.is(stdout, `hostnode ${version} (schema ${schema_version}, build ${sha256.slice(0, 8)})\n`)
  }
})

it('data of 1.0.0 come to 2.0.0 by migrate alone, resumed after each kill, with nothing lost', async () => {
  using made = await madeDataDir(releaseProgram('1.0.0'))
  const refs = made.folders.map((folder) => git(folder, 'for-each-ref'))
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, release = '2.0.0') =>
    callHostnode([...args, '--data-dir', 'data'], {cwd: made.path, env, program: releaseProgram(release)})
  const migrate = (from: string, to: string, ...more: string[]) => run(['migrate', '--from', from, '--to', to, ...more])
  const serve = run(['serve', '--api-addr', '127.0.0.1:0', '--metrics-addr', 'off'])
  assert.equal([serve.status, /hostnode migrate --from 1\.0\.0 --to 2\.0\.0/.test(serve.stderr)], [7, true])
  assert.is(migrate('1.1.0', '2.0.0').status, 2)
  assert.is(migrate('1.0.0', '3.0.0').status, 7)
  assert.is(migrate('0.9.0', '2.0.0').status, 7)
  assert.is(run(['migrate', '--from', '1.0.0', '--to', '2.0.0'], {}, '1.2.0').status, 7)
  assert.is(run(['migrate', '--from', '1.0.0']).status, 2)
  const plan = migrate('1.0.0', '2.0.0', '--dry-run')
  assert.is(plan.stdout.split('\n').length, 5, plan.stderr)
  assert.match(plan.stdout, /^Folders to move: 3$/m)
  assert.ok(existsSync(made.folders[0] ?? ''))
  const first = run(['migrate', '--from', 'v1.0.1', '--to', '1.2.0'], {}, '1.2.0')
  assert.equal(first.stdout.trim().split('\n'), [
    'Checking for pending migrations...',
    'Running migration: v1.0.0 → v1.1.0',
    'Running migration: v1.1.0 → v1.2.0',
    'Migration completed successfully',
  ])
  for (const point of rotated(['migration.before-step:1', 'migrate.folder-moved:1', 'migration.after-step:1'], 3)) {
    const crashed = run(['migrate', '--from', '1.2.0', '--to', '2.0.0'], {HOSTNODE_CRASH_AT: point})
    assert.is(crashed.signal, 'SIGKILL', point)
    // Folders have moved in part: neither release may serve them.
    const old = run(['serve', '--api-addr', '127.0.0.1:0', '--metrics-addr', 'off'], {}, '1.2.0')
    assert.equal([old.status, /cut off/.test(old.stderr)], [7, true], point)
    assert.match(run(['verify']).stdout, /"migration_half"/)
  }
  const last = migrate('1.2.0', '2.0.0')
  assert.is(last.status, 0, last.stderr)
  assert.match(last.stdout, /Running migration: v1\.2\.0 → v2\.0\.0\nMigration completed successfully\n$/)
  assert.is(migrate('2.0.0', '2.0.0').stdout.split('\n')[1], 'No pending migrations')
  assert.is(migrate('2.0.0', '1.2.0').status, 7)
  assert.equal([run(['verify', '--full']).status, run(['verify'], {}, '1.2.0').status], [0, 7])
  assert.not.ok(existsSync(join(made.dataDir, 'repos', 'alice')))
  const moved = made.made.map(({id}) => git(join(made.dataDir, 'repos', `${id}.git`), 'for-each-ref'))
  assert.equal(moved, refs)
})

it('a migration over several releases, killed between two of them, goes on with the same command', async () => {
  using made = await madeDataDir(releaseProgram('1.0.0'))
  const run = (env: Readonly<Record<string, string>> = {}, from = '1.0.0') =>
    callHostnode(['migrate', '--from', from, '--to', '2.0.0', '--data-dir', 'data'], {cwd: made.path, env})
  assert.is(run({HOSTNODE_CRASH_AT: 'migration.before-step:3'}).signal, 'SIGKILL')
  // Another one than that which was begun must still name what is there.
  assert.is(run({}, '1.2.0').status, 2)
  assert.is(run().status, 0)
  assert.match(run().stdout, 'No pending migrations')
  assert.is(callHostnode(['verify', '--full', '--data-dir', 'data'], {cwd: made.path}).status, 0)
})

// Of the programs that upgrades and drills are tried with: they change with their launchers alone.
it.deep('broken releases are broken in the way that their names tell', async () => {
  using made = await madeDataDir(releaseProgram('1.0.0'))
  const start = (release: string, ...flags: string[]) =>
    startTestNode({dir: made.path, program: releaseProgram(release), flags})
  {
    await using node = await start('1.0.2-errors')
    const status: number[] = []
    for (let n = 0; n < 100; n++) status.push((await node.call('GET', '/api/user')).status)
    assert.is(status.filter((one) => one === 500).length, 2)
    await node.stop()
  }
  {
    await using node = await start('1.0.2-slow')
    const startedMs = performance.now()
    for (let n = 0; n < 10; n++) await node.call('GET', '/api/user')
    // Other work can only add to it; a timer of 20 ms counts from the turn of the loop, which began a little earlier.
    assert.ok(performance.now() - startedMs >= 150)
    await node.stop()
  }
  {
    await using node = await start('1.0.2-empty')
    const list = await node.call('GET', '/api/repos', {token: null})
    assert.is((list.json as {total_count: number}).total_count, 0)
    await node.stop()
    rmSync(`${made.dataDir}.empty`, {recursive: true})
  }
  {
    await using node = await start('1.0.2-badconfig', '--config', 'none.yaml')
    await node.stop()
  }
  const serve = ['serve', '--data-dir', 'data', '--api-addr', '127.0.0.1:0', '--metrics-addr', 'off']
  assert.is(callHostnode(serve, {cwd: made.path, program: releaseProgram('1.0.2-nostart')}).status, 1)
  for (const _ of [1, 2])
    assert.is(callHostnode(serve, {cwd: made.path, program: releaseProgram('1.1.1-stuckmig')}).status, 70)
  // What it left half done goes on with a release that is whole.
  await using node = await start('1.1.0')
  assert.ok(node.log().some(({msg}) => msg === 'Migration completed successfully'))
  await node.stop()
})
it.run()
