// Deliveries a second of the node's durable queue, 16 hooks, against a plain loop over undici to the same receiver.
// Usage: npm run measure:hooks -- [--events 100] [--rounds 5]. The first round warms both sides up and does not count.
import {fork} from 'node:child_process'
import {createServer} from 'node:http'
import {Agent, request} from 'undici'
import {PAYLOADS} from '../../test/support/hook-payloads.ts'
import {startTestNode, type TestNode} from '../../test/support/hostnode.ts'
import {readWords} from './read-words.ts'

const HOOKS = 16
const LEAST_RATIO = 0.5
const {values} = readWords({
  options: {
    events: {type: 'string', default: '100'},
    rounds: {type: 'string', default: '5'},
    receiver: {type: 'boolean'},
  },
})

if (values.receiver) receive()
else await measure(Number(values.events), Number(values.rounds))

/** A process of its own that counts what comes and tells how long it took. */
function receive(): void {
  let wanted = 0
  let count = 0
  let firstNs = 0n
  const server = createServer((message, response) => {
    message.resume()
    message.on('end', () => {
      response.writeHead(200, {'content-length': '0'}).end()
      if (count++ === 0) firstNs = process.hrtime.bigint()
      if (count === wanted) process.send?.({ms: Number(process.hrtime.bigint() - firstNs) / 1e6})
    })
  })
  process.on('message', (message: {wanted: number}) => {
    wanted = message.wanted
    count = 0
    process.send?.({ready: true})
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.({port: typeof address === 'object' && address ? address.port : 0})
  })
}

async function measure(events: number, rounds: number): Promise<void> {
  const child = fork(import.meta.filename, ['--receiver'])
  const told = () => new Promise<{port?: number; ms?: number}>((done) => child.once('message', done as never))
  const {port = 0} = await told()
  const expect = async (wanted: number) => {
    child.send({wanted})
    await told()
    return told()
  }
  const url = `http://127.0.0.1:${port}/`
  const total = events * HOOKS
  const ratios: number[] = []
  await using running = await hookedNode(url, port, events)
  for (let round = 0; round <= rounds; round++) {
    const node = await nodeRate(running, events, expect)
    const kept = await loopRate(url, total, expect, 16)
    const fresh = await loopRate(url, total, expect, 1)
    const again = await loopRate(url, total, expect, 1)
    if (round === 0) continue
    ratios.push(node / fresh)
    console.log(
      `round ${round}: node ${node.toFixed(0)}/s; undici, a connection for each as the node has it, ${fresh.toFixed(0)}/s (again ${again.toFixed(0)}/s), ratio ${(node / fresh).toFixed(2)}; with kept connections ${kept.toFixed(0)}/s, ratio ${(node / kept).toFixed(2)}`,
    )
  }
  child.kill()
  const best = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0
  console.log(`${total} deliveries a round, median ratio ${best.toFixed(2)}, wanted ${LEAST_RATIO}`)
  process.exitCode = best >= LEAST_RATIO ? 0 : 1
}

type Expect = (wanted: number) => Promise<{ms?: number}>

async function hookedNode(url: string, port: number, events: number): Promise<TestNode> {
  const node = await startTestNode({
    flags: ['--allow-hook-target', `127.0.0.1:${port}`, '--hook-schedule', `${2 + Math.ceil(events / 50)}s`],
  })
  await node.call('POST', '/api/repos', {body: {name: 'demo', owner: 'alice'}})
  for (let hook = 0; hook < HOOKS; hook++)
    await node.call('POST', '/api/repos/alice/demo/hooks', {body: {url, secret: 'a secret to measure'}})
  return node
}

/** All are queued before the first one is due. */
async function nodeRate(node: TestNode, events: number, expect: Expect): Promise<number> {
  const ended = expect(events * HOOKS)
  const event = {owner: 'alice', repo: 'demo', event: 'push', payload: PAYLOADS['push']}
  for (let count = 0; count < events; count++) {
    const {status, text} = await node.call('POST', '/api/admin/events', {body: event})
    if (status !== 202) throw new Error(`an event was not taken: ${status} ${text}`)
  }
  const {ms = Number.NaN} = await ended
  return (1000 * events * HOOKS) / ms
}

/** `each`: requests that a connection carries before it is closed. */
async function loopRate(url: string, total: number, expect: Expect, each: number): Promise<number> {
  const body = JSON.stringify({
    ...PAYLOADS['push'],
    event_id: `evt_${'0'.repeat(26)}`,
    sent_at: new Date().toISOString(),
  })
  const ended = expect(total)
  const agent = new Agent({pipelining: each === 1 ? 0 : 1})
  let left = total
  const line = async () => {
    while (left-- > 0) {
      const reply = await request(url, {dispatcher: agent, method: 'POST', body, reset: each === 1})
      await reply.body.dump()
    }
  }
  await Promise.all(Array.from({length: HOOKS}, line))
  const {ms = Number.NaN} = await ended
  await agent.close()
  return (1000 * total) / ms
}
