import {execFileSync} from 'node:child_process'
import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import type {NodeTarget} from '#contract/generated/types'
import {nodeDaemon} from '#process/node-daemon'
import {nodeNeighbours} from '#process/node-process-table'
import {releaseProgram} from '../built-home.ts'
import {freePort} from '../consensus/test-network.ts'
import {eventually} from '../eventually.ts'
import {callHostnode, git} from '../hostnode-data.ts'
import {tempDir} from '../temp-dir.ts'

/** An upgrade of a site to the next release, as soon as may be. */
export const UPGRADE_LINE = 'node upgrade --to 1.0.1 --no-window --stable 1ms --apply --target target.json'.split(' ')

/** Embedded nodes as an operator has them, each a process of its own, and a target file that names them. */
export interface TestSite extends AsyncDisposable {
  readonly folder: string
  /** Tokens of the nodes by the names of their variables. */
  readonly env: Readonly<Record<string, string>>
  readonly names: readonly string[]
  readonly target: NodeTarget
  retarget(over: Partial<NodeTarget>): void
  start(name: string): Promise<void>
  /** SIGKILL to all that runs in the folder of the node, or in any. */
  kill(name?: string): void
  call(name: string, method: string, path: string, body?: unknown): Promise<{status: number; json: unknown}>
  /** What a stranger sees in the data of a node: each ref of each repository, by git itself. */
  inventory(name: string): string
  release(name: string): string
}

export interface SiteOptions {
  readonly names?: readonly string[]
  readonly release?: string
  readonly isNetwork?: boolean
  readonly over?: Partial<NodeTarget>
  /** A folder that is there, in which the site is made. */
  readonly parent?: string
}

const RELEASES = dirname(releaseProgram('1.0.0'))

export async function makeSite({
  names = ['v1'],
  release = '1.0.0',
  isNetwork = false,
  over = {},
  parent,
}: SiteOptions = {}): Promise<TestSite> {
  const dir = tempDir(parent)
  const folder = dir.path
  const homeOf = (name: string) => join(folder, 'nodes', name)
  symlinkSync(RELEASES, join(folder, 'releases'))
  const ports = new Map<string, number>()
  for (const name of names) {
    mkdirSync(homeOf(name), {recursive: true})
    ports.set(name, await freePort())
  }
  const network = isNetwork ? await networkOf(names, folder, homeOf) : undefined
  for (const name of names) {
    const settings = {
      api_addr: `127.0.0.1:${ports.get(name)}`,
      metrics_addr: 'off',
      bootstrap_user: 'alice',
      bootstrap_token_file: join(homeOf(name), 'token'),
      ...(network && {validators: network.file, peer_addr: network.addresses.get(name)}),
    }
    writeFileSync(join(homeOf(name), 'node.json'), JSON.stringify(settings))
    writeFileSync(join(homeOf(name), 'release'), `${release}\n`)
  }
  const url = (name: string) => `http://127.0.0.1:${ports.get(name)}`
  const variable = (name: string) => `TOKEN_${name.toUpperCase()}`
  let target: NodeTarget = {
    schema_version: 1,
    kind: 'node-target',
    alias: 'site',
    environment: 'embedded',
    nodes: names.map((name) => ({
      name,
      base_url: url(name),
      token_env: variable(name),
      ...(isNetwork && {validator: true, weight: 1}),
    })),
    expect: {block_time_ms: 300},
    adapter: {kind: 'embedded', home: 'nodes', releases: 'releases'},
    ...over,
  }
  const write = () => writeFileSync(join(folder, 'target.json'), JSON.stringify(target))
  write()
  const kill = (name?: string) => {
    for (const one of nodeNeighbours.inFolder(name === undefined ? folder : homeOf(name)) ?? [])
      nodeNeighbours.signal(one, 'SIGKILL')
  }
  const launch = async (name: string) => {
    const program = join(RELEASES, `${readFileSync(join(homeOf(name), 'release'), 'utf8').trim()}.mjs`)
    const args = ['serve', '--data-dir', join(homeOf(name), 'data'), '--config', join(homeOf(name), 'node.json')]
    const log = join(homeOf(name), 'node.log')
    const env = {PATH: process.env['PATH'] ?? ''}
    await nodeDaemon({argv: [process.execPath, program, ...args], cwd: homeOf(name), env, log})
  }
  const isUp = (name: string) =>
    fetch(`${url(name)}/health/ready`).then(
      ({status}) => status === 200,
      () => false,
    )
  const start = async (name: string) => {
    await launch(name)
    await eventually(`${name} is up`, () => isUp(name))
  }
  for (const name of names) await launch(name)
  for (const name of names) await eventually(`${name} is up`, () => isUp(name))
  const tokens = new Map(names.map((name) => [name, readFileSync(join(homeOf(name), 'token'), 'utf8').trim()]))
  const call = async (name: string, method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${url(name)}${path}`, {
      method,
      headers: {authorization: `Bearer ${tokens.get(name)}`, 'content-type': 'application/json'},
      ...(body !== undefined && {body: JSON.stringify(body)}),
    })
    return {status: reply.status, json: (await reply.json().catch(() => undefined)) as unknown}
  }
  for (const name of names) {
    await call(name, 'POST', '/api/repos', {name: 'one', owner: 'alice'})
    const remote = `http://alice:${tokens.get(name)}@127.0.0.1:${ports.get(name)}/git/alice/one`
    pushCommit(join(folder, `work-${name}`), remote)
  }
  return {
    folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      ASSAY_ALLOW_LOOPBACK: '1',
      ...Object.fromEntries(names.map((name) => [variable(name), tokens.get(name) ?? ''])),
    },
    names,
    get target() {
      return target
    },
    retarget: (more) => {
      target = {...target, ...more}
      write()
    },
    start,
    kill,
    call,
    inventory: (name) => {
      const remote = `http://alice:${tokens.get(name)}@127.0.0.1:${ports.get(name)}/git/alice/one`
      return execFileSync('git', ['ls-remote', '--', remote], {
        encoding: 'utf8',
        env: {PATH: process.env['PATH'], HOME: folder},
      })
    },
    release: (name) => readFileSync(join(homeOf(name), 'release'), 'utf8').trim(),
    [Symbol.asyncDispose]: async () => {
      kill()
      await eventually('all are gone', async () => (nodeNeighbours.inFolder(folder) ?? []).length === 0)
      dir[Symbol.dispose]()
    },
  }
}

function pushCommit(work: string, remote: string): void {
  mkdirSync(work)
  git(work, 'init', '--quiet', '--initial-branch=main', '.')
  writeFileSync(join(work, 'file'), 'kept\n')
  git(work, 'add', '.')
  git(work, 'commit', '--quiet', '-m', 'first')
  git(work, 'push', '--quiet', remote, 'main')
}

async function networkOf(names: readonly string[], folder: string, homeOf: (name: string) => string) {
  const addresses = new Map<string, string>()
  const validators: object[] = []
  for (const name of names) {
    const address = `127.0.0.1:${await freePort()}`
    addresses.set(name, address)
    const {stdout} = callHostnode(['key', '--data-dir', join(homeOf(name), 'data')], {cwd: folder})
    validators.push({name, pubkey: stdout.trim(), weight: 1, address})
  }
  const file = join(folder, 'network.json')
  writeFileSync(file, JSON.stringify({network: 'test', block_time_ms: 300, leader: 'stable', validators}))
  return {file, addresses}
}
