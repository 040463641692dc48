// Counts no coverage: nodes are started again and again, and others of the hosting node's tests run the same lines.
import {randomBytes} from 'node:crypto'
import {once} from 'node:events'
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {connect} from 'node:net'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {mountVolume, whyNoVolume} from '../support/campaign/small-volume.ts'
import {git, gitOut, gitProcesses, makeRepo, realRefs, recorded} from '../support/git-client.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {setFault} from '../support/node-control.ts'
import {until} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('hostnode git hostile')
let node: TestNode
let dir: ReturnType<typeof tempDir>

it.before(async () => {
  dir = tempDir()
  node = await startTestNode({flags: ['--allow-faults']})
})
it.after(async () => {
  await node[Symbol.asyncDispose]()
  dir[Symbol.dispose]()
})

/** Bytes as no client would send them; what comes back until the node hangs up. `isCut`: this side hangs up after its last byte. */
function raw(head: readonly string[], body: string | Buffer = '', isCut = false): Promise<string> {
  const {hostname, port} = new URL(node.url)
  return new Promise((done) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      socket.write(body)
      if (isCut) socket.end()
    })
    let back = ''
    socket.on('data', (data) => {
      back += data.toString('latin1')
    })
    socket.on('close', () => done(back))
    socket.on('error', () => undefined)
  })
}

/** Tries until it holds: what happens beside the test has no moment of its own. */
async function eventually(holds: () => void): Promise<void> {
  let why: unknown
  const isSo = () => {
    try {
      holds()
      return true
    } catch (error) {
      why = error
      return false
    }
  }
  await until(isSo).catch(() => {
    throw why
  })
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const own = () => ['Host: x', `Authorization: Bearer ${node.token}`, 'Connection: close']
const TYPE = 'Content-Type: application/x-git-receive-pack-request'
const pushHead = (name: string) => [`POST /git/alice/${name}/git-receive-pack HTTP/1.1`, ...own(), TYPE]

/** Processes of git that the node has at work. */
function atWork(): string[] {
  return gitProcesses(
    node.dataDir,
    readdirSync('/proc').filter((name) => /^\d+$/.test(name)),
  )
}

/** What a push of one new commit sends, taken from git itself. */
async function pushBody(name: string, bytes: number) {
  const repo = await makeRepo(node, name)
  const cwd = join(dir.path, name)
  await gitOut(['init', '--quiet', '--initial-branch=main', cwd], {cwd: dir.path})
  writeFileSync(join(cwd, 'data.bin'), randomBytes(bytes))
  await gitOut(['add', '.'], {cwd})
  await gitOut(['commit', '--quiet', '--message=data'], {cwd})
  const head = await gitOut(['rev-parse', 'HEAD'], {cwd})
  const line = `${'0'.repeat(40)} ${head} refs/heads/main\0report-status object-format=sha1`
  const command = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`
  await gitOut(['pack-objects', '--quiet', '--revs', 'pack'], {cwd, input: 'HEAD\n'})
  const pack = readdirSync(cwd).find((file) => /^pack-.*\.pack$/.test(file)) ?? ''
  return {...repo, cwd, head, body: Buffer.concat([Buffer.from(command), readFileSync(join(cwd, pack))])}
}

it('all but the smart protocol is refused, and each refusal has its own status', async () => {
  const {id} = await makeRepo(node, 'forms')
  const get = (path: string, method = 'GET', more: readonly string[] = []) =>
    raw([`${method} /git/alice/${path} HTTP/1.1`, ...own(), ...more]).then(statusOf)
  for (const path of [
    'forms',
    'forms/HEAD',
    'forms/info/refs',
    'forms/objects/info/packs',
    'forms/config',
    'forms/info/refs?service=git-x',
  ])
    assert.is(await get(path), 403, path)
  assert.is(await get('forms/info/refs?service=git-upload-pack&service=git-upload-pack'), 403)
  assert.is(await get('forms/git-upload-pack'), 403)
  assert.is(await get('forms/info/refs?service=git-upload-pack', 'HEAD'), 403)
  assert.is(await get('forms/info/refs?service=git-upload-pack', 'PUT', ['Content-Length: 0']), 403)
  const smart = 'info/refs?service=git-upload-pack'
  for (const path of ['none', '..%2fforms', '--upload-pack=x', 'forms%00', 'a'.repeat(101), 'forms.git.git', `${id}`])
    assert.is(await get(`${path}/${smart}`), 404, path)
  assert.is(await get(`${'n'.repeat(100)}.git/${smart}`), 404)
  const long = await makeRepo(node, 'l'.repeat(100))
  assert.is(await get(`${'l'.repeat(100)}.git/${smart}`), 200, long.url)
  for (const type of ['', 'Content-Type: application/x-git-upload-pack-request', `${TYPE}; charset=utf-8`])
    assert.is(await get('forms/git-receive-pack', 'POST', [type, 'Content-Length: 4'].filter(Boolean)), 400, type)
  for (const [coding, status] of [
    ['br', 415],
    ['gzip, gzip', 415],
    ['identity', 200],
  ] as const) {
    const coded = [TYPE, `Content-Encoding: ${coding}`, 'Content-Length: 4']
    assert.is(
      statusOf(await raw(['POST /git/alice/forms/git-receive-pack HTTP/1.1', ...own(), ...coded], '0000')),
      status,
      coding,
    )
  }
  const answer = await raw([`GET /git/alice/forms/${smart} HTTP/1.1`, ...own(), 'Git-Protocol: version=2; rm -rf /'])
  assert.match(answer, /\r\ncontent-type: application\/x-git-upload-pack-advertisement\r\n/i)
  assert.match(answer, /\r\ncache-control: no-cache/i)
  assert.match(answer, /\r\nx-ratelimit-remaining: \d+\r\n/i)
  assert.not.match(answer, /version 2/)
})

it('a body is asked for only where it is wanted', async () => {
  const {body} = await pushBody('expect', 100)
  const expect = (name: string, value: string, lines = pushHead(name)) =>
    raw([...lines, `Expect: ${value}`, `Content-Length: ${body.length}`], body)
  const anonymous = pushHead('expect').filter((line) => !line.startsWith('Authorization'))
  const stranger = await expect('expect', '100-continue', anonymous)
  assert.match(stranger, /^HTTP\/1\.1 401 [\s\S]*www-authenticate: Basic realm="host"/i)
  assert.match(stranger, /connection: close/i)
  const other = await expect('expect', 'a-miracle')
  assert.match(other, /^HTTP\/1\.1 417 [\s\S]*"error":"expectation_failed"/)
  const good = await expect('expect', '100-continue')
  assert.match(good, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  assert.match(good, /unpack ok[\s\S]*ok refs\/heads\/main/)
  const json = JSON.stringify({name: 'asked', owner: 'alice'})
  const api = ['POST /api/repos HTTP/1.1', ...own(), 'Content-Type: application/json', `Content-Length: ${json.length}`]
  assert.match(await raw([...api, 'Expect: 100-continue'], json), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /)
})

it('requests that two readers would cut in two ways are refused', async () => {
  await makeRepo(node, 'smuggled')
  const hidden = 'GET /api/user HTTP/1.1\r\nHost: x\r\n\r\n'
  const forms = [
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    ['Transfer-Encoding : chunked'],
    ['Transfer-Encoding: xchunked'],
    ['Content-Length: 4', 'Content-Length: 5'],
    ['Content-Length: +4'],
    ['Content-Length: 0x4'],
    ['Content-Length: 4', ' folded: yes'],
  ]
  for (const form of forms) {
    const answer = await raw(
      [...pushHead('smuggled').filter((line) => !/^Connection/.test(line)), ...form],
      `0000${hidden}`,
      true,
    )
    assert.is(answer.match(/HTTP\/1\.1 /g)?.length, 1, form.join())
    assert.is(statusOf(answer), 400, form.join())
  }
})

it('protocol lines that lie about their length move nothing and break nothing', async () => {
  const {id, folder, body, head} = await pushBody('lies', 2000)
  const lies = [
    'ffff0000',
    '0001',
    '0003',
    'zzzz',
    `0009${'x'.repeat(100_000)}`,
    `${'0'.repeat(40)} ${head} refs/heads/main`,
    Buffer.concat([Buffer.from('fff0'), body]),
    body.subarray(0, body.length - 30),
    Buffer.concat([body.subarray(0, 200), randomBytes(500)]),
    Buffer.from(body.toString('latin1').replace('refs/heads/main', 'refs/heads/../x'), 'latin1'),
    randomBytes(5_000),
  ]
  for (const lie of lies) {
    const answer = await raw([...pushHead('lies'), `Content-Length: ${lie.length}`], lie)
    assert.ok([200, 400, 403, 500].includes(statusOf(answer)), answer.slice(0, 200))
    assert.not.match(answer, /ok refs\/heads/)
  }
  // Less than it says, more than it says, compressed that is not.
  await raw([...pushHead('lies'), `Content-Length: ${body.length + 10}`], body, true)
  await raw([...pushHead('lies'), 'Content-Encoding: gzip', `Content-Length: ${body.length}`], body)
  await raw([...pushHead('lies'), 'Transfer-Encoding: chunked'], 'fffffffff\r\n', true)
  assert.equal([await realRefs(folder), recorded(node, id)], [[], {kinds: [], refs: []}])
  await eventually(() => assert.equal(atWork(), []))
  const whole = await raw([...pushHead('lies'), `Content-Length: ${body.length}`], body)
  assert.match(whole, /ok refs\/heads\/main/)
  assert.equal(recorded(node, id), {kinds: ['push', 'create'], refs: [`${head} refs/heads/main`]})
})

it('a push that is cut off leaves no process, no half and no lock', async () => {
  const {id, folder, body, cwd, url, head} = await pushBody('cut', 2_000_000)
  const {hostname, port} = new URL(node.url)
  for (const share of [0.01, 0.5, 0.99]) {
    await new Promise<void>((done) => {
      const socket = connect(Number(port), hostname)
      const piece = body.subarray(0, body.length * share)
      socket.write(`${pushHead('cut').join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n`)
      socket.write(piece, () => {
        const poll = setInterval(() => {
          if (atWork().length === 0) return
          clearInterval(poll)
          socket.destroy()
          done()
        }, 10)
      })
    })
    await eventually(() => assert.equal(atWork(), []))
  }
  await eventually(() => assert.equal(readdirSync(join(node.dataDir, 'children')), []))
  assert.equal(recorded(node, id).kinds, [])
  const halves = () => readdirSync(join(folder, 'objects')).filter((name) => /^(incoming|tmp_)/.test(name))
  await eventually(() => assert.equal(halves(), []))
  await gitOut(['push', '--quiet', url, 'main'], {cwd, token: node.token})
  assert.equal(await realRefs(folder), [`${head} refs/heads/main`])
  assert.is((await git(['fsck', '--full', '--strict'], {cwd: folder})).code, 0)
})

it('a store that fills while a push comes refuses it before anything moves, and takes it once there is room', async () => {
  const {id, folder, body, head} = await pushBody('filling', 200_000)
  const {hostname, port} = new URL(node.url)
  const socket = connect(Number(port), hostname)
  const closed = once(socket, 'close')
  let back = ''
  socket.on('data', (data) => {
    back += data.toString('latin1')
  })
  socket.write(`${pushHead('filling').join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n`)
  socket.write(body.subarray(0, 100_000))
  await eventually(() => assert.ok(atWork().length > 0))
  {
    await using _ = await setFault(node, 'store_full')
    socket.write(body.subarray(100_000))
    await closed
  }
  assert.match(back, /ng refs\/heads\/main pre-receive hook declined/)
  const complaints = node.log().filter(({msg}) => msg === 'git complained')
  assert.match(String(complaints.at(-1)?.['complaint']), /no room to record/)
  assert.equal([await realRefs(folder), recorded(node, id)], [[], {kinds: [], refs: []}])
  const again = await raw([...pushHead('filling'), `Content-Length: ${body.length}`], body)
  assert.match(again, /ok refs\/heads\/main/)
  assert.equal(recorded(node, id), {kinds: ['push', 'create'], refs: [`${head} refs/heads/main`]})
})

it('a deletion ends clones under way, and what is left of them', async () => {
  const {url, cwd} = await pushBody('doomed', 8_000_000)
  await gitOut(['push', '--quiet', url, 'main'], {cwd, token: node.token})
  const clones = Array.from({length: 3}, (_, n) =>
    git(['clone', '--quiet', url, `doomed-${n}`], {cwd: dir.path, token: node.token}),
  )
  await eventually(() => assert.ok(atWork().length > 0))
  assert.is((await node.call('DELETE', '/api/repos/alice/doomed')).status, 204)
  for (const {code, err} of await Promise.all(clones)) if (code !== 0) assert.match(err, /fatal|error/)
  await eventually(() => {
    assert.equal(atWork(), [])
    assert.equal(
      readdirSync(join(node.dataDir, 'repos')).filter((name) => name.startsWith('.')),
      [],
    )
  })
  const {code} = await git(['ls-remote', url], {cwd: dir.path, token: node.token})
  assert.is(code, 128)
})

it('more than there is place for wait, and more than may wait are told to come back', async () => {
  await makeRepo(node, 'crowded', {private: false})
  const {hostname, port} = new URL(node.url)
  const head = [...pushHead('crowded'), 'Content-Length: 1000'].join('\r\n')
  const sockets = Array.from({length: 200}, () => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n0`))
    const answer = new Promise<string>((done) => {
      socket.once('data', (data) => done(data.toString('latin1')))
      socket.once('close', () => done(''))
      socket.on('error', () => undefined)
    })
    return {socket, answer}
  })
  const [first] = await Promise.all([Promise.race(sockets.map(({answer}) => answer))])
  assert.match(first, /^HTTP\/1\.1 503 [\s\S]*retry-after: [1-9][\s\S]*"error":"busy"/i)
  // They are all of one user: others have places left.
  const stranger = await git(['ls-remote', `${node.url}/git/alice/crowded`], {cwd: dir.path})
  assert.is(stranger.code, 0, stranger.err)
  for (const {socket} of sockets) socket.destroy()
  await eventually(() => assert.equal(atWork(), []))
  assert.is((await git(['ls-remote', `${node.url}/git/alice/crowded`], {cwd: dir.path})).code, 0)
  const text = await (await fetch(`${node.metricsUrl}/metrics`)).text()
  assert.match(text, /hostnode_git_operations_total\{service="git-receive-pack",outcome="busy"\} [1-9]/)
  assert.match(text, /hostnode_git_operations_total\{service="git-receive-pack",outcome="aborted"\} [1-9]/)
  assert.match(text, /^hostnode_http_in_flight 0$/m)
})

const why = whyNoVolume()
const itOnVolume = why === undefined ? it : (name: string) => it.skip(name, why)

itOnVolume('a disk that is full in the middle of a push loses nothing that was there, and serves on', async () => {
  using volume = mountVolume(16 * 1024)
  await using full = await startTestNode({dir: volume.path})
  const {id, url, folder} = await makeRepo(full, 'full')
  const cwd = join(dir.path, 'full')
  await gitOut(['init', '--quiet', '--initial-branch=main', cwd], {cwd: dir.path})
  await gitOut(['commit', '--quiet', '--allow-empty', '--message=small'], {cwd})
  await gitOut(['push', '--quiet', url, 'main'], {cwd, token: full.token})
  const before = await realRefs(folder)
  // What is random does not get smaller.
  await gitOut(['config', 'core.compression', '0'], {cwd})
  writeFileSync(join(cwd, 'big'), randomBytes(20_000_000))
  await gitOut(['add', '.'], {cwd})
  await gitOut(['commit', '--quiet', '--message=big'], {cwd})
  const {code, err} = await git(['push', url, 'main'], {cwd, token: full.token})
  assert.is(code, 1, err)
  assert.match(err, /No space left|unpack|unpacker/)
  assert.equal(await realRefs(folder), before)
  assert.equal(recorded(full, id), {kinds: ['push', 'create'], refs: before})
  assert.is((await git(['fsck', '--full'], {cwd: folder})).code, 0)
  await gitOut(['reset', '--quiet', '--hard', 'HEAD~'], {cwd})
  await gitOut(['commit', '--quiet', '--allow-empty', '--message=small again'], {cwd})
  await gitOut(['push', '--quiet', url, 'main'], {cwd, token: full.token})
  assert.equal(recorded(full, id).kinds, ['push', 'create', 'push'])
  await full.stop()
})
it.run()
