import type {Stream} from '#random/stream'
import type {Environment} from '#world/model/environment'
import type {Start} from '#world/model/situation'
import {doneStart, equalGoal, hasGoals, sideGoal, zeroGoal} from '../../kit/goals.ts'
import {drawPlace, OUTWARD, passageGoal, ROUND} from '../../kit/places.ts'

const USUAL = ['usual', 'contact', 'fast', ROUND] as const
const FAR = ['edge', OUTWARD] as const
/** One usual start of so many is one where there is nothing left to do: whoever holds a task that is done asks from there. */
const DONE_EACH = 6
/** Most goals lie at a side; some have zeros, which code takes for numbers that are not there, or numbers that are alike. */
const GOALS = [zeroGoal, equalGoal, sideGoal, sideGoal, sideGoal, sideGoal, sideGoal] as const

/** One start in this many is far out with a usual goal, and one has only a far goal; the others have both. */
const KINDS = 6
/** One goal of so many lies in a passage, where there is one. */
const PASSAGE_EACH = 6

/** Where planners usually are, at round numbers too, and where their task is done. */
export function usualStart(environment: Environment, _stratum: string, stream: Stream): Start {
  const start = drawPlace(environment, USUAL[stream.int(USUAL.length)] ?? 'usual', stream)
  return stream.int(DONE_EACH) === 0 ? doneStart(environment, start) : start
}

/** Far out, or with a goal where goals seldom lie: each of the two where tasks have goals of their own, and in most trials both. `turn`: the number of the trial, which says at which side. */
export function edgeStart(environment: Environment, stratum: string, stream: Stream, turn: number): Start {
  const start = () => drawPlace(environment, FAR[stream.int(FAR.length)] ?? 'edge', stream)
  if (!hasGoals(environment)) return start()
  const drawTask = GOALS[stream.int(GOALS.length)] ?? sideGoal
  const through = stream.int(PASSAGE_EACH) === 0 ? passageGoal(environment, stream) : undefined
  const task = through ?? drawTask(environment, stratum, stream, turn)
  const kind = stream.int(KINDS)
  if (kind === 0) return start()
  return kind === 1 ? task : {...start(), goal: task.goal}
}
