// Trials a second of closed loops on two threads against one, by the threads and orders that `assay eval` uses. Rounds take turns. Exit 1
// below the target. Two cores must be free: on a busy machine the figure says how busy it is, and only the processor time beside it says
// what sharing the work costs. Two processes that share nothing do the same work beside them: what the machine itself can double.
// Usage: measure-workers.ts
import {type ChildProcess, fork} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import {openTrialPool, type TrialPool} from '#eval/execute/open-trial-pool'
import type {TrialOrder} from '#eval/kit/trial-order'
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

async function spentBy(pool: TrialPool, work = orders()): Promise<Spent> {
  const [began, before] = [performance.now(), process.cpuUsage()]
  let done = 0
  await pool.run(work, {mayGoOn: () => true, take: () => void done++}, new AbortController().signal)
  if (done !== work.length) throw new Error(`${done} of ${work.length} trials ran`)
  const {user, system} = process.cpuUsage(before)
  return {wallMs: performance.now() - began, processorMs: (user + system) / 1000}
}

/** As a child: every other trial on one thread, each time it is told to. */
function serve(first: number): void {
  const work = orders().filter(({index}) => index % 2 === first)
  const pool = openTrialPool(threads.start, 1)
  process.on('message', async (word) => {
    if (word === 'go') process.send?.((await spentBy(pool, work)).wallMs)
    else {
      await pool.close()
      process.disconnect()
    }
  })
}

async function wallMsOf(children: readonly ChildProcess[]): Promise<number> {
  const began = performance.now()
  const answers = children.map((child) => once(child, 'message'))
  for (const child of children) child.send('go')
  await Promise.all(answers)
  return performance.now() - began
}

async function compare(): Promise<void> {
  const pools = [1, 2].map((size) => openTrialPool(threads.start, size))
  const [one, two] = pools
  if (!one || !two) throw new Error('two pools')
  const children = ['0', '1'].map((first) => fork(import.meta.filename, [first]))
  // The first round starts threads and warms them up.
  await spentBy(one)
  await spentBy(two)
  await wallMsOf(children)
  const [ratios, costs, apart]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const [alone, shared] = [await spentBy(one), await spentBy(two)]
    ratios.push(alone.wallMs / shared.wallMs)
    costs.push(shared.processorMs / alone.processorMs)
    apart.push(alone.wallMs / (await wallMsOf(children)))
  }
  for (const pool of pools) await pool.close()
  for (const child of children) child.send('end')
  const ratio = median(ratios)
  if (ratio < LEAST) process.exitCode = 1
  const told = `${ratio.toFixed(2)} x (target >= ${LEAST}${ratio < LEAST ? ', missed' : ''})`
  const rounds = ratios.map((value) => value.toFixed(2)).join(' ')
  console.log(
    `two threads against one: ${told}; rounds ${rounds}; two processes ${median(apart).toFixed(2)} x; processor time ${median(costs).toFixed(2)} x; ${threads.cores} cores`,
  )
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

const [, , half] = process.argv
if (half === undefined) await compare()
else serve(Number(half))
