import {randomBytes} from 'node:crypto'
import {mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {gitOut, makeRepo} from '../git-client.ts'
import {startTestNode, type TestNode} from '../hostnode.ts'
import {tempDir} from '../temp-dir.ts'
import {plainBridge} from './plain-bridge.ts'
import {SIDES, type Side, turned} from './turns.ts'

const MIB = 1024 * 1024
const GOAL = 1.25
const SIZES = [1, 25]
/** Times pushes and clones of 1 and 25 MiB, turn about; whether all medians are within the goal. */
export async function measureGit(rounds: number): Promise<boolean> {
  using dir = tempDir()
  await using node = await startTestNode()
  const root = join(dir.path, 'bare')
  mkdirSync(root)
  const bridge = await plainBridge(root)
  const rig = {dir: dir.path, node, root, bridgeUrl: bridge.url}
  let isGood = true
  for (const size of SIZES) {
    const times = new Map<string, number[]>()
    for (let round = 0; round < rounds; round++)
      for (const side of turned(round)) await timeBoth({...rig, side, size, name: `m${size}-${round}-${side}`}, times)
    for (const what of ['push', 'clone']) isGood = tell(what, size, times) && isGood
  }
  bridge.close()
  return isGood
}

interface Turn {
  readonly dir: string
  readonly node: TestNode
  readonly root: string
  readonly bridgeUrl: string
  readonly side: Side
  readonly size: number
  readonly name: string
}

async function timeBoth({dir, node, root, bridgeUrl, side, size, name}: Turn, times: Map<string, number[]>) {
  const cwd = join(dir, name)
  await gitOut(['init', '--quiet', '--initial-branch=main', cwd], {cwd: dir})
  writeFileSync(join(cwd, 'data.bin'), randomBytes(size * MIB))
  await gitOut(['add', '.'], {cwd})
  await gitOut(['commit', '--quiet', '--message=data'], {cwd})
  const url = side === 'node' ? (await makeRepo(node, name)).url : await bareRepo(root, name, bridgeUrl)
  const time = async (what: string, args: readonly string[], where: string) => {
    const began = performance.now()
    await gitOut(args, {cwd: where, token: node.token})
    const key = `${what} ${side}`
    times.set(key, [...(times.get(key) ?? []), performance.now() - began])
  }
  await time('push', ['push', '--quiet', url, 'main'], cwd)
  await time('clone', ['clone', '--quiet', '--no-checkout', url, `${name}-clone`], dir)
  for (const folder of [cwd, `${cwd}-clone`]) rmSync(folder, {recursive: true})
}

async function bareRepo(root: string, name: string, url: string): Promise<string> {
  await gitOut(['init', '--quiet', '--bare', name], {cwd: root})
  // As strict and as durable as the node asks git to be.
  const settings = [
    'http.receivepack=true',
    'receive.fsckObjects=true',
    'receive.autogc=false',
    'core.fsync=committed,reference',
  ]
  for (const setting of settings) await gitOut(['config', ...setting.split('=')], {cwd: join(root, name)})
  return `${url}/${name}`
}

function tell(what: string, size: number, times: ReadonlyMap<string, readonly number[]>): boolean {
  const middle = (side: Side) => {
    const sorted = [...(times.get(`${what} ${side}`) ?? [])].sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  const [node, bridge, again] = SIDES.map(middle) as [number, number, number]
  const ratio = (2 * node) / (bridge + again)
  const medians = `node ${node.toFixed(0)} ms, bridge ${bridge.toFixed(0)} and ${again.toFixed(0)} ms`
  console.log(
    `${what} of ${size} MiB: ${medians}; ${ratio.toFixed(2)} x (goal ${GOAL}), bridge against itself ${(again / bridge).toFixed(2)} x`,
  )
  return ratio <= GOAL
}
