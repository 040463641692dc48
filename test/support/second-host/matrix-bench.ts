import type {NodeCheckResult} from '#contract/generated/types'
import {closedPort} from '../closed-port.ts'
import {assayJson} from '../hall-rig.ts'
import {tempDir} from '../temp-dir.ts'
import {createBare, gitIn} from './git-backend.ts'
import {hostEnv, writeTarget} from './host-target.ts'
import type {MatrixRow} from './matrix.ts'
import {type SecondHost, startSecondHost} from './second-host.ts'
import {OLDER} from './token-routes.ts'

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
