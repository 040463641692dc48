import {seedStream} from '#random/stream'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {MODULE_WAYS} from '../hostile/ways/module-ways.ts'
import {OUTER_WAYS} from '../hostile/ways/outer-ways.ts'
import {COMMANDS, tryWay} from '../hostile/ways/try-way.ts'
import type {Way} from '../hostile/ways/way.ts'

export const WAYS: readonly Way[] = [...MODULE_WAYS, ...OUTER_WAYS]
/** These ask for answers: a verdict hangs on them. */
const CALLING = ['eval', 'benchmark', 'provider contract', 'run']
/** In a sample: ways whose limits are short, so that many can be tried. */
const SAMPLE = 4
const LONG = /for ever|blocks|never|sends a byte|takes no signal|asks for ever|closes every file/
const LANES = 2

type Pair = readonly [way: Way, command: string]

/**
 * Every way in which others' code ends, blocks, throws late, floods, forges or prints, with every command that opens providers: the command
 * must end with a documented code, never a good one for want of answers, print one document, hold no secret, and leave no process.
 */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  const pairs = depth === 'full' ? allPairs() : samplePairs(seed)
  const failures: string[] = []
  let worst: {readonly ms: number; readonly what: string} = {ms: 0, what: 'nothing'}
  const queue = pairs.values()
  const lanes = Array.from({length: LANES}, async () => {
    for (const [way, command] of queue) {
      const {faults, ms} = await tryWay(way, command)
      failures.push(...faults)
      if (ms > worst.ms) worst = {ms, what: `${command}, ${way.name}`}
    }
  })
  await Promise.all(lanes)
  const notes = [
    `${WAYS.length} ways, ${Object.keys(COMMANDS).length} commands`,
    `the longest took ${(worst.ms / 1000).toFixed(1)} s: ${worst.what}`,
  ]
  return {name: 'others-code', checks: pairs.length, failures, notes}
}

function allPairs(): Pair[] {
  return WAYS.flatMap((way) =>
    Object.entries(COMMANDS)
      .filter(([, {hasLimits}]) => !way.waits || hasLimits !== false)
      .map(([command]): Pair => [way, command]),
  )
}

/** One that ends with 0 at its first call always, for that turned a verdict green; others by the seed. */
function samplePairs(seed: number): Pair[] {
  const stream = seedStream(`others-code|${seed}`)
  const short = WAYS.filter((way) => !LONG.test(way.name))
  const drawn = Array.from({length: SAMPLE - 1}, (_, at) => short[stream.int(short.length)] ?? short[at])
  const first = WAYS.find((way) => way.name === 'ends with 0')
  return [first, ...drawn].flatMap((way, at): Pair[] => (way === undefined ? [] : [[way, CALLING[at % 2] ?? 'eval']]))
}
