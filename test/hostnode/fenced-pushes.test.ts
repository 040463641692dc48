import {execFileSync} from 'node:child_process'
import {connect, type Socket} from 'node:net'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {adminRoutes} from '#hostnode/api/admin-routes'
import {PushGate} from '#hostnode/git/push-gate'
import {git, gitOut, makeRepo} from '../support/git-client.ts'
import {startTestNode, type TestNode} from '../support/hostnode.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostnode pushes at a fence')
const sockets = new Set<Socket>()
let node: TestNode

it.before(async () => {
  node = await startTestNode()
})
it.after(async () => {
  for (const socket of sockets) socket.destroy()
  await node[Symbol.asyncDispose]()
})

/** The body of a push of a new branch, as git makes one. Source: gitprotocol-pack(5), reference update request. */
function pushBody(folder: string, ref: string): Buffer {
  const id = execFileSync('git', ['rev-parse', 'HEAD'], {cwd: folder, encoding: 'utf8'}).trim()
  const line = `${'0'.repeat(40)} ${id} ${ref}\0report-status side-band-64k`
  const pack = execFileSync('git', ['pack-objects', '--stdout', '--revs'], {cwd: folder, input: `${id}\n`})
  return Buffer.concat([Buffer.from(`${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`), pack])
}

/** A push of which all but the last byte was sent; `end` sends that, and gives what came back. */
function beginPush(path: string, body: Buffer): {end: () => Promise<string>} {
  const {hostname, port} = new URL(node.url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  sockets.add(socket)
  const headers = [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${node.token}`,
    'Content-Type: application/x-git-receive-pack-request',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.write(`${headers.join('\r\n')}\r\n\r\n`)
  socket.write(body.subarray(0, -1))
  let back = ''
  socket.setEncoding('latin1').on('data', (text) => {
    back += text
  })
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  return {
    end: () => {
      socket.write(body.subarray(-1))
      return closed.then(() => back)
    },
  }
}

const isUnderWay = async () =>
  /^hostnode_http_in_flight [1-9]/m.test(await (await fetch(`${node.metricsUrl}/metrics`)).text())
const fence = (body: object) => node.call('PUT', '/api/admin/maintenance', {body})

async function pushed(name: string, fenced: object): Promise<{answer: string; refs: string}> {
  const {url} = await makeRepo(node, name, {private: false})
  const folder = join(node.dir, `${name}-work`)
  await gitOut(['init', '-q', folder], {cwd: node.dir})
  await gitOut(['commit', '-q', '--allow-empty', '-m', 'late'], {cwd: folder})
  const push = beginPush(`/git/alice/${name}/git-receive-pack`, pushBody(folder, 'refs/heads/late'))
  while (!(await isUnderWay())) await new Promise((wake) => setTimeout(wake, 20))
  assert.is((await fence({enabled: true, ...fenced})).status, 200)
  const answer = await push.end()
  assert.is((await fence({enabled: false})).status, 200)
  return {answer, refs: (await git(['ls-remote', url], {cwd: node.dir})).out}
}

it('a push that was under way when the node was closed moves nothing, and is told why', async () => {
  const {answer, refs} = await pushed('closed', {})
  assert.match(answer, /the node is in maintenance: nothing was moved/)
  assert.match(answer, /ng refs\/heads\/late/)
  assert.not.match(refs, /late/)
})

it('one of who may still come in moves', async () => {
  const {answer, refs} = await pushed('open', {allow: ['127.0.0.0/8', '::1/128']})
  assert.match(answer, /ok refs\/heads\/late/)
  assert.match(refs, /late/)
})

it('maintenance is told as set once nothing moves any more', async () => {
  const pushes = new PushGate()
  const state: {maintenance?: unknown} = {}
  const nothing = () => undefined
  const context = {store: {transaction: nothing}, log: {write: nothing}, state, gitWork: {pushes}}
  const route = adminRoutes(context as never).find(({url}) => url === '/api/admin/maintenance')
  const moving = pushes.move()
  const told: string[] = []
  const answer = Promise.resolve(route?.answer({body: {enabled: true}} as never)).then(() => told.push('set'))
  await new Promise((turn) => setImmediate(turn))
  assert.equal(told, [])
  assert.equal((state.maintenance as {enabled: boolean}).enabled, true, 'nobody is let in meanwhile')
  moving[Symbol.dispose]()
  await answer
  assert.equal(told, ['set'])
})

it('who closes the node waits for pushes that move already, and for none that came later', async () => {
  const gate = new PushGate()
  const told: string[] = []
  const first = gate.move()
  const still = gate.still().then(() => told.push('still'))
  gate.move()
  await Promise.resolve()
  assert.equal(told, [])
  first[Symbol.dispose]()
  await still
  assert.equal(told, ['still'])
})
it.run()
