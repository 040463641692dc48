import type {ChildProcess} from 'node:child_process'
import {makeRepo} from '../git-client.ts'
import {startTestNode} from '../hostnode.ts'
import {httpBurst} from './http-burst.ts'
import {plainFastify} from './plain-fastify.ts'
import {cpuSeconds} from './process-cpu.ts'
import {mediansOf, type Side, turned} from './turns.ts'

const GOAL = 0.5
const REPOSITORIES = 30
/** A token has 5,000 in an hour. */
const REQUESTS = 4_900
/** Both sides are asked so many bursts before anything counts: V8 compiles for as long, on threads that count as the program's. */
const WARM_UP = 8
const CONNECTIONS = 16

/** Answers a second of processor time to `GET /api/repos` with a token, its limit and a line of the log, beside bare fastify that sends the same bytes. Of one thread that has a core to itself these are answers a second; other work on the machine changes them little. */
export async function measureApi(rounds: number): Promise<boolean> {
  await using node = await startTestNode()
  for (let n = 0; n < REPOSITORIES; n++) await makeRepo(node, `r${n}`, {private: n % 2 === 0})
  const {text} = await node.call('GET', '/api/repos')
  const plain = await plainFastify(text)
  const results: Record<Side, number>[] = []
  let tokens = 0
  const makeToken = async () => {
    const {json} = await node.call('POST', '/api/tokens', {body: {name: `m${tokens++}`, scopes: ['repo:read']}})
    return String(Object(json).token)
  }
  const burst = async ({url, child}: {url: string; child: ChildProcess}) => {
    const headers = {authorization: `Bearer ${await makeToken()}`}
    const {pid = 0} = child
    const before = cpuSeconds(pid)
    await httpBurst({url, path: '/api/repos', headers, connections: CONNECTIONS, requests: REQUESTS})
    return REQUESTS / (cpuSeconds(pid) - before)
  }
  try {
    for (let n = 0; n < WARM_UP; n++) for (const side of [node, plain]) await burst(side)
    for (let round = 0; round < rounds; round++) {
      const rates: Record<Side, number> = {node: 0, plain: 0, again: 0}
      for (const side of turned(round)) rates[side] = await burst(side === 'node' ? node : plain)
      results.push(rates)
    }
  } finally {
    plain.child.kill()
  }
  const {node: own, plain: bare, ratio, noise} = mediansOf(results)
  console.log(
    `GET /api/repos, ${text.length} bytes: node ${own.toFixed(0)} for each second of its processor time, bare fastify ${bare.toFixed(0)}; ${ratio.toFixed(2)} x (goal ${GOAL}), fastify against itself ${noise.toFixed(2)} x`,
  )
  return ratio >= GOAL
}
