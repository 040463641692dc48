import {spawn, spawnSync} from 'node:child_process'
import {rmSync} from 'node:fs'
import type {IncomingMessage, ServerResponse} from 'node:http'
import {join} from 'node:path'

const QUIET = {GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', PATH: process.env['PATH'] ?? ''}

export function createBare(root: string, name: string): void {
  const folder = join(root, `${name}.git`)
  const {status, stderr} = spawnSync('git', ['init', '--quiet', '--bare', '-b', 'trunk', folder], {env: QUIET})
  if (status !== 0) throw new Error(String(stderr))
}

export function removeBare(root: string, name: string): void {
  rmSync(join(root, `${name}.git`), {recursive: true, force: true})
}

/** Ref names and what they point at. */
export function refsOf(root: string, name: string): Map<string, string> {
  const folder = join(root, `${name}.git`)
  const {stdout} = spawnSync('git', ['-C', folder, 'for-each-ref', '--format=%(refname) %(objectname)'], {
    env: QUIET,
    encoding: 'utf8',
  })
  const lines = stdout.split('\n').filter(Boolean)
  return new Map(lines.map((line) => line.split(' ') as [string, string]))
}

/** Any git command in a bare repository. */
export function gitIn(root: string, name: string, ...args: string[]): string {
  const who = {GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b'}
  const done = spawnSync('git', ['-C', join(root, `${name}.git`), ...args], {
    env: {...QUIET, ...who},
    encoding: 'utf8',
  })
  if (done.status !== 0) throw new Error(done.stderr)
  return done.stdout.trim()
}

/** What one request of the smart protocol asks of `git http-backend`. */
export interface GitCall {
  readonly root: string
  /** Below the root, with its leading slash. */
  readonly path: string
  readonly query: string
  readonly user: string | undefined
}

/** Hands a request to the program that git brings, and its answer back; resolves when the answer is out. */
export function serveGit(request: IncomingMessage, response: ServerResponse, call: GitCall): Promise<void> {
  const {headers} = request
  const optional = (name: string, value: string | undefined) => (value === undefined ? {} : {[name]: value})
  const child = spawn('git', ['http-backend'], {
    env: {
      ...QUIET,
      GIT_PROJECT_ROOT: call.root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: call.path,
      QUERY_STRING: call.query,
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: headers['content-type'] ?? '',
      GATEWAY_INTERFACE: 'CGI/1.1',
      SERVER_PROTOCOL: 'HTTP/1.1',
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'http.receivepack',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_CONFIG_KEY_1: 'safe.directory',
      GIT_CONFIG_VALUE_1: '*',
      ...optional('CONTENT_LENGTH', headers['content-length']),
      ...optional('HTTP_CONTENT_ENCODING', headers['content-encoding']),
      ...optional('GIT_PROTOCOL', headers['git-protocol'] as string | undefined),
      ...optional('REMOTE_USER', call.user),
    },
  })
  child.stdin.on('error', () => undefined)
  request.pipe(child.stdin)
  let head = Buffer.alloc(0)
  let isOpen = false
  child.stdout.on('data', (piece: Buffer) => {
    if (isOpen) return void response.write(piece)
    head = Buffer.concat([head, piece])
    const end = /\r?\n\r?\n/.exec(head.toString('latin1'))
    if (end === null) return
    isOpen = true
    openReply(response, head.toString('latin1', 0, end.index))
    response.write(head.subarray(end.index + end[0].length))
  })
  return new Promise((done) => {
    child.on('close', () => {
      if (!isOpen) response.statusCode = 500
      response.end()
      done()
    })
  })
}

function openReply(response: ServerResponse, head: string): void {
  for (const line of head.split(/\r?\n/)) {
    const [name = '', value = ''] = line.split(/:\s*/, 2)
    if (/^status$/i.test(name)) response.statusCode = Number.parseInt(value, 10)
    else response.setHeader(name, value)
  }
}
