import type {Situation} from '#world/model/situation'
import {type ContractProbe, probeCandidates, probeStart, scoreRequest} from '../../kit/contract-input.ts'

/** More questions than an episode of a planner has: what is kept for one goal and grows old shows. */
const STARTS = 48
/** How often that asks. */
export const ONE_GOAL_QUESTIONS = 2 * STARTS
/** Far from the episodes of any suite, and from the question that comes between. */
const ELSEWHERE = 3_000_000

/** Where it was asked from, and both answers. */
interface AskedTwice {
  readonly now: Situation
  readonly scores: readonly [readonly number[], readonly number[]]
}

/** Scores of the same candidates from many starts towards one goal, asked one after the other and then again, the last first. */
export async function askOneGoal(probe: ContractProbe): Promise<AskedTwice[]> {
  const {subject, key, signal} = probe
  const {goal} = probeStart(probe)
  const candidates = probeCandidates(probe)
  const startOf = (at: number): Situation => ({
    ...probeStart({...probe, key: {...key, episode: key.episode + ELSEWHERE + at}}),
    goal,
  })
  const ask = async (at: number): Promise<readonly number[]> =>
    (await subject.score(scoreRequest(probe, candidates, startOf(at)), signal)).scores
  const before: (readonly number[])[] = []
  for (let at = 0; at < STARTS; at++) before.push(await ask(at))
  const twice: AskedTwice[] = []
  for (const [at, first] of [...before.entries()].reverse())
    twice.push({now: startOf(at), scores: [first, await ask(at)]})
  return twice
}
