// Trials a second of closed loops on two threads against one, by the threads and orders that `assay eval` uses. Rounds take turns. Exit 1
// below the target. Two cores must be free: on a busy machine the figure says how busy it is, and only the processor time beside it says
// what sharing the work costs.
// Usage: measure-workers.ts
import {join} from 'node:path'
import {openTrialPool, type TrialPool} from '#eval/trial/open-trial-pool'
import type {TrialOrder} from '#eval/trial/trial-order'
import {nodeThreads} from '#process/node-threads'

const LEAST = 1.7
const ROUNDS = 7
const TRIALS = 40
const threads = nodeThreads(join(import.meta.dirname, '..', 'thread.js'))

function orders(): TrialOrder[] {
  const suite = {name: 'closed-loop', kind: 'closed-loop'} as const
  const place = {provider: 'analytic', suite, env: 'pendulum', stratum: 'default', withBaselines: false}
  return Array.from({length: TRIALS}, (_, index) => ({
    ...place,
    index,
    trials: TRIALS,
    seed: 42,
    planner: 'standard',
    policy: {},
  }))
}

interface Spent {
  readonly wallMs: number
  /** Of all threads together. */
  readonly processorMs: number
}

async function spentBy(pool: TrialPool): Promise<Spent> {
  const [began, before] = [performance.now(), process.cpuUsage()]
  let done = 0
  await pool.run(orders(), {mayGoOn: () => true, take: () => void done++}, new AbortController().signal)
  if (done !== TRIALS) throw new Error(`${done} of ${TRIALS} trials ran`)
  const {user, system} = process.cpuUsage(before)
  return {wallMs: performance.now() - began, processorMs: (user + system) / 1000}
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const pools = [1, 2].map((size) => openTrialPool(threads.start, size))
const [one, two] = pools
if (!one || !two) throw new Error('two pools')
// The first round starts threads and warms them up.
await spentBy(one)
await spentBy(two)
const [ratios, costs]: [number[], number[]] = [[], []]
for (let round = 0; round < ROUNDS; round++) {
  const [alone, shared] = [await spentBy(one), await spentBy(two)]
  ratios.push(alone.wallMs / shared.wallMs)
  costs.push(shared.processorMs / alone.processorMs)
}
for (const pool of pools) await pool.close()
const ratio = median(ratios)
if (ratio < LEAST) process.exitCode = 1
console.log(
  `two threads against one: ${ratio.toFixed(2)} x (target >= ${LEAST}${ratio < LEAST ? ', missed' : ''}); rounds ${ratios.map((value) => value.toFixed(2)).join(' ')}; processor time ${median(costs).toFixed(2)} x; ${threads.cores} cores`,
)
