import {connect, type Socket} from 'node:net'
import {cpus} from 'node:os'
import * as assert from 'uvu/assert'
import {git, makeRepo} from '../support/git-client.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {answersIn} from '../support/raw-http.ts'
import {spec} from '../support/spec.ts'

// Limits are short here, and nothing is said of how long anything takes: each attack would go on for ever.
const it = spec('hostnode slow callers')
const DRIP_MS = 20
const TYPE = 'Content-Type: application/x-git-receive-pack-request'
const sockets = new Set<Socket>()
let node: TestNode

it.before(async () => {
  node = await startTestNode({flags: ['--idle-timeout', '500ms']})
})
it.after(async () => {
  await node[Symbol.asyncDispose]()
})

/** Says something, then byte after byte until the node has enough; what came back. */
function drip(start: string, byte = 'a'): Promise<string> {
  const socket = open(start)
  const timer = setInterval(() => socket.write(byte), DRIP_MS)
  return hear(socket).finally(() => clearInterval(timer))
}

/** What comes back until there is nobody there. */
function hear(socket: Socket): Promise<string> {
  let back = ''
  socket.setEncoding('latin1').on('data', (text) => {
    back += text
  })
  return new Promise((done) => socket.once('close', () => done(back)))
}

function open(start: string): Socket {
  const {hostname, port} = new URL(node.url)
  const socket = connect(Number(port), hostname)
  // Written at once, not when it has connected: on a busy machine the first dripping byte went before the start.
  if (start !== '') socket.write(start)
  sockets.add(socket)
  return socket.on('error', () => undefined)
}

const post = (path: string, token: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${token}`, ...headers, '', ''].join('\r\n')
const errorOf = (back: string) => answersIn(back).map(({status, body}) => `${status} ${JSON.parse(body).error}`)
const refusals = () => JSON.stringify(node.log().filter(({msg}) => msg === 'request refused'))
const metric = async (line: RegExp) => line.test(await (await fetch(`${node.metricsUrl}/metrics`)).text())
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((wake) => setTimeout(wake, DRIP_MS))
}

it('who connects and says nothing, or headers without end, is told and let go of', async () => {
  assert.equal(errorOf(await hear(open(''))), ['408 timeout'], refusals())
  assert.equal(errorOf(await drip('GET /health/live HTTP/1.1\r\nX: ')), ['408 timeout'], refusals())
})

it('a body that drips is refused, makes nothing, and does not hold an answer that was given', async () => {
  const length = 'Content-Length: 100000'
  const json = 'Content-Type: application/json'
  assert.equal(errorOf(await drip(post('/api/tokens', node.token, json, length), ' ')), ['408 timeout'])
  const chunked = post('/api/tokens', node.token, json, 'Transfer-Encoding: chunked')
  assert.equal(errorOf(await drip(chunked, '1\r\n \r\n')), ['408 timeout'])
  assert.equal(errorOf(await drip(post('/api/tokens', 'x', json, length))), ['401 unauthorized'])
  assert.equal(errorOf(await drip(post('/api/nowhere', node.token, length))), ['404 not_found'])
  const {json: list} = await node.call('GET', '/api/tokens')
  assert.is((list as {total_count: number}).total_count, 1)
})

it('a push that stands still is cut off; one that drips keeps no place that somebody waits for', async () => {
  const {url} = await makeRepo(node, 'slow', {private: false})
  const path = '/git/alice/slow/git-receive-pack'
  // Git has answered by then with a head; what follows is cut off, and never looks like its end.
  const still = await hear(open(post(path, node.token, TYPE, 'Content-Length: 1000')))
  assert.not.match(still, /0\r\n\r\n$/)
  const made = await node.call('POST', '/api/admin/users', {body: {username: 'bob'}})
  const {token: other} = (made.json as {token: {token: string}}).token
  const bob = await node.call('POST', '/api/repos', {token: other, body: {name: 'slow', owner: 'bob', private: false}})
  assert.is(bob.status, 201)
  // Two of them have all places, and each as many more as wait.
  const crowd = [
    ['/git/alice/slow/git-receive-pack', node.token],
    ['/git/bob/slow/git-receive-pack', other],
  ] as const
  let isOver = false
  const again = async (to: string, token: string) => {
    // A line that git waits for to its end.
    while (!isOver) await drip(`${post(to, token, TYPE, 'Content-Length: 1000000')}fff0`)
  }
  const drips = crowd.flatMap(([to, token]) => Array.from({length: cpus().length + 1}, () => again(to, token)))
  try {
    await until(() => metric(/^hostnode_http_in_flight ([4-9]|\d\d)/m))
    // On a busy machine whoever lists may be slow, too, and cut off: a place is to be had all the same.
    await until(async () => (await git(['ls-remote', url], {cwd: node.dir})).code === 0)
    await until(() => metric(/^hostnode_git_operations_total\{service="git-receive-pack",outcome="slow"\} [1-9]/m))
    assert.ok(await metric(/^hostnode_git_operations_total\{service="git-receive-pack",outcome="silent"\} [1-9]/m))
  } finally {
    // Git would outlive a node that is killed, and those that drip would go on for ever.
    isOver = true
    for (const socket of sockets) socket.destroy()
    await Promise.all(drips)
  }
  await until(() => metric(/^hostnode_http_in_flight 0$/m))
})
it.run()
