import {execFileSync} from 'node:child_process'
import {cpSync, mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {NodeCheckResult} from '#contract/generated/types'
import {closedPort} from '../closed-port.ts'
import {ROOT} from '../hall-rig.ts'
import {startTestNode, type TestNode} from '../hostnode.ts'
import {git} from '../hostnode-data.ts'
import {setFault} from '../node-control.ts'
import {tempDir} from '../temp-dir.ts'
import {askOwnNode} from './check-own-node.ts'
import {compatTarget} from './compat-rows.ts'
import {type OwnRow, versionOf} from './fault-rows.ts'

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
    const argv = ['check', '--baseline', this.#baseline, '--to', versionOf(row)]
    const asked = [...argv, ...choiceOf(row)]
    const [api, metrics] = this.#ports.map((port) => `http://127.0.0.1:${port}`)
    if (row.isDown) {
      await this.#start(row.release ?? NEXT).then(
        async (node) => {
          await node[Symbol.asyncDispose]()
          throw new Error(`${row.name} serves`)
        },
        () => undefined,
      )
      return this.#ask({url: api ?? '', metricsUrl: metrics ?? '', token: this.#token}, asked)
    }
    await using node = await this.#start(row.release ?? NEXT)
    for (const [name, args] of Object.entries(row.faults ?? {})) await setFault(node, name, args, 600)
    return await this.#ask({url: node.url, metricsUrl: node.metricsUrl, token: this.#token}, asked)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#dir[Symbol.dispose]()
  }

  get #runs(): string {
    return join(this.#dir.path, 'checks')
  }

  #start(release: string): Promise<TestNode> {
    const shapes = this.#compat === undefined ? [] : ['--compat', this.#compat]
    const target = `127.0.0.1:${this.#hookPort}`
    return startTestNode({
      dir: this.#dir.path,
      program: join(ROOT, 'fixtures', 'hostnode', 'releases', `${release}.mjs`),
      flags: ['--allow-faults', '--config', 'node.yaml', '--allow-hook-target', target, ...shapes],
      ports: this.#ports,
    })
  }

  #ask(node: {url: string; metricsUrl: string; token: string}, argv: readonly string[]): Promise<NodeCheckResult> {
    const over = compatTarget(this.#compat ?? '')
    return askOwnNode(node, argv, {folder: this.#runs, port: this.#hookPort, over})
  }
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
