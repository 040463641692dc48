import {claimingProvider} from '../adapter/claims.ts'
import {strangerProfile} from '../adapter/spoil-provider.ts'
import {sometimesScoring} from './compose-answers.ts'
import {operatorsOf} from './operator.ts'

const {adapter} = operatorsOf('statement')
const PLACES = ['double-integrator', 'two-room']

/** Right answers, and something untrue said of them. */
export const STATEMENT_OPERATORS = [
  // By how much a stated spread is too small: 1 is half of what it is.
  adapter({name: 'small-sigma', magnitudes: [0.02, 0.1, 0.5, 3], environments: PLACES, onlyClaims: true}, (_, by) =>
    claimingProvider(strangerProfile(), {sigma: 1 / (1 + by), says: (chance) => chance}),
  ),
  // The share of doubt that is not told.
  adapter({name: 'confidence', magnitudes: [0.1, 0.3, 0.6, 1], environments: PLACES, onlyClaims: true}, (_, share) =>
    claimingProvider(strangerProfile(), {sigma: 1, says: (chance) => chance + share * (1 - chance)}),
  ),
  // How often the worst candidate is called the best.
  adapter({name: 'best-index', magnitudes: [0.003, 0.02, 0.1, 0.5], environments: PLACES}, (exact, rate) =>
    sometimesScoring(exact, rate, (answer, scores) => ({...answer, best_index: scores.indexOf(Math.max(...scores))})),
  ),
  // How often it says that higher is better while lower is.
  adapter({name: 'direction', magnitudes: [0.003, 0.02, 0.1, 0.5], environments: PLACES}, (exact, rate) =>
    sometimesScoring(exact, rate, (answer) => ({...answer, lower_is_better: !answer.lower_is_better})),
  ),
]
