import {execFileSync} from 'node:child_process'
import {CRASH_POINTS} from '#hostnode/model/crash-points'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {type PushCrashes, type SystemCall, startPushCrashes} from '../push-crashes.ts'
import {seeded} from '../seeded.ts'

/** What the main thread of a node does to its disk, its callers and its children in the course of a push. */
const CALLS: Readonly<Record<string, number>> = {
  pwrite64: 120,
  fdatasync: 16,
  writev: 40,
  write: 120,
  read: 160,
  epoll_pwait: 200,
}
const POINTS: Readonly<Record<Depth, {readonly calls: number; readonly passes: number}>> = {
  sample: {calls: 4, passes: 1},
  full: {calls: 300, passes: 4},
}

/** Ends a node in the middle of pushes, at each crash point and at sampled system calls, and looks at what the next start makes of it. */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const {calls, passes} = POINTS[depth]
  const draw = seeded(seed)
  const points = CRASH_POINTS.filter((point) => /^git\./.test(point))
  const named = points.flatMap((point) => Array.from({length: passes}, (_, n) => `${point}:${n + 1}`))
  const sampled = hasStrace() ? Array.from({length: calls}, () => drawn(draw)) : []
  using crashes = await startPushCrashes()
  const failures: string[] = []
  let killed = 0
  for (const wish of [...named, ...sampled]) {
    const {isKilled, failure} = await tryOne(wish, crashes)
    if (isKilled) killed++
    if (failure !== undefined) failures.push(failure)
  }
  const without = sampled.length === 0 ? ['no strace: crash points only'] : []
  return {
    name: 'push-crashes',
    checks: killed,
    failures,
    notes: [
      `${killed} of ${named.length + sampled.length} ends in ${named.length} points and ${sampled.length} calls`,
      ...without,
    ],
  }
}

function drawn(draw: (below: number) => number): SystemCall {
  const names = Object.keys(CALLS)
  const call = names[draw(names.length)] ?? 'write'
  return {call, when: 1 + draw(CALLS[call] ?? 1)}
}

async function tryOne(wish: string | SystemCall, crashes: PushCrashes) {
  const what = typeof wish === 'string' ? wish : `${wish.call} ${wish.when}`
  try {
    const {signal} = await crashes.pushUnder(wish)
    await crashes.check(what)
    return {isKilled: signal === 'SIGKILL', failure: undefined}
  } catch (error) {
    return {isKilled: true, failure: `${what}: ${error instanceof Error ? error.message : error}`}
  }
}

function hasStrace(): boolean {
  try {
    execFileSync('strace', ['--version'], {stdio: 'ignore'})
    return process.platform === 'linux'
  } catch {
    return false
  }
}
