import {spawnSync} from 'node:child_process'
import {randomBytes} from 'node:crypto'
import {readdirSync, writeFileSync} from 'node:fs'
import {connect, type Socket} from 'node:net'
import {cpus} from 'node:os'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {gitOut, makeRepo, realRefs, recorded} from '../support/git-client.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

// Whoever stands still is cut off after a minute: what is served only then finds the slow ones gone.
const it = spec('a hosting node and who is slow with git')
const CHILDREN = cpus().length * 2
const ZERO = '0'.repeat(40)

/** Says something and no more until it is told to; it takes the answer when it is asked for. */
function open(url: string, start: string | Buffer) {
  const {hostname, port} = new URL(url)
  const socket: Socket = connect(Number(port), hostname).on('error', () => undefined)
  let isOpen = true
  socket.once('close', () => {
    isOpen = false
  })
  socket.pause().write(start)
  const rest = (more: string | Buffer) => {
    socket.write(more)
    let back = ''
    socket.setEncoding('latin1').on('data', (text) => {
      back += text
    })
    return new Promise<string>((done) => socket.once('close', () => done(back)).resume())
  }
  return {rest, isOpen: () => isOpen, end: () => socket.destroy()}
}

const post = (repo: string, service: string, token: string, length: number) =>
  [
    `POST /git/${repo}/git-${service} HTTP/1.1`,
    'Host: a',
    'Connection: close',
    `Authorization: Bearer ${token}`,
    `Content-Type: application/x-git-${service}-request`,
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n')
const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text

/** A commit of so many bytes in a folder that git works in, and what a push of it to a new branch would send. */
async function madeCommit(cwd: string, bytes: number) {
  await gitOut(['init', '-q', '-b', 'main'], {cwd})
  writeFileSync(join(cwd, 'big'), randomBytes(bytes))
  await gitOut(['add', '.'], {cwd})
  await gitOut(['commit', '-qm', 'big'], {cwd})
  const oid = await gitOut(['rev-parse', 'HEAD'], {cwd})
  const pack = spawnSync('git', ['pack-objects', '--revs', '--stdout', '-q'], {cwd, input: `${oid}\n`}).stdout
  const push = (branch: string) =>
    Buffer.concat([Buffer.from(`${line(`${ZERO} ${oid} refs/heads/${branch}\0report-status\n`)}0000`), pack])
  return {oid, push}
}

async function userOf(node: TestNode, username: string): Promise<string> {
  const {json} = await node.call('POST', '/api/admin/users', {body: {username}})
  const {token} = (json as {token: {token: string}}).token
  const {status} = await node.call('POST', '/api/repos', {token, body: {name: 'x', owner: username}})
  assert.is(status, 201)
  return token
}

async function untilChildren(node: TestNode, count: number): Promise<void> {
  while (readdirSync(join(node.dataDir, 'children')).length < count) await new Promise((wake) => setTimeout(wake, 20))
}

/** Everybody lists, and somebody pushes, to repositories of their own. */
async function useGit(node: TestNode, cwd: string, users: Readonly<Record<string, string>>, branch: string) {
  const urlOf = (name: string) => `${node.url}/git/${name}/x.git`
  for (const [name, token] of Object.entries(users)) await gitOut(['ls-remote', urlOf(name)], {cwd, token})
  await gitOut(['push', '-q', urlOf('carol'), `HEAD:refs/heads/${branch}`], {cwd, token: users['carol'] ?? ''})
}

it('pushes whose bodies stand still keep nobody from git, and end as any when the rest comes', async () => {
  await using node = await startTestNode()
  using dir = tempDir()
  const {id, folder} = await makeRepo(node, 'x')
  const {oid, push} = await madeCommit(dir.path, 240_000)
  const users = {alice: node.token, bob: await userOf(node, 'bob'), carol: await userOf(node, 'carol')}
  const slow = (['alice', 'bob'] as const).flatMap((name) =>
    Array.from({length: CHILDREN}, (_, at) => {
      const body = push(`slow-${at}`)
      const head = Buffer.from(post(`${name}/x`, 'receive-pack', users[name], body.length))
      return {name, left: body.subarray(100_000), ...open(node.url, Buffer.concat([head, body.subarray(0, 100_000)]))}
    }),
  )
  try {
    await untilChildren(node, CHILDREN)
    await useGit(node, dir.path, users, 'meanwhile')
    await untilChildren(node, CHILDREN * 2)
    assert.ok(slow.every(({isOpen}) => isOpen()))
    const answers = await Promise.all(slow.map(({rest, left}) => rest(left)))
    for (const answer of answers) assert.match(answer, /unpack ok\n[\s\S]*ok refs\/heads\/slow-\d+\n[\s\S]*0\r\n\r\n$/)
    const wanted = Array.from({length: CHILDREN}, (_, at) => `${oid} refs/heads/slow-${at}`).sort()
    assert.equal((await realRefs(folder)).sort(), wanted)
    assert.equal([...recorded(node, id).refs].sort(), wanted)
  } finally {
    for (const {end} of slow) end()
  }
})

it('clones that nobody takes keep nobody from git, and are whole when they are taken', async () => {
  await using node = await startTestNode()
  using dir = tempDir()
  await makeRepo(node, 'x')
  const size = 24_000_000
  const {oid} = await madeCommit(dir.path, size)
  const users = {alice: node.token, bob: await userOf(node, 'bob'), carol: await userOf(node, 'carol')}
  const body = `${line(`want ${oid}\n`)}0000${line('done\n')}`
  const cwd = dir.path
  for (const name of ['alice', 'bob'] as const)
    await gitOut(['push', '-q', `${node.url}/git/${name}/x.git`, 'main'], {cwd, token: users[name]})
  const slow = (['alice', 'bob'] as const).flatMap((name) =>
    Array.from({length: CHILDREN}, () =>
      open(node.url, post(`${name}/x`, 'upload-pack', users[name], body.length) + body),
    ),
  )
  try {
    await untilChildren(node, CHILDREN)
    await useGit(node, cwd, users, 'meanwhile')
    assert.ok(slow.every(({isOpen}) => isOpen()))
    for (const {rest} of slow) assert.ok((await rest('')).length > size)
  } finally {
    for (const {end} of slow) end()
  }
})
it.run()
