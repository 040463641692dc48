import {execFileSync} from 'node:child_process'
import {cpSync, mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {NodeCheckResult} from '#contract/generated/types'
import {releaseProgram} from '../built-home.ts'
import {closedPort} from '../closed-port.ts'
import {eventually} from '../eventually.ts'
import {startTestNode, type TestNode} from '../hostnode.ts'
import {git} from '../hostnode-data.ts'
import {sendLines, setFault} from '../node-control.ts'
import {tempDir} from '../temp-dir.ts'
import {askOwnNode} from './check-own-node.ts'
import {compatTarget} from './compat-rows.ts'
import {type OwnRow, versionOf} from './fault-rows.ts'
import type {OwnNode} from './start-own-node.ts'

const OLD = '1.0.0'
const NEXT = '1.0.1'
/** A setting that is not the default, so that a release which forgets it shows. */
const CONFIG = 'drain_timeout: 5s\n'

/** Data and a baseline that 1.0.0 left, for releases that come after it; every row begins with them as they were. */
export class OwnBench implements AsyncDisposable {
  readonly #dir = tempDir()
  readonly #ports: readonly [number, number]
  readonly #hookPort: number
  readonly #compat: string | undefined
  #token = ''
  #baseline = ''

  private constructor(ports: readonly [number, number], hookPort: number, compat: string | undefined) {
    this.#ports = ports
    this.#hookPort = hookPort
    this.#compat = compat
  }

  /** `windowS`: how long requests are timed, before and after; `compat`: shapes that all of its nodes speak. */
  static async open(windowS: number, compat?: string): Promise<OwnBench> {
    const bench = new OwnBench([await closedPort(), await closedPort()], await closedPort(), compat)
    mkdirSync(bench.#runs)
    writeFileSync(join(bench.#dir.path, 'node.yaml'), CONFIG)
    await using node = await bench.#start(OLD)
    bench.#token = node.token
    await fill(node, bench.#dir.path)
    const taken = await bench.#ask(node, ['baseline', '--window', `${windowS}s`, '--fenced'])
    bench.#baseline = taken.run_id
    await node.stop()
    cpSync(node.dataDir, `${node.dataDir}.before`, {recursive: true})
    return bench
  }

  /** What the checks say of a node that is wrong in this way: those that must see it, and as many others as cost little. */
  async check(row: OwnRow): Promise<NodeCheckResult> {
    const data = join(this.#dir.path, 'data')
    rmSync(data, {recursive: true})
    cpSync(`${data}.before`, data, {recursive: true})
    if (row.kept !== undefined) await this.#keep(row.kept)
    const argv = ['check', '--baseline', this.#baseline, '--to', versionOf(row), ...choiceOf(row)]
    const starting = this.#start(row.release ?? NEXT)
    if (row.isDown) return this.#askDown(row, starting, argv)
    if (row.isStarting) return this.#askStarting(starting, argv)
    await using node = await starting
    await setFaults(node, row.faults ?? {})
    return await this.#ask({url: node.url, metricsUrl: node.metricsUrl, token: this.#token}, argv, row)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#dir[Symbol.dispose]()
  }

  async #keep(faults: NonNullable<OwnRow['kept']>): Promise<void> {
    await using node = await this.#start(OLD)
    await setFaults(node, faults)
    await node.stop()
  }

  async #askDown({name}: OwnRow, starting: Promise<TestNode>, argv: readonly string[]): Promise<NodeCheckResult> {
    await starting.then(
      async (node) => {
        await node[Symbol.asyncDispose]()
        throw new Error(`${name} serves`)
      },
      () => undefined,
    )
    return await this.#ask(this.#expected, argv)
  }

  async #askStarting(starting: Promise<TestNode>, argv: readonly string[]): Promise<NodeCheckResult> {
    const node = this.#expected
    const isAlive = () => fetch(`${node.url}/health/live`).then(({ok}) => ok)
    await Promise.race([starting, eventually('it lives', () => isAlive().catch(() => false))])
    const result = await this.#ask(node, argv)
    await sendLines(join(this.#dir.path, 'data', 'control.sock'), '{"op":"clear"}')
    await (await starting)[Symbol.asyncDispose]()
    return result
  }

  /** Where a node will be, or would have been. */
  get #expected() {
    const [url = '', metricsUrl = ''] = this.#ports.map((port) => `http://127.0.0.1:${port}`)
    return {url, metricsUrl, token: this.#token}
  }

  get #runs(): string {
    return join(this.#dir.path, 'checks')
  }

  #start(release: string): Promise<TestNode> {
    const shapes = this.#compat === undefined ? [] : ['--compat', this.#compat]
    const target = `127.0.0.1:${this.#hookPort}`
    return startTestNode({
      dir: this.#dir.path,
      program: releaseProgram(release),
      flags: ['--allow-faults', '--config', 'node.yaml', '--allow-hook-target', target, ...shapes],
      ports: this.#ports,
    })
  }

  #ask(node: OwnNode, argv: readonly string[], {hookHost}: Pick<OwnRow, 'hookHost'> = {}): Promise<NodeCheckResult> {
    const over = compatTarget(this.#compat ?? '')
    return askOwnNode(node, argv, {folder: this.#runs, port: this.#hookPort, over, ...(hookHost && {hookHost})})
  }
}

async function setFaults(node: TestNode, faults: Readonly<Record<string, object>>): Promise<void> {
  for (const [name, args] of Object.entries(faults)) await setFault(node, name, args, 600)
}

function choiceOf({isStill, seenBy}: OwnRow): string[] {
  if (isStill) return seenBy.flatMap((id) => ['--only', id])
  // Hundreds of requests, for rows that are about them.
  return seenBy.length > 0 && !seenBy.includes('met.compare') ? ['--skip', 'met.compare'] : []
}

/** Three repositories with a commit and a tag each, a webhook, a token more. */
async function fill(node: TestNode, dir: string): Promise<void> {
  const work = join(dir, 'work')
  execFileSync('git', ['init', '--quiet', '--initial-branch=main', work])
  git(work, 'commit', '--quiet', '--allow-empty', '-m', 'one')
  git(work, 'tag', 'v1')
  for (const name of ['first', 'second', 'third']) {
    await node.call('POST', '/api/repos', {body: {name, owner: 'alice'}})
    git(work, 'push', '--quiet', `${node.url.replace('//', `//alice:${node.token}@`)}/git/alice/${name}`, 'main', 'v1')
  }
  const hook = {url: 'https://example.org/', secret: 'a secret of eight', active: false}
  await node.call('POST', '/api/repos/alice/first/hooks', {body: hook})
  // At its place in every shape: one of the two is nowhere.
  for (const path of ['/api/tokens', '/api/user/tokens'])
    await node.call('POST', path, {body: {name: 'older', scopes: ['user:read']}})
}
