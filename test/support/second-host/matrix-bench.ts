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
  /** The host, and a node beside it with the same data. */
  readonly #pair: readonly [SecondHost, SecondHost]
  readonly #port: number
  #baseline = ''
  #pairBaseline = ''

  private constructor(host: SecondHost, beside: SecondHost, hosts: readonly SecondHost[], port: number) {
    this.#host = host
    this.#pair = [host, beside]
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
    const beside = await startSecondHost({limit: LIMIT, token: host.token})
    const bench = new MatrixBench(host, beside, hosts, port)
    fill(host)
    fill(beside)
    bench.#baseline = await bench.#takeBaseline(undefined)
    bench.#pairBaseline = await bench.#takeBaseline('beside')
    return bench
  }

  /** What the named checks say of the host with this fault; of an honest one without. */
  async check(row: MatrixRow | undefined, checks: readonly string[], mode = row?.mode): Promise<NodeCheckResult> {
    const [first = this.#host] = this.#hosts(mode).slice(mode === 'network' || mode === 'beside' ? 1 : 0)
    const undo = row?.damage?.(first)
    if (row && !row.damage) first.state.faults.add(row.fault)
    this.#refill(mode)
    first.state.comeBack()
    if (mode === 'upgraded') first.state.restart('1.1.0')
    try {
      const only = [...(row?.after ?? []), ...checks].flatMap((id) => ['--only', id])
      const to = mode === 'upgraded' ? ['--baseline', this.#baseline, '--to', '1.1.0'] : []
      const held = mode === 'beside' ? ['--baseline', this.#pairBaseline] : []
      return await this.#ask(['node', 'check', '--target', this.#target(mode, true), ...to, ...held, ...only])
    } finally {
      first.state.faults.clear()
      undo?.()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#pair, ...this.#network].map((host) => host[Symbol.asyncDispose]()))
    this.#dir[Symbol.dispose]()
  }

  async #takeBaseline(mode: MatrixRow['mode']): Promise<string> {
    this.#refill(mode)
    const taken = await this.#ask([
      'node',
      'baseline',
      '--target',
      this.#target(mode, false),
      '--window',
      '1s',
      '--fenced',
    ])
    return taken.run_id
  }

  /** Nobody is near a limit of rate. */
  #refill(mode: MatrixRow['mode']): void {
    for (const {state} of this.#hosts(mode)) for (const token of state.tokens) token.used = 0
  }

  #hosts(mode: MatrixRow['mode']): readonly SecondHost[] {
    if (mode === 'network') return this.#network
    return mode === 'beside' ? this.#pair : [this.#host]
  }

  #target(mode: MatrixRow['mode'], mutate: boolean): string {
    const listen = `127.0.0.1:${this.#port}`
    const receiver = {public_url: `http://${listen}/hook`, listen}
    return writeTarget(this.#dir.path, this.#hosts(mode), {checks: {mutate, receiver}, objectives: {read_p99_ms: 2000}})
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
