import {spawnSync} from 'node:child_process'
import {readFileSync} from 'node:fs'
import {makeRepo} from '../git-client.ts'
import {startTestNode} from '../hostnode.ts'
import {tempDir} from '../temp-dir.ts'
import {mediansOf, type Side, turned} from './turns.ts'

/** Half a second where bare Node takes forty milliseconds. */
const GOAL = 12.5
const REPOSITORIES = 1_000
const AT_ONCE = 8
const MOST_MIB = 120
const REST_MS = 10_000

/** From the call of `hostnode serve` to its word that it serves, with data from before, beside Node that does nothing. */
export async function measureStart(rounds: number): Promise<boolean> {
  using dir = tempDir()
  await (await startTestNode({dir: dir.path})).stop()
  const results: Record<Side, number>[] = []
  for (let round = 0; round < rounds; round++) {
    const times: Record<Side, number> = {node: 0, plain: 0, again: 0}
    for (const side of turned(round)) {
      const began = performance.now()
      if (side === 'node') {
        const node = await startTestNode({dir: dir.path})
        times.node = performance.now() - began
        await node.stop()
      } else {
        spawnSync(process.execPath, ['-e', '0'])
        times[side] = performance.now() - began
      }
    }
    results.push(times)
  }
  const {node, plain, ratio, noise} = mediansOf(results)
  console.log(
    `start: ${node.toFixed(0)} ms, bare Node ${plain.toFixed(0)} ms; ${ratio.toFixed(1)} x (goal ${GOAL}), Node against itself ${noise.toFixed(2)} x`,
  )
  return ratio <= GOAL
}

/** Memory of a node that has a thousand repositories and is asked nothing. Linux alone tells. */
export async function measureMemory(): Promise<boolean> {
  using dir = tempDir()
  const maker = await startTestNode({dir: dir.path})
  const left = Array.from({length: REPOSITORIES}, (_, n) => `r${n}`)
  const make = async () => {
    for (let name = left.pop(); name !== undefined; name = left.pop()) await makeRepo(maker, name)
  }
  await Promise.all(Array.from({length: AT_ONCE}, make))
  await maker.stop()
  await using node = await startTestNode({dir: dir.path})
  await new Promise((wake) => setTimeout(wake, REST_MS))
  const {json} = await node.call('GET', '/api/repos')
  const kib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${node.child.pid}/status`, 'utf8'))?.[1])
  const mib = kib / 1024
  console.log(`memory at rest with ${Object(json).total_count} repositories: ${mib.toFixed(0)} MiB (goal ${MOST_MIB})`)
  return mib <= MOST_MIB
}
