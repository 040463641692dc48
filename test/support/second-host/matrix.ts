import {readdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {NodeCheckResult} from '#contract/generated/types'
import {closedPort} from '../closed-port.ts'
import {assayJson} from '../hall-rig.ts'
import {tempDir} from '../temp-dir.ts'
import type {HostFault} from './faults.ts'
import {createBare, gitIn} from './git-backend.ts'
import {hostEnv, writeTarget} from './host-target.ts'
import {OLDER} from './second-api.ts'
import {type SecondHost, startSecondHost} from './second-host.ts'

/** A host that is wrong in one way, and the checks that must say so. `damage`: done to its data, and undone by what it returns. */
export interface MatrixRow {
  readonly fault: HostFault
  readonly seenBy: readonly string[]
  readonly mode?: 'upgraded' | 'network'
  /** Asked before them, whatever they come to. */
  readonly after?: readonly string[]
  readonly damage?: (host: SecondHost) => () => void
}

const row = (fault: HostFault, ...seenBy: string[]): MatrixRow => ({fault, seenBy})
const upgraded = (fault: HostFault, ...seenBy: string[]): MatrixRow => ({fault, seenBy, mode: 'upgraded'})
const network = (fault: HostFault, ...seenBy: string[]): MatrixRow => ({fault, seenBy, mode: 'network'})

export const MATRIX: readonly MatrixRow[] = [
  row('ready-html', 'health.ready'),
  row('ready-down', 'health.ready'),
  row('ready-redirect', 'health.ready'),
  row('ready-component-down', 'health.ready'),
  row('ready-empty', 'health.ready'),
  row('ready-flaps', 'health.ready'),
  upgraded('old-version', 'ver.running', 'ver.skew'),
  upgraded('no-restart', 'ver.running', 'met.scrape'),
  row('migration-pending', 'mig.complete'),
  upgraded('config-drift', 'cfg.drift'),
  upgraded('repo-lost', 'data.repos'),
  upgraded('list-html', 'data.repos', 'api.repos'),
  row('page-gap', 'page.walk'),
  row('page-duplicate', 'page.walk'),
  row('page-repeats', 'page.walk'),
  row('page-past-end-500', 'page.walk'),
  {fault: 'ref-moved', seenBy: ['data.refs'], mode: 'upgraded', damage: moveRef},
  {fault: 'object-corrupt', seenBy: ['data.fsck'], damage: corruptObject},
  upgraded('token-lost', 'data.accounts'),
  upgraded('hook-lost', 'data.accounts'),
  row('basic-refused', 'auth.positive'),
  row('token-scheme-refused', 'auth.positive'),
  row('garbage-accepted', 'auth.negative'),
  row('anonymous-accepted', 'auth.negative'),
  row('revoked-accepted', 'auth.negative', 'token.lifecycle'),
  row('expired-accepted', 'auth.negative'),
  row('read-writes', 'auth.negative'),
  row('token-listed', 'token.lifecycle'),
  row('key-twice', 'ssh.key.lifecycle'),
  row('key-forgotten', 'ssh.key.lifecycle'),
  row('push-refused', 'git.roundtrip'),
  row('push-dropped', 'git.roundtrip'),
  {fault: 'delete-keeps', seenBy: ['repo.cleanup'], after: ['git.roundtrip']},
  row('hook-unsigned', 'hook.delivery'),
  row('hook-silent', 'hook.delivery'),
  row('hook-bare-body', 'hook.delivery'),
  row('hook-other-commit', 'hook.delivery'),
  row('hook-follows', 'hook.ssrf'),
  row('hook-history-lies', 'hook.delivery'),
  row('hook-failure-is-success', 'hook.failure'),
  row('hook-inactive-sends', 'hook.failure'),
  row('hook-redeliver-differs', 'hook.failure'),
  row('hook-everywhere', 'hook.ssrf'),
  row('rate-headers-missing', 'rate.headers'),
  row('rate-sum-wrong', 'rate.headers'),
  row('rate-frozen', 'rate.headers'),
  row('rate-endless', 'rate.exceed'),
  row('gzip-refused', 'git.transport'),
  network('height-null', 'cons.status', 'cons.progress', 'cons.agree'),
  network('height-text', 'cons.status', 'cons.progress', 'cons.agree'),
  network('height-stuck', 'cons.progress'),
  network('block-other', 'cons.agree'),
  network('validator-missing', 'cons.validators'),
  network('peers-gone', 'cons.peers'),
  network('consensus-disabled', 'cons.status'),
  row('metrics-html', 'met.scrape'),
  row('metrics-empty', 'met.scrape'),
  row('metrics-secret', 'sec.exposure'),
  upgraded('slow', 'met.compare'),
  upgraded('errors', 'met.compare'),
  row('clock-off', 'res.clock'),
  row('disk-low', 'res.disk'),
  row('inodes-low', 'res.disk'),
  upgraded('ready-other-version', 'ver.running'),
  row('metrics-of-tomorrow', 'met.scrape'),
  row('metrics-fall', 'met.scrape'),
  row('metrics-no-count', 'met.scrape'),
  row('prefix-accepted', 'auth.negative'),
  row('case-accepted', 'auth.negative'),
  row('longer-accepted', 'auth.negative'),
  row('anonymous-clones', 'auth.negative'),
  row('anonymous-pushes', 'auth.negative'),
  row('anonymous-sees', 'auth.negative'),
  row('reader-pushes', 'auth.negative'),
  row('revoked-in-git', 'auth.negative'),
  row('revoked-flaps', 'token.lifecycle'),
  row('scopes-widen', 'token.lifecycle'),
  row('end-forgotten', 'token.lifecycle'),
  row('key-other', 'ssh.key.lifecycle'),
  {fault: 'list-stale', seenBy: ['repo.cleanup'], after: ['git.roundtrip']},
  {fault: 'list-keeps', seenBy: ['repo.cleanup'], after: ['git.roundtrip']},
  upgraded('repo-opened', 'data.repos'),
  row('hook-secret-listed', 'hook.delivery'),
  row('hook-other-url', 'hook.delivery'),
  row('rate-limit-shrinks', 'rate.headers'),
  row('rate-window-jumps', 'rate.headers'),
  network('height-swings', 'cons.progress'),
  network('block-same', 'cons.agree'),
  network('out-of-step', 'cons.status'),
  network('no-quorum', 'cons.status'),
  network('weights-differ', 'cons.validators'),
  network('validator-twice', 'cons.validators'),
  network('peers-one', 'cons.peers'),
  network('one-process', 'ver.skew'),
  upgraded('scopes-grow', 'data.accounts'),
  upgraded('token-replaced', 'data.accounts'),
  upgraded('key-replaced', 'data.accounts'),
  upgraded('hook-events-fewer', 'data.accounts'),
  upgraded('hook-off', 'data.accounts'),
  row('reader-makes-tokens', 'auth.negative'),
  row('hook-doubled', 'hook.delivery'),
  row('hook-outlives', 'hook.failure'),
]

const LIMIT = 400

/** A host with data and a baseline, and a small network, both to be made wrong and right again. */
export class MatrixBench implements AsyncDisposable {
  readonly #dir = tempDir()
  readonly #host: SecondHost
  readonly #network: readonly SecondHost[]
  readonly #port: number
  #baseline = ''

  private constructor(host: SecondHost, hosts: readonly SecondHost[], port: number) {
    this.#host = host
    this.#network = hosts
    this.#port = port
  }

  static async open(): Promise<MatrixBench> {
    const port = await closedPort()
    const host = await startSecondHost({limit: LIMIT, hookTargets: [`127.0.0.1:${port}`]})
    const names = ['va', 'vb', 'vc', 'vd']
    const chain = {startedAt: Date.now() - 60_000, blockMs: 200}
    const hosts = await Promise.all(
      names.map((own) => startSecondHost({validators: {names, own, chain}, token: host.token})),
    )
    const bench = new MatrixBench(host, hosts, port)
    fill(host)
    await bench.#takeBaseline()
    return bench
  }

  /** What the named checks say of the host with this fault; of an honest one without. */
  async check(row: MatrixRow | undefined, checks: readonly string[], mode = row?.mode): Promise<NodeCheckResult> {
    const [first = this.#host] = mode === 'network' ? this.#network.slice(1) : [this.#host]
    const undo = row?.damage?.(first)
    if (row && !row.damage) first.state.faults.add(row.fault)
    for (const token of first.state.tokens) token.used = 0
    first.state.comeBack()
    if (mode === 'upgraded') first.state.restart('1.1.0')
    try {
      const only = [...(row?.after ?? []), ...checks].flatMap((id) => ['--only', id])
      const to = mode === 'upgraded' ? ['--baseline', this.#baseline, '--to', '1.1.0'] : []
      return await this.#ask(['node', 'check', '--target', this.#target(mode, true), ...to, ...only])
    } finally {
      first.state.faults.clear()
      undo?.()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#host, ...this.#network].map((host) => host[Symbol.asyncDispose]()))
    this.#dir[Symbol.dispose]()
  }

  async #takeBaseline(): Promise<void> {
    const taken = await this.#ask([
      'node',
      'baseline',
      '--target',
      this.#target(undefined, false),
      '--window',
      '1s',
      '--fenced',
    ])
    this.#baseline = taken.run_id
  }

  #target(mode: MatrixRow['mode'], mutate: boolean): string {
    const listen = `127.0.0.1:${this.#port}`
    const receiver = {public_url: `http://${listen}/hook`, listen}
    const hosts = mode === 'network' ? this.#network : [this.#host]
    return writeTarget(this.#dir.path, hosts, {checks: {mutate, receiver}, objectives: {read_p99_ms: 2000}})
  }

  async #ask(argv: readonly string[]): Promise<NodeCheckResult> {
    const {document} = await assayJson(argv, {cwd: this.#dir.path, env: hostEnv(this.#host)})
    if (!('verdict' in document)) throw new Error(`${argv.join(' ')}: ${JSON.stringify(document)}`)
    return document
  }
}

/** Three repositories with two commits each, and a webhook. */
function fill({state}: SecondHost): void {
  for (const name of ['first', 'second', 'third']) {
    createBare(state.root, name)
    state.repos.push({id: state.id(), name, created_at: 1})
    const tree = gitIn(state.root, name, 'hash-object', '-w', '-t', 'tree', '/dev/null')
    const one = gitIn(state.root, name, 'commit-tree', tree, '-m', 'one')
    gitIn(
      state.root,
      name,
      'update-ref',
      'refs/heads/trunk',
      gitIn(state.root, name, 'commit-tree', tree, '-p', one, '-m', 'two'),
    )
  }
  state.hooks.push({
    id: state.id(),
    repo: 'first',
    url: 'https://example.org/',
    secret: 's',
    events: ['push'],
    active: true,
    sent: [],
  })
  state.addToken(OLDER, ['user:read'])
  state.keys.push({id: state.id(), title: 'of the owner', key: `ssh-ed25519 ${'A'.repeat(68)} owner`})
}

function moveRef({state}: SecondHost): () => void {
  const old = gitIn(state.root, 'first', 'rev-parse', 'refs/heads/trunk')
  gitIn(state.root, 'first', 'update-ref', 'refs/heads/trunk', `${old}~1`)
  return () => void gitIn(state.root, 'first', 'update-ref', 'refs/heads/trunk', old)
}

/** The newest commit of one repository is not what its name says. */
function corruptObject({state}: SecondHost): () => void {
  const oid = gitIn(state.root, 'second', 'rev-parse', 'refs/heads/trunk')
  const folder = join(state.root, 'second.git', 'objects', oid.slice(0, 2))
  const file = join(folder, readdirSync(folder)[0] ?? '')
  rmSync(file)
  writeFileSync(file, 'no object')
  return () => undefined
}
