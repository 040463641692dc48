import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http'
import type {AddressInfo} from 'node:net'
import {tempDir} from '../temp-dir.ts'
import type {Answer} from './asked.ts'
import {refsOf, serveGit} from './git-backend.ts'
import {answerApi} from './second-api.ts'
import {answerNode, metricsText} from './second-node.ts'
import {type SecondHostOptions, SecondState, type SecondToken, unix} from './second-state.ts'
import {tellPush} from './send-deliveries.ts'

const PAGE = 20
const HOUR = 3600

/** A running host; `state.faults` may change at any time. */
export interface SecondHost extends AsyncDisposable {
  readonly state: SecondState
  readonly url: string
  readonly metricsUrl: string
  readonly token: string
}

/**
 * A hosting service of another make: bare lists with `Link`, whole-number ids, Unix times, scopes with underscores, tokens below
 * `/api/user/tokens`, errors in an envelope. Plain `node:http` and git's own backend.
 */
export async function startSecondHost(options: SecondHostOptions = {}): Promise<SecondHost> {
  const dir = tempDir()
  const state = new SecondState(dir.path, options)
  const token = state.addToken('first', ['admin'], null, options.token)
  const api = createServer((request, response) => void answer(state, request, response))
  const metrics = createServer((_, response) => {
    const {type, text} = metricsText(state)
    response.setHeader('Content-Type', type).end(text)
  })
  const [url, metricsBase] = [await listen(api), await listen(metrics)]
  return {
    state,
    url,
    metricsUrl: `${metricsBase}/metrics`,
    token: token.value,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...state.background])
      await Promise.all([api, metrics].map(shut))
      dir[Symbol.dispose]()
    },
  }
}

function listen(server: Server): Promise<string> {
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

function shut(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

async function answer(state: SecondState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://host')
  if (state.has('clock-off')) response.setHeader('Date', new Date(Date.now() + 90_000).toUTCString())
  if (state.has('token-echoed')) response.setHeader('X-Debug', request.headers.authorization ?? 'nobody')
  if (state.has('slow')) await new Promise((done) => setTimeout(done, 40))
  if (state.has('late')) await new Promise((done) => setTimeout(done, 2300))
  response.on('finish', () => state.count(String(response.statusCode)))
  const open = answerNode(state, url.pathname)
  if (open !== undefined) return send(state, {url, response}, open)
  const token = callerOf(state, request, url.pathname)
  const isLimited = countRate(state, token, response)
  if (isLimited)
    return send(
      state,
      {url, response},
      {status: 403, json: {error: 'rate_limited', message: 'slow down', retry_after: 60}},
    )
  if (state.has('errors') && request.method === 'GET' && state.polls++ % 4 === 0)
    return send(state, {url, response}, {status: 500, json: {message: 'broken'}})
  if (url.pathname.startsWith('/git/')) return await answerGit(state, url, {request, response, token})
  if (!url.pathname.startsWith('/api/'))
    return send(state, {url, response}, {status: 404, json: {message: 'nothing here'}})
  const parts = url.pathname.slice('/api/'.length).split('/').map(decodeURIComponent)
  const body = await bodyOf(request)
  if (body === undefined) return send(state, {url, response}, {status: 400, json: {message: 'no JSON'}})
  const asked = {method: request.method ?? 'GET', parts, query: url.searchParams, token, body}
  send(state, {url, response}, answerApi(state, asked))
}

type Call = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly token: SecondToken | undefined
}

async function answerGit(state: SecondState, url: URL, {request, response, token}: Call): Promise<void> {
  const [, owner, repo, rest] = /^\/git\/([^/]+)\/([^/]+?)(?:\.git)?(\/.*)$/.exec(url.pathname) ?? []
  if (token === undefined) {
    response.setHeader('WWW-Authenticate', 'Basic realm="lantern"')
    return send(state, {url, response}, {status: 401, json: {message: 'who are you'}})
  }
  if (owner !== state.owner || repo === undefined || !state.repos.some(({name}) => name === repo))
    return send(state, {url, response}, {status: 404, json: {message: 'nothing here'}})
  const isPush = request.method === 'POST' && rest === '/git-receive-pack'
  const isUnwelcome = request.headers['content-encoding'] === 'gzip' && state.has('gzip-refused')
  if (isUnwelcome || (isPush && state.has('push-refused')))
    return send(state, {url, response}, {status: 500, json: {message: 'not today'}})
  const mayPush = token.scopes.some((scope) => /^(admin|repo)$/.test(scope))
  if (isPush && !mayPush && !state.has('read-writes') && !state.has('reader-pushes'))
    return send(state, {url, response}, {status: 403, json: {message: 'beyond the scopes'}})
  const before = isPush ? refsOf(state.root, repo) : undefined
  await serveGit(request, response, {
    root: state.root,
    path: `/${repo}.git${rest}`,
    query: url.search.slice(1),
    user: state.owner,
  })
  if (before !== undefined) tellPush(state, repo, before)
}

/** Whether a path leads to a repository that was there before anybody asked. */
const isOld = (state: SecondState, path: string): boolean =>
  state.repos.some(({name, created_at}) => created_at === 1 && path.split('/').includes(name))

/** Who is let in without any credentials. */
function strangerOf(state: SecondState, method: string | undefined, path: string): SecondToken | undefined {
  const isGit = path.startsWith('/git/')
  const isPush = path.endsWith('/git-receive-pack')
  const isLetIn =
    state.has('anonymous-accepted') ||
    (state.has('anonymous-clones') && isGit && !isPush) ||
    (state.has('anonymous-pushes') && isGit && isPush) ||
    (state.has('anonymous-sees') && method === 'GET' && /^\/api\/repos\/./.test(path)) ||
    (state.has('anonymous-clones-old') && isGit && !isPush && isOld(state, path)) ||
    (state.has('anonymous-sees-old') && method === 'GET' && path.startsWith('/api/') && isOld(state, path))
  return isLetIn ? state.tokens[0] : undefined
}

function callerOf(state: SecondState, {headers, method}: IncomingMessage, path: string): SecondToken | undefined {
  if (headers.authorization === undefined) return strangerOf(state, method, path)
  const [, scheme = '', text = ''] = /^(\S+)\s+(\S+)$/.exec(headers.authorization) ?? []
  const kind = scheme.toLowerCase()
  if (kind === 'basic' && state.has('basic-refused')) return undefined
  if (kind === 'token' && state.has('token-scheme-refused')) return undefined
  const value = (kind === 'basic' ? Buffer.from(text, 'base64').toString().split(':')[1] : text) ?? ''
  const token = state.tokens.find((one) => one.value === value) ?? likeOne(state, value)
  if (token === undefined) return state.has('garbage-accepted') ? state.tokens[0] : undefined
  return isLive(state, token, path) ? token : undefined
}

/** A token that one of ours is taken for by a careless comparison. */
function likeOne(state: SecondState, value: string): SecondToken | undefined {
  return state.tokens.find(
    (one) =>
      (state.has('prefix-accepted') && value.slice(0, 12) === one.value.slice(0, 12)) ||
      (state.has('case-accepted') && value.toLowerCase() === one.value.toLowerCase()) ||
      (state.has('longer-accepted') && value.startsWith(one.value)),
  )
}

function isLive(state: SecondState, token: SecondToken, path: string): boolean {
  const {isRevoked, expires_at} = token
  const isForgiven =
    state.has('revoked-accepted') ||
    (state.has('revoked-in-git') && path.startsWith('/git/')) ||
    (state.has('revoked-flaps') && state.polls++ % 2 === 1)
  if (isRevoked && !isForgiven) return false
  const isOver = expires_at !== null && expires_at <= Date.now() / 1000
  return !isOver || state.has('expired-accepted')
}

/** One window an hour from the start; a hit is 403 with nothing left. */
function countRate(state: SecondState, token: SecondToken | undefined, response: ServerResponse): boolean {
  const isShrinking = state.has('rate-limit-shrinks')
  const limit =
    token === undefined ? state.strangersLeft : (state.options.limit ?? 5000) - (isShrinking ? state.polls++ : 0)
  const isStill = state.has('rate-frozen') || state.has('rate-window-jumps')
  if (token !== undefined && !isStill) token.used++
  const used = isShrinking ? 1 : Math.min(token?.used ?? 0, limit)
  if (!state.has('rate-headers-missing')) {
    response.setHeader('X-RateLimit-Limit', limit)
    response.setHeader('X-RateLimit-Used', used)
    response.setHeader('X-RateLimit-Remaining', limit - used + (state.has('rate-sum-wrong') ? 5 : 0))
    const jump = state.has('rate-window-jumps') ? 2 * state.polls++ - HOUR / 2 : 0
    response.setHeader('X-RateLimit-Reset', unix() + HOUR - 5 + jump)
  }
  return token !== undefined && token.used > limit && !state.has('rate-endless')
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  const text = Buffer.concat(pieces).toString()
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(
  state: SecondState,
  {url, response}: {url: URL; response: ServerResponse},
  {status, json, text, type, list}: Answer,
): void {
  response.statusCode = status
  if (status === 302) response.setHeader('Location', '/health/ready?again')
  const shown = list === undefined ? json : pageOf(state, list, url, response)
  if (status === 204) return void response.end()
  response.setHeader('Content-Type', type ?? 'application/json')
  response.end(text ?? JSON.stringify(shown))
}

/** Twenty a page unless asked otherwise; the next one in `Link`. */
function pageOf(state: SecondState, list: readonly unknown[], url: URL, response: ServerResponse): unknown {
  const per = Math.min(100, Number(url.searchParams.get('per_page') ?? PAGE))
  const asked = url.searchParams.get('page') ?? '1'
  if (!/^[1-9][0-9]*$/.test(asked)) {
    response.statusCode = 422
    return {message: 'no such page'}
  }
  const page = state.has('page-repeats') ? 1 : Number(asked)
  const from =
    (page - 1) * per + (state.has('page-gap') && page > 1 ? 1 : 0) - (state.has('page-duplicate') && page > 1 ? 1 : 0)
  if (from >= list.length && page > 1 && state.has('page-past-end-500')) response.statusCode = 500
  if (page * per < list.length || state.has('page-repeats')) {
    const next = new URL(url)
    next.searchParams.set('page', String(Number(asked) + 1))
    response.setHeader('Link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  return list.slice(from, from + per)
}
