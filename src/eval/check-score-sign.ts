import {kendallTauB} from '#stats/correlation'
import {twoRoom} from '#world/environment/two-room/two-room'
import {ascendingScores, type SenseCases} from './check-sensitivity.ts'
import {probeCandidates, probeStart, scoreRequest} from './kit/contract-input.ts'
import {type ScoreMeanings, scoreMeanings} from './kit/true-costs.ts'

const SEED = 42
/** Number of starts. A handful of candidates from one start may be in any order by chance; over this many, even scores that follow the rules roughly agree with them. */
const STARTS = 12
/** Scores that know nothing come to 0 within a tenth; those of a model that is worse than exact, whatever it misses, lie above. */
const TURNED = -0.2
const MEANINGS: readonly (keyof ScoreMeanings)[] = ['way', 'end', 'steps']

/**
 * Scores of a world whose rules are known are held against these, in whichever sense they follow best (a score may mean the end, the way or every step):
 * turned around they are worse than none.
 */
export const SCORE_SIGN: SenseCases[number] = [
  'score-sign',
  async (sensing) => {
    const sums = MEANINGS.map(() => 0)
    for (let episode = 0; episode < STARTS; episode++) {
      const key = {seed: SEED, environment: twoRoom.key, stratum: twoRoom.strata[0], episode}
      const probe = {environment: twoRoom, key}
      const [now, actions] = [probeStart(probe), probeCandidates(probe)]
      const own = await ascendingScores(scoreRequest(probe, actions), sensing)
      const truth = scoreMeanings({environment: twoRoom, now, actions})
      for (const [at, meaning] of MEANINGS.entries())
        sums[at] = (sums[at] ?? 0) + (kendallTauB(own, truth[meaning]) ?? 0)
    }
    const best = Math.max(...sums) / STARTS
    return best < TURNED ? 'the better a candidate, the worse its score: the sign is turned' : undefined
  },
]
