// Counts no coverage: nodes are started again and again, and others of the hosting node's tests run the same lines.
import {execFileSync, spawn, spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {once} from 'node:events'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {join, relative} from 'node:path'
import {gunzipSync, gzipSync} from 'node:zlib'
import * as assert from 'uvu/assert'
import {DataLock} from '#hostnode/store/node-lock'
import {HOSTNODE} from '../support/built-home.ts'
import {rotated} from '../support/depth.ts'
import {eventually} from '../support/eventually.ts'
import {startTestNode} from '../support/hostnode.ts'
import {callHostnode, git, madeDataDir, withDatabase} from '../support/hostnode-data.ts'
import {hostnodeHere} from '../support/hostnode-here.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('hostnode backup')
/** Of a program of its own, which may be told where to die. */
const programIn = (cwd: string, env: Readonly<Record<string, string>> = {}) => ({
  run: (...args: string[]) => callHostnode(args, {cwd, env}),
})
const runIn = (cwd: string) => ({run: (...args: string[]) => hostnodeHere(args, {cwd})})
const sum = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
const names = (folder: string) => readdirSync(folder).sort()

/** A backup of a small node, made once for all trials. */
async function madeBackup(dir: string, ...flags: string[]) {
  const made = await runIn(dir).run('backup', 'create', '--output', 'b.tar.gz', '--data-dir', 'data', ...flags)
  assert.is(made.status, 0, made.stderr)
  return made.stdout
}

it('a backup agrees with sha256sum and tar, and restores to the same repositories, tokens and hooks', async () => {
  using made = await madeDataDir()
  const {run} = programIn(made.path)
  const created = run('backup', 'create', '--output', 'b.tar.gz', '--data-dir', 'data', '--include-keys')
  assert.is(created.status, 0, created.stderr)
  const told = created.stdout
  const archive = join(made.path, 'b.tar.gz')
  execFileSync('sha256sum', ['-c', 'b.tar.gz.sha256'], {cwd: made.path, stdio: 'pipe'})
  const listed = execFileSync('tar', ['tzf', 'b.tar.gz'], {cwd: made.path, encoding: 'utf8'}).trim().split('\n')
  assert.is(listed[0], 'backup_manifest.json')
  assert.equal(listed.slice(1), listed.slice(1).toSorted())
  mkdirSync(join(made.path, 'untarred'))
  execFileSync('tar', ['xzf', '../b.tar.gz'], {cwd: join(made.path, 'untarred')})
  const manifest = JSON.parse(readFileSync(join(made.path, 'untarred', 'backup_manifest.json'), 'utf8'))
  for (const {path, size, sha256} of manifest.files) {
    const file = join(made.path, 'untarred', path)
    assert.equal([statSync(file).size, `sha256:${sum(file)}`], [size, sha256], path)
  }
  const lines = made.folders
    .slice(0, 2)
    .flatMap((folder, n) =>
      git(folder, 'for-each-ref', `--format=alice/${made.made[n]?.name} %(objectname) %(refname)`).trim().split('\n'),
    )
  const digest = createHash('sha256')
    .update(
      lines
        .sort()
        .map((line) => `${line}\n`)
        .join(''),
    )
    .digest('hex')
  assert.is(manifest.refs_digest, `sha256:${digest}`)
  const {repositories, hooks, refs, users} = manifest.counts
  assert.equal([repositories, hooks, refs, users, manifest.schema_version], [3, 1, 4, 1, 4])
  const head = [`Backup file: b.tar.gz`, `Created: ${manifest.created_at}`, `Size: ${statSync(archive).size} bytes`]
  const tail = [`Checksum: SHA256:${sum(archive)}`, `Objects: ${manifest.counts.objects}`, 'Repositories: 3', '']
  assert.is(told, [...head, ...tail].join('\n'))
  const checked = run('backup', 'verify', 'b.tar.gz', '--deep')
  assert.equal([checked.status, checked.stdout], [0, `${told}Status: VALID\n`], checked.stderr)
  const restored = run('backup', 'restore', 'b.tar.gz', '--data-dir', 'new/data')
  assert.is(restored.status, 0, restored.stderr)
  assert.is(run('verify', '--data-dir', 'new/data', '--full').status, 0)
  for (const folder of made.folders) {
    const other = folder.replace(made.dataDir, join(made.path, 'new', 'data'))
    assert.is(git(other, 'for-each-ref'), git(folder, 'for-each-ref'))
    git(other, 'fsck', '--full', '--strict')
  }
  cpSync(join(made.path, 'token'), join(made.path, 'new', 'token'))
  await using node = await startTestNode({dir: join(made.path, 'new')})
  const {json} = await node.call('GET', '/api/repos')
  assert.is((json as {total_count: number}).total_count, 3)
  await node.stop()
})

it('a running node is backed up, and status tells when', async () => {
  await using node = await startTestNode()
  await node.call('POST', '/api/repos', {body: {name: 'one', owner: 'alice'}})
  await madeBackup(node.dir)
  const {json} = await node.call('GET', '/api/node/status', {token: null})
  assert.match((json as {backup: {last_success_at: string}}).backup.last_success_at, /^\d{4}-.*Z$/)
  const {run} = runIn(node.dir)
  assert.is((await run('backup', 'verify', 'b.tar.gz', '--deep')).status, 0)
  // With silence asked for no write is let in, and who dies in the middle leaves that behind for minutes at most.
  const quiet = ['backup', 'create', '--quiesce', '--data-dir', 'data', '--output']
  programIn(node.dir, {HOSTNODE_CRASH_AT: 'backup.create.snapshot:1'}).run(...quiet, 'q.tar.gz')
  const write = async (name: string) => (await node.call('POST', '/api/repos', {body: {name, owner: 'alice'}})).status
  assert.equal([await write('two'), (await node.call('GET', '/api/repos')).status], [503, 200])
  assert.is((await run(...quiet, 'q.tar.gz')).status, 0)
  assert.is(await write('two'), 201)
  const refused = await run('backup', 'restore', 'b.tar.gz', '--data-dir', 'data', '--force')
  assert.equal([refused.status, /running/.test(refused.stderr)], [7, true])
  await node.stop()
})

it('refusals leave everything as it was: a target in use, a lost key, a newer schema, an output that is there', async () => {
  using made = await madeDataDir()
  const {run} = runIn(made.path)
  await madeBackup(made.path)
  const before = sum(join(made.dataDir, 'node.sqlite'))
  const refused = async (code: number, ...args: string[]) => {
    const {status, stderr} = await run('backup', ...args)
    assert.is(status, code, `${args.join(' ')}: ${stderr}`)
  }
  await refused(7, 'create', '--output', 'b.tar.gz', '--data-dir', 'data')
  await refused(7, 'create', '--output', 'data/b.tar.gz', '--data-dir', 'data')
  await refused(3, 'create', '--output', 'c.tar.gz', '--data-dir', 'none')
  await refused(2, 'create', '--data-dir', 'data')
  await refused(2, 'verify')
  await refused(2, 'verify', 'none.tar.gz')
  await refused(2, 'fly')
  await refused(2, 'restore', 'b.tar.gz', '--force', '--data-dir', '')
  await refused(2, 'restore', 'b.tar.gz', '--force', '--data-dir=')
  await refused(7, 'restore', 'b.tar.gz', '--data-dir', 'data')
  await refused(7, 'restore', 'b.tar.gz', '--data-dir', 'new')
  assert.is(existsSync(join(made.path, 'new')), false)
  await refused(0, 'restore', 'b.tar.gz', '--data-dir', 'new', '--accept-lost-secrets')
  assert.is((await run('verify', '--data-dir', 'new', '--full')).status, 0)
  const hook = withDatabase(join(made.path, 'new'), (db) =>
    db.prepare('SELECT active, disabled_reason AS r FROM hooks').get(),
  )
  assert.equal({...hook}, {active: 0, r: 'secret_lost'})
  assert.is(sum(join(made.dataDir, 'node.sqlite')), before)
  // The key that is there is the right one: it goes along, and what was there is kept.
  await refused(0, 'restore', 'b.tar.gz', '--data-dir', 'data', '--force')
  assert.is((await run('verify', '--data-dir', 'data', '--full')).status, 0)
  const kept = names(made.path).find((name) => name.startsWith('data.replaced-')) ?? ''
  assert.is(sum(join(made.path, kept, 'node.sqlite')), before)
  assert.equal(
    names(made.path).filter((name) => /restor|partial|deep/.test(name)),
    [],
  )
})

it('while a backup is made, another one of the same data is refused, and what the first has made so far stays', async () => {
  using made = await madeDataDir()
  const {run} = runIn(made.path)
  const create = ['backup', 'create', '--output', 'b.tar.gz', '--data-dir', 'data']
  mkdirSync(join(made.path, 'b.tar.gz.partial'))
  const first = DataLock.take(join(made.dataDir, 'backup.lock'))
  const refused = await run(...create)
  assert.equal([refused.status, /another backup of these data is being made/.test(refused.stderr)], [7, true])
  assert.equal(names(made.path).includes('b.tar.gz.partial'), true)
  first?.[Symbol.dispose]()
  assert.is((await run(...create)).status, 0)
  assert.equal(
    [names(made.path).includes('b.tar.gz.partial'), (await run('backup', 'verify', 'b.tar.gz')).status],
    [false, 0],
  )
})

/** A tar of GNU's, from files as they stand: what it holds is what an enemy would put there. */
function hostile(dir: string, name: string, bytes: Uint8Array): string {
  writeFileSync(join(dir, name), bytes)
  writeFileSync(join(dir, `${name}.sha256`), `${sum(join(dir, name))}  ${name}\n`)
  return name
}

it('an archive that was changed or made to harm is refused, and nothing is written anywhere', async () => {
  using made = await madeDataDir()
  using dir = tempDir()
  await madeBackup(made.path, '--include-keys')
  const {run} = runIn(dir.path)
  const bytes = readFileSync(join(made.path, 'b.tar.gz'))
  const tar = gunzipSync(bytes)
  const work = join(dir.path, 'work')
  mkdirSync(work)
  execFileSync('tar', ['xf', '-'], {cwd: work, input: tar})
  const manifest = JSON.parse(readFileSync(join(work, 'backup_manifest.json'), 'utf8'))
  /** Packed by GNU tar from `work`, with a manifest that was changed. */
  const packed = (change: (files: {path: string; size: number; sha256: string}[]) => unknown, ...extra: string[]) => {
    const files = structuredClone(manifest.files)
    const more = change(files)
    const text = JSON.stringify({...manifest, files, ...Object(more)})
    writeFileSync(join(work, 'backup_manifest.json'), text)
    const members = ['backup_manifest.json', ...manifest.files.map(({path}: {path: string}) => path)]
    return gzipSync(execFileSync('tar', ['cf', '-', '-P', ...extra, ...members], {cwd: work, maxBuffer: 1e9}))
  }
  const nothing = () => undefined
  hostile(dir.path, 'good.tar.gz', packed(nothing))
  assert.is((await run('backup', 'verify', 'good.tar.gz')).status, 0)
  writeFileSync(join(dir.path, 'outside'), 'x')
  execFileSync('ln', ['-s', '/etc/passwd', 'repos/link.git'], {cwd: work})
  const evil = {path: '../outside', size: 1, sha256: `sha256:${sum(join(dir.path, 'outside'))}`}
  const bomb = {path: 'repos/a/bomb', size: 5e8, sha256: `sha256:${'0'.repeat(64)}`}
  const twice = Buffer.concat([tar.subarray(0, -1024), tar])
  const flipped = Buffer.from(tar)
  flipped[Math.floor(tar.length / 2)] = (flipped[Math.floor(tar.length / 2)] ?? 0) ^ 1
  const cases: [string, Uint8Array, number][] = [
    ['outside', packed((files) => void files.push(evil), '../outside'), 1],
    ['unlisted', packed(nothing, '../outside'), 1],
    ['link', packed(nothing, 'repos/link.git'), 1],
    ['missing', packed((files) => void files.push({...evil, path: 'repos/a/b'})), 1],
    ['twice', packed((files) => void files.push(files[0] ?? evil)), 1],
    ['both', packed((files) => void files.push({...evil, path: 'repos/alice'}, {...evil, path: 'repos/alice/x'})), 1],
    ['case', packed((files) => void files.push({...evil, path: 'repos/a/../../x'})), 1],
    ['bomb', packed((files) => void files.push(bomb)), 1],
    ['newer', packed(() => ({schema_version: 9})), 7],
    ['form', packed(() => ({format_version: 2})), 7],
    ['joined', gzipSync(twice), 1],
    ['flipped', gzipSync(flipped), 1],
    ['cut', bytes.subarray(0, bytes.length - 40), 1],
    ['empty', new Uint8Array(), 1],
    ['text', Buffer.from('no archive'), 1],
    ['zeros', gzipSync(new Uint8Array(1e8)), 1],
    ['refs', packed(() => ({refs_digest: `sha256:${'0'.repeat(64)}`})), 1],
  ]
  writeFileSync(join(dir.path, 'before'), '')
  const there = () => names(dir.path).filter((name) => !name.includes('.tar.gz'))
  const before = there()
  for (const [name, content, code] of cases) {
    const file = hostile(dir.path, `${name}.tar.gz`, content)
    const {status, stderr} = await run('backup', 'restore', file, '--data-dir', 'target', '--force')
    assert.is(status, code, `${name}: ${stderr}`)
    assert.not.match(stderr, /outside|link\.git|bug/)
    assert.equal(there(), before, name)
  }
  for (const name of ['link', 'flipped', 'cut', 'text']) {
    const {status, stdout} = await run('backup', 'verify', `${name}.tar.gz`)
    assert.equal([status, stdout.endsWith('Status: INVALID\n')], [1, true], name)
  }
  rmSync(join(dir.path, 'good.tar.gz.sha256'))
  const unfinished = await run('backup', 'verify', 'good.tar.gz')
  assert.equal([unfinished.status, /unfinished/.test(unfinished.stdout)], [1, true])
  writeFileSync(join(dir.path, 'good.tar.gz.sha256'), `${'0'.repeat(64)}  good.tar.gz\n`)
  assert.is((await run('backup', 'verify', 'good.tar.gz')).status, 1)
  assert.is(spawnSync('test', ['-e', '/tmp/outside']).status, 1)
})

it('killed at any point of a backup or a restore, the same command or the next start ends it, and nothing is lost', async () => {
  using made = await madeDataDir()
  const whole = async (dataDir: string) =>
    (await runIn(made.path).run('verify', '--data-dir', dataDir, '--full')).status
  for (const point of rotated(['snapshot', 'written', 'renamed'], 3)) {
    const crashed = programIn(made.path, {HOSTNODE_CRASH_AT: `backup.create.${point}:1`})
    const {signal} = crashed.run('backup', 'create', '--output', 'k.tar.gz', '--data-dir', 'data')
    assert.is(signal, 'SIGKILL')
    const {run} = runIn(made.path)
    // Without its digest it is no backup yet.
    if (existsSync(join(made.path, 'k.tar.gz'))) assert.is((await run('backup', 'verify', 'k.tar.gz')).status, 1)
    rmSync(join(made.path, 'k.tar.gz'), {force: true})
    assert.is((await run('backup', 'create', '--output', 'k.tar.gz', '--data-dir', 'data')).status, 0)
    assert.is((await run('backup', 'verify', 'k.tar.gz')).status, 0)
    for (const name of ['k.tar.gz', 'k.tar.gz.sha256']) rmSync(join(made.path, name))
  }
  await madeBackup(made.path)
  for (const point of rotated(['extracted', 'marked', 'old-moved', 'new-moved'], 4)) {
    const crashed = programIn(made.path, {HOSTNODE_CRASH_AT: `restore.${point}:1`})
    const {signal} = crashed.run('backup', 'restore', 'b.tar.gz', '--data-dir', 'data', '--force')
    assert.is(signal, 'SIGKILL', point)
    await using node = await startTestNode({dir: made.path})
    assert.is((Object(await node.call('GET', '/api/repos')).json as {total_count: number}).total_count, 3, point)
    await node.stop()
    assert.is(await whole('data'), 0, point)
    assert.is(existsSync(join(made.path, 'data.restore.json')), false)
  }
})

it('data behind a link are replaced where they are, and the link stays, killed at any point too', async () => {
  using made = await madeDataDir()
  await madeBackup(made.path)
  const disk = join(made.path, 'disk')
  mkdirSync(disk)
  renameSync(made.dataDir, join(disk, 'data'))
  symlinkSync('disk/data', made.dataDir)
  for (const point of ['marked', 'old-moved', 'new-moved', '']) {
    const {run} = programIn(made.path, point === '' ? {} : {HOSTNODE_CRASH_AT: `restore.${point}:1`})
    const {status, signal, stderr} = run('backup', 'restore', 'b.tar.gz', '--data-dir', 'data', '--force')
    assert.equal([status, signal], point === '' ? [0, null] : [null, 'SIGKILL'], `${point} ${stderr}`)
    await using node = await startTestNode({dir: made.path})
    assert.is((Object(await node.call('GET', '/api/repos')).json as {total_count: number}).total_count, 3, point)
    await node.stop()
  }
  assert.ok(lstatSync(made.dataDir).isSymbolicLink())
  assert.match(names(disk).join(), /^data,(data\.replaced-[^,]+,?){4}$/)
  assert.equal(
    names(made.path).filter((name) => /restor|replaced/.test(name)),
    [],
  )
})

it('looked at in full several times at once a backup is whole each time, and what lies beside it stays', async () => {
  using made = await madeDataDir()
  await madeBackup(made.path)
  const own = join(made.path, 'b.tar.gz.deep')
  mkdirSync(own)
  writeFileSync(join(own, 'doc'), 'precious')
  const other = join(made.path, 'b.tar.gz.deep-mine')
  mkdirSync(other)
  writeFileSync(join(other, 'lock'), '')
  const killed = spawn(process.execPath, [HOSTNODE, 'backup', 'verify', 'b.tar.gz', '--deep'], {cwd: made.path})
  const scratches = () => names(made.path).filter((name) => name.startsWith('b.tar.gz.deep-'))
  await eventually('it is unpacked', () => scratches().some((name) => existsSync(join(made.path, name, 'data'))))
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const looks = [1, 2, 3].map(async () => {
    const one = spawn(process.execPath, [HOSTNODE, 'backup', 'verify', 'b.tar.gz', '--deep'], {cwd: made.path})
    const [code] = await once(one, 'exit')
    return code
  })
  assert.equal(await Promise.all(looks), [0, 0, 0])
  assert.is(readFileSync(join(own, 'doc'), 'utf8'), 'precious')
  assert.ok(existsSync(other), 'a folder of somebody else')
  rmSync(other, {recursive: true})
  assert.is((await runIn(made.path).run('backup', 'verify', 'b.tar.gz', '--deep')).status, 0)
  assert.equal(scratches(), [])
})

it('a repository that borrows objects, or has lost its HEAD, is named, and no backup is made of it', async () => {
  using made = await madeDataDir()
  const [folder = ''] = made.folders
  const create = () => runIn(made.path).run('backup', 'create', '--output', 'b.tar.gz', '--data-dir', 'data')
  const place = relative(made.dataDir, folder)
  mkdirSync(join(folder, 'objects', 'info'), {recursive: true})
  writeFileSync(join(folder, 'objects', 'info', 'alternates'), '/somewhere/objects\n')
  const borrowed = await create()
  assert.is(borrowed.status, 7, borrowed.stderr)
  assert.match(borrowed.stderr, `${place} borrows objects`)
  rmSync(join(folder, 'objects', 'info', 'alternates'))
  rmSync(join(folder, 'HEAD'))
  const headless = await create()
  assert.is(headless.status, 3, headless.stderr)
  assert.match(headless.stderr, `${place} has no HEAD`)
  assert.is(existsSync(join(made.path, 'b.tar.gz')), false)
})

it('a mount point, whose place no folder can take, is refused before anything is done', async () => {
  using made = await madeDataDir()
  await madeBackup(made.path)
  symlinkSync('/proc', join(made.path, 'volume'))
  const before = names(made.path)
  const {status, stderr} = await runIn(made.path).run(
    'backup',
    'restore',
    'b.tar.gz',
    '--data-dir',
    'volume',
    '--force',
  )
  assert.is(status, 7, stderr)
  assert.match(stderr, 'is a mount point')
  assert.equal(names(made.path), before)
})
it.run()
