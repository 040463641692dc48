import {type ContractProbe, probeCandidates, probeStart, scoreRequest} from '../../kit/contract-input.ts'

/** More questions than an episode of a planner has: what is kept for one goal and grows old shows. */
const STARTS = 48
/** How often that asks. */
export const ONE_GOAL_QUESTIONS = 2 * STARTS
/** Far from the episodes of any suite, and from the question that comes between. */
const ELSEWHERE = 3_000_000

/** Scores of the same candidates from many starts towards one goal, asked one after the other and then again, the last first. By start, both answers. */
export async function askOneGoal(probe: ContractProbe): Promise<(readonly [readonly number[], readonly number[]])[]> {
  const {subject, key, signal} = probe
  const {goal} = probeStart(probe)
  const candidates = probeCandidates(probe)
  const ask = async (at: number): Promise<readonly number[]> => {
    const start = probeStart({...probe, key: {...key, episode: key.episode + ELSEWHERE + at}})
    const {scores} = await subject.score(scoreRequest(probe, candidates, {...start, goal}), signal)
    return scores
  }
  const before: (readonly number[])[] = []
  for (let at = 0; at < STARTS; at++) before.push(await ask(at))
  const pairs: (readonly [readonly number[], readonly number[]])[] = []
  for (const [at, first] of [...before.entries()].reverse()) pairs.push([first, await ask(at)])
  return pairs
}
