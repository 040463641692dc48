import {CRASH_POINTS} from '#hostnode/model/crash-points'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {COMMAND_STORIES, startCommandCrashes} from '../node-crashes/command-stories.ts'
import {type ServingStory, type ServingWish, startServingStory} from '../node-crashes/serving-story.ts'
import {drawCalls, type SystemCall} from '../node-crashes/system-calls.ts'
import {seeded} from '../seeded.ts'
import {whyNoStrace} from './sigkill-strace.ts'

interface Size {
  /** Calls at which a node is ended, a fifth of them while it starts. */
  readonly serving: number
  /** Calls at which each command is ended. */
  readonly command: number
  /** A point ends the process where it is passed for the first time, the second, and so on; 0: some points are drawn. */
  readonly passes: number
  /** How many commands. */
  readonly commands: number
}
const SIZES: Readonly<Record<Depth, Size>> = {
  sample: {serving: 2, command: 1, passes: 0, commands: 1},
  full: {serving: 260, command: 40, passes: 3, commands: COMMAND_STORIES.length},
}
const SAMPLED_POINTS = 1
/** What a sample does not count anew: less often than each of them is made. */
const SAMPLED_CALLS = new Map([
  ...(['pwrite64', 'read', 'write', 'epoll_pwait'] as const).map((call) => [call, 60] as const),
  ...(['fsync', 'openat', 'writev', 'close'] as const).map((call) => [call, 12] as const),
  ...(['mkdir', 'rename', 'unlink'] as const).map((call) => [call, 2] as const),
])
/** Crashes on one data directory; its rate limits last for no more. */
const ON_ONE = 25
/** Points of a node that serves. Those of commands belong to their stories, those of a first start to neither. */
const SERVING = /^(store|repository|hook|git)\./

type Draw = (below: number) => number
interface Tried {
  readonly what: string
  readonly isKilled: boolean
  readonly faults: readonly string[]
}

/**
 * Ends the hosting node and its commands with SIGKILL, at each crash point and at sampled system calls, and looks at what the next start makes of it:
 * what a client was told, kept outside of the node, is the judge.
 */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const draw = seeded(seed)
  const noStrace = whyNoStrace()
  const tried = [...(await serve(depth, draw, noStrace === undefined))]
  const {commands, command} = SIZES[depth]
  const first = draw(COMMAND_STORIES.length)
  for (const story of [...COMMAND_STORIES, ...COMMAND_STORIES].slice(first, first + commands)) {
    using crashes = await startCommandCrashes(story)
    const points = pointsFor(story.points, depth, draw)
    const made = depth === 'full' ? await crashes.count() : SAMPLED_CALLS
    const calls = noStrace === undefined ? drawCalls(made, command, draw) : []
    for (const wish of [...points, ...calls])
      tried.push(await attempt(`${story.name} at ${shown(wish)}`, () => crashes.crash(wish)))
  }
  const killed = tried.filter(({isKilled}) => isKilled)
  return {
    name: 'hostnode-crashes',
    checks: killed.length,
    failures: tried.flatMap(({what, faults}) => faults.map((fault) => `${what}: ${fault}`)),
    notes: [
      `${killed.length} of ${tried.length} were killed where they should`,
      ...(depth === 'full' ? notPassed(killed) : []),
      ...(noStrace === undefined ? [] : [`crash points only: ${noStrace}`]),
    ],
  }
}

async function serve(depth: Depth, draw: Draw, isTraced: boolean): Promise<Tried[]> {
  const tried: Tried[] = []
  let story: ServingStory | undefined
  try {
    story = await startServingStory()
    const wishes: ServingWish[] = pointsFor(SERVING, depth, draw).map((wish) => ({at: 'point', wish}))
    if (isTraced) {
      const {start, serving} =
        depth === 'full' ? await story.count() : {start: new Map([['pwrite64', 12]]), serving: SAMPLED_CALLS}
      const count = SIZES[depth].serving
      const starts = Math.ceil(count / 5)
      wishes.push(...drawCalls(start, starts, draw).map((call) => ({at: 'start', ...call}) as const))
      wishes.push(...drawCalls(serving, count - starts, draw).map((call) => ({at: 'serving', ...call}) as const))
    }
    for (const [at, wish] of wishes.entries()) {
      const current = story
      const one = await attempt(`${wish.at} at ${shown(wish)}`, () => current.crash(wish))
      tried.push(one)
      // What one crash spoiled is not told again of the next.
      if (one.faults.length === 0 && (at + 1) % ON_ONE > 0) continue
      await story[Symbol.asyncDispose]()
      story = undefined
      story = await startServingStory()
    }
  } finally {
    await story?.[Symbol.asyncDispose]()
  }
  return tried
}

function pointsFor(form: RegExp, depth: Depth, draw: Draw): string[] {
  const points = CRASH_POINTS.filter((point) => form.test(point))
  const {passes} = SIZES[depth]
  if (passes > 0) return points.flatMap((point) => Array.from({length: passes}, (_, n) => `${point}:${n + 1}`))
  return Array.from({length: SAMPLED_POINTS}, () => `${points[draw(points.length)]}:1`)
}

/** A point that nothing passes is none that anybody tried. */
function notPassed(killed: readonly Tried[]): string[] {
  const missed = CRASH_POINTS.filter((point) => !killed.some(({what}) => what.includes(`${point}:`)))
  return missed.length === 0 ? [] : [`not passed: ${missed.join(', ')}`]
}

function shown(wish: string | SystemCall | ServingWish): string {
  if (typeof wish === 'string') return wish
  return 'call' in wish ? `${wish.call} ${wish.when}` : wish.wish
}

async function attempt(
  what: string,
  work: () => Promise<{readonly isKilled: boolean; readonly faults: readonly string[]}>,
): Promise<Tried> {
  try {
    return {what, ...(await work())}
  } catch (error) {
    return {what, isKilled: true, faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)]}
  }
}
