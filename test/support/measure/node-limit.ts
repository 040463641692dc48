import {join} from 'node:path'
import {startTestNode, type TestNode} from '../hostnode.ts'
import {withDatabase} from '../hostnode-data.ts'
import {answersIn, talkRaw} from '../raw-http.ts'
import {tempDir} from '../temp-dir.ts'

const LIMIT = 5_000
const CONNECTIONS = 100
const EACH = 100

/** What came of many requests at once. */
export interface Flood {
  readonly passed: number
  readonly refused: number
  /** What was left by the headers of those that passed, each once, falling. */
  readonly left: readonly number[]
  /** Answers whose headers contradict each other or their status. */
  readonly wrong: number
}

/** Sends all of the requests before it reads the first answer. */
export async function floodNode(
  {url}: Pick<TestNode, 'url'>,
  token: string,
  connections: number,
  each: number,
): Promise<Flood> {
  const request = `GET /api/repos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const told = await Promise.all(Array.from({length: connections}, () => talkRaw(url, request.repeat(each))))
  const answers = told.flatMap(answersIn).map(({status, head}) => {
    const header = (name: string) => Number(new RegExp(`^${name}: (\\d+)\\r?$`, 'im').exec(head)?.[1])
    const [limit, left, used] = ['limit', 'remaining', 'used'].map((name) => header(`x-ratelimit-${name}`))
    const isOver = status === 429 && left === 0 && header('retry-after') >= 1
    const isRight = limit === LIMIT && (left ?? 0) + (used ?? 0) === LIMIT && (status === 200 || isOver)
    return {status, left: left ?? 0, isRight}
  })
  const passed = answers.filter(({status}) => status === 200)
  return {
    passed: passed.length,
    refused: answers.length - passed.length,
    left: passed.map(({left}) => left).sort((a, b) => b - a),
    wrong: answers.filter(({isRight}) => !isRight).length,
  }
}

/** How much of a token's window the node has stored. */
export function storedUse(dataDir: string, tokenId: string): number {
  const sql = 'SELECT used FROM rate_windows WHERE key = ?'
  return Number(withDatabase(dataDir, (db) => db.prepare(sql).get(tokenId))?.['used'] ?? 0)
}

/** A token of `alice` that nobody has used, and its id. */
export async function freshToken(node: TestNode): Promise<{readonly id: string; readonly token: string}> {
  const {json} = await node.call('POST', '/api/tokens', {body: {name: 'flood', scopes: ['repo:read']}})
  const {id, token} = json as {id: string; token: string}
  return {id, token}
}

/** Of 10,000 requests at once exactly 5,000 pass, and after a kill that comes a second later none does. */
export async function measureLimit(): Promise<boolean> {
  using dir = tempDir()
  const node = await startTestNode({dir: dir.path})
  const {id, token} = await freshToken(node)
  const startedMs = Date.now()
  const flood = await floodNode(node, token, CONNECTIONS, EACH)
  console.log(
    `${flood.passed} of ${CONNECTIONS * EACH} passed, ${flood.refused} were refused, in ${Date.now() - startedMs} ms`,
  )
  const isExact = flood.left.length === LIMIT && flood.left.every((left, at) => left === LIMIT - 1 - at)
  console.log(`headers: ${flood.wrong} wrong; each count told ${isExact ? 'once' : 'not once'}`)
  await new Promise((wake) => setTimeout(wake, 1_500))
  await node.kill()
  const stored = storedUse(join(dir.path, 'data'), id)
  await using again = await startTestNode({dir: dir.path})
  const after = await floodNode(again, token, 1, 10)
  console.log(`after kill -9: ${stored} stored, ${after.passed} of 10 passed`)
  return isExact && flood.passed === LIMIT && flood.wrong === 0 && stored === LIMIT && after.passed === 0
}
