import {randomBytes} from 'node:crypto'
import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {DEEP} from '../support/depth.ts'
import {git, gitOut, makeRepo, realRefs, recorded} from '../support/git-client.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('hostnode git')
const MIB = 1024 * 1024
/** Many times what git sends in one piece and what a socket holds. */
const LARGE_MIB = DEEP ? 25 : 4
let node: TestNode
let dir: ReturnType<typeof tempDir>

it.before(async () => {
  dir = tempDir()
  node = await startTestNode()
})
it.after(async () => {
  await node[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

/** A clone of a new repository with one commit that nobody pushed. */
async function start(name: string, more: object = {}) {
  const repo = await makeRepo(node, name, more)
  const cwd = join(dir.path, name)
  const {token} = node
  const run = (...args: string[]) => gitOut(args, {cwd, token})
  const attempt = (...args: string[]) => git(args, {cwd, token})
  await gitOut(['clone', '--quiet', repo.url, cwd], {cwd: dir.path, token})
  const commit = async (file: string, content: string | Buffer) => {
    writeFileSync(join(cwd, file), content)
    await run('add', '--', file)
    await run('commit', '--quiet', `--message=${file}`)
  }
  await commit('first.txt', 'first\n')
  return {...repo, cwd, run, attempt, commit}
}

const cloneOf = (url: string, into: string, ...flags: string[]) =>
  gitOut(['clone', '--quiet', ...flags, url, into], {cwd: dir.path, token: node.token})

it('what is pushed comes back in a fresh clone, in either protocol, with or without .git', async () => {
  const {id, url, run, commit, folder} = await start('round')
  assert.is(await run('symbolic-ref', 'HEAD'), 'refs/heads/main')
  await run('push', '--quiet', 'origin', 'main')
  await commit('second.txt', 'second\n')
  await run('tag', '--annotate', '--message=one', 'v1')
  await run('push', '--quiet', 'origin', 'main', 'v1', 'main:refs/notes/review')
  await run('push', '--quiet', 'origin', 'main:other')
  await run('push', '--quiet', 'origin', ':other')
  const head = await run('rev-parse', 'HEAD')
  for (const [at, version] of ['0', '1', '2'].entries()) {
    const into = join(dir.path, `round-${version}`)
    const address = at === 1 ? `${url}.git` : url
    await gitOut(['-c', `protocol.version=${version}`, 'clone', '--quiet', address, into], {
      cwd: dir.path,
      token: node.token,
    })
    assert.is(await gitOut(['rev-parse', 'HEAD'], {cwd: into}), head)
    assert.is(readFileSync(join(into, 'second.txt'), 'utf8'), 'second\n')
  }
  const {kinds, refs} = recorded(node, id)
  assert.equal(refs, await realRefs(folder))
  // One push for each ref, and what was made or deleted beside it: not the note, which is neither branch nor tag.
  assert.equal(kinds, ['push', 'create', 'push', 'push', 'create', 'push', 'push', 'create', 'push', 'delete'])
  const {json} = await node.call('GET', '/api/repos/alice/round')
  assert.match(String(Object(json).pushed_at), /^\d{4}-/)
})

it(`${LARGE_MIB} MiB go and come, the same bytes, and part of it where only part is asked for`, async () => {
  const {id, url, run, commit} = await start('large')
  const bytes = randomBytes(LARGE_MIB * MIB)
  await commit('large.bin', bytes)
  // Chunked, after four bytes that ask whether it may.
  await run('push', '--quiet', 'origin', 'main')
  const whole = join(dir.path, 'large-whole')
  await cloneOf(url, whole)
  assert.ok(readFileSync(join(whole, 'large.bin')).equals(bytes))
  const shallow = join(dir.path, 'large-shallow')
  await cloneOf(url, shallow, '--depth=1')
  assert.is(await gitOut(['rev-list', '--count', 'HEAD'], {cwd: shallow}), '1')
  await gitOut(['fetch', '--quiet', '--unshallow'], {cwd: shallow, token: node.token})
  assert.is(await gitOut(['rev-list', '--count', 'HEAD'], {cwd: shallow}), '2')
  const partial = join(dir.path, 'large-partial')
  await cloneOf(url, partial, '--filter=blob:none', '--no-checkout')
  assert.is(await gitOut(['rev-list', '--count', 'HEAD'], {cwd: partial}), '2')
  assert.equal(recorded(node, id).kinds, ['push', 'create'])
})

/** So many commits on the branch `main`, each with the files of the one before, as `git fast-import` takes them: of now, for git asks about the newest first. */
function emptyCommits(count: number): string {
  const since = Math.floor(Date.now() / 1000)
  const commits = Array.from(
    {length: count},
    (_, at) =>
      `commit refs/heads/main\ncommitter Ada <ada@example.org> ${since + at} +0000\ndata ${String(at).length}\n${at}\n` +
      (at === 0 ? 'from refs/heads/main^0\n' : ''),
  )
  return `${commits.join('\n')}\n`
}

it('thousands of refs and an empty repository are no exceptions; bodies of many refs are compressed', async () => {
  const {id, run, url, cwd} = await start('many')
  const count = DEEP ? 10_000 : 200
  const head = await run('rev-parse', 'HEAD')
  const lines = Array.from({length: count}, (_, n) => `create refs/heads/b${String(n).padStart(5, '0')} ${head}\n`)
  await gitOut(['update-ref', '--stdin'], {cwd, input: lines.join('')})
  await run('push', '--quiet', 'origin', 'refs/heads/*:refs/heads/*')
  assert.is(recorded(node, id).kinds.length, 2 * (count + 1))
  const listed = await run('ls-remote', '--heads', 'origin')
  assert.is(listed.split('\n').length, count + 1)
  const into = join(dir.path, 'many-clone')
  await cloneOf(url, into, '--no-local')
  // Of that many wants git sends a compressed body: the trace is of its own HTTP.
  await gitOut(['fast-import', '--quiet'], {cwd: into, input: emptyCommits(80)})
  const trace = {GIT_TRACE_CURL: '1', GIT_TRACE_CURL_NO_DATA: '1'}
  await run('commit', '--quiet', '--allow-empty', '--message=theirs')
  await run('push', '--quiet', 'origin', 'main')
  const fetched = await git(['-c', 'protocol.version=0', 'fetch'], {cwd: into, token: node.token, env: trace})
  assert.is(fetched.code, 0, fetched.err)
  assert.match(fetched.err, /content-encoding: gzip/i)
  const empty = await makeRepo(node, 'empty')
  const {code, err} = await git(['clone', empty.url, 'empty'], {cwd: dir.path, token: node.token})
  assert.is(code, 0)
  assert.match(err, /empty repository/)
})

it('a stale push is rejected and moves nothing; two at once leave one winner and one chain of events', async () => {
  const {id, url, run, attempt, commit, folder} = await start('stale')
  await run('push', '--quiet', 'origin', 'main')
  const other = join(dir.path, 'stale-other')
  await cloneOf(url, other)
  await gitOut(['commit', '--quiet', '--allow-empty', '--message=theirs'], {cwd: other})
  await gitOut(['push', '--quiet', 'origin', 'main'], {cwd: other, token: node.token})
  await commit('mine.txt', 'mine\n')
  const stale = await attempt('push', 'origin', 'main')
  assert.is(stale.code, 1)
  assert.match(stale.err, /rejected/)
  assert.equal(recorded(node, id).kinds, ['push', 'create', 'push'])
  await run('push', '--quiet', '--force', 'origin', 'main')
  const pushes = Array.from({length: 3}, async (_, n) => {
    const one = join(dir.path, `stale-${n}`)
    await cloneOf(url, one)
    await gitOut(['commit', '--quiet', '--allow-empty', `--message=${n}`], {cwd: one})
    return one
  })
  const clones = await Promise.all(pushes)
  const ends = await Promise.all(clones.map((cwd) => git(['push', 'origin', 'main'], {cwd, token: node.token})))
  assert.is(ends.filter(({code}) => code === 0).length, 1)
  const {kinds, refs} = recorded(node, id)
  assert.equal(kinds, ['push', 'create', 'push', 'push', 'push'])
  assert.equal(refs, await realRefs(folder))
})

it('while writes wait, clones go on and pushes are told to come back', async () => {
  const {run, attempt, url} = await start('fenced')
  await run('push', '--quiet', 'origin', 'main')
  const fence = (body: object) => node.call('PUT', '/api/admin/maintenance', {body})
  assert.is((await fence({enabled: true, writes_only: true})).status, 200)
  await cloneOf(url, join(dir.path, 'fenced-clone'))
  assert.match((await attempt('push', 'origin', 'main:more')).err, /503/)
  assert.is((await fence({enabled: false})).status, 200)
  await run('push', '--quiet', 'origin', 'main:more')
})

it('who may not is told so as git understands it, and anonymous questions are free', async () => {
  const {url, run} = await start('guarded')
  const open = await start('open', {private: false})
  await open.run('push', '--quiet', 'origin', 'main')
  await run('push', '--quiet', 'origin', 'main')
  const {json} = await node.call('POST', '/api/tokens', {body: {name: 'read', scopes: ['repo:read']}})
  const reader = String(Object(json).token)
  const {json: made} = await node.call('POST', '/api/admin/users', {body: {username: 'bob'}})
  const bob = String(Object(made).token.token)
  const cwd = dir.path
  const ask = async (address: string, token?: string) =>
    (await git(['ls-remote', address], {cwd, ...(token && {token})})).code
  for (let n = 0; n < 70; n++) assert.is((await fetch(`${url}/info/refs?service=git-upload-pack`)).status, 401)
  assert.is(await ask(open.url), 0)
  assert.is(await ask(url), 128)
  assert.is(await ask(url, reader), 0)
  assert.is(await ask(url, bob), 128)
  const named = url.replace('http://', `http://alice:${node.token}@`)
  assert.is(await ask(named), 0)
  assert.is(await ask(url.replace('http://', `http://bob:${node.token}@`)), 128)
  const refused = await git(['push', url, 'HEAD:refs/heads/no'], {cwd: open.cwd, token: reader})
  assert.match(refused.err, /403/)
  const foreign = await git(['push', open.url, 'HEAD:refs/heads/no'], {cwd: open.cwd, token: bob})
  assert.match(foreign.err, /403/)
  const nothing = await git(['push', `${node.url}/git/alice/none`, 'HEAD'], {cwd: open.cwd, token: node.token})
  assert.match(nothing.err, /not found/)
  // A name in another case is the same repository.
  assert.is(await ask(url.replace('guarded', 'GUARDED'), node.token), 0)
})

it('names that differ in case lead to one repository, and none can be made beside it', async () => {
  const {run, url} = await start('Cased')
  assert.is((await node.call('POST', '/api/repos', {body: {name: 'cASED', owner: 'alice'}})).status, 409)
  await run('push', '--quiet', url.replace('alice/Cased', 'ALICE/cased.git'), 'HEAD:main')
  assert.is(await run('ls-remote', url, 'refs/heads/main'), `${await run('rev-parse', 'HEAD')}\trefs/heads/main`)
})
it.run()
