// How often our suites find what is wrong with models that look at pictures (blind, mirrored, late, the wrong camera, un-normalised, channels swapped),
// and how often they fail right ones: whole evaluations, each with seeds of its own. Exit 1 where less than 95 % of the wrong are found, or where more
// than 5 % of the right may be failed by the upper end of the interval. Usage: measure-eyes.ts [--wrong EVALUATIONS] [--right EVALUATIONS]

import {wilson} from '#stats/share-interval'
import {type ByEye, examineByEye} from '../../test/support/eyes/examine-by-eye.ts'
import {
  POLICY_BY_EYE,
  scorerByEye,
  TIMELY_BY_EYE,
  WRONG_POLICIES,
  WRONG_SCORERS,
} from '../../test/support/eyes/models-by-eye.ts'
import {readWords} from './read-words.ts'

const KILLED = 0.95
const ALARMED = 0.05
const {values} = readWords({
  options: {wrong: {type: 'string', default: '5'}, right: {type: 'string', default: '40'}},
})
const wrongRounds = Number(values.wrong)
const rightRounds = Number(values.right)
if (![wrongRounds, rightRounds].every((count) => Number.isInteger(count) && count > 0)) {
  console.error('--wrong and --right take a number of evaluations above 0')
  process.exit(2)
}

const RIGHT: readonly (readonly [what: string, model: ByEye, n: number])[] = [
  ['policy', POLICY_BY_EYE, 24],
  ['policy of two pictures', TIMELY_BY_EYE, 24],
  ['scorer', scorerByEye('score-ranking'), 16],
]

const began = performance.now()
let [tried, killed] = [0, 0]
for (const wrong of [...WRONG_POLICIES, ...WRONG_SCORERS]) {
  let found = 0
  for (let round = 0; round < wrongRounds; round++) {
    const outcome = (await examineByEye(wrong, {n: wrong.n, seed: seedOf(round)}))[wrong.metric]
    if (outcome === 'fail') found++
  }
  console.log(
    `wrong  ${`${wrong.suite}: ${wrong.what}`.padEnd(58)} found ${found} of ${wrongRounds} by ${wrong.metric}`,
  )
  tried += wrongRounds
  killed += found
}
let [asked, alarms] = [0, 0]
for (const [what, model, n] of RIGHT) {
  let failed = 0
  for (let round = 0; round < rightRounds; round++) {
    const outcomes = Object.values(await examineByEye(model, {n, seed: seedOf(round)}))
    if (outcomes.includes('fail')) failed++
  }
  console.log(`right  ${`${model.suite}: ${what}`.padEnd(58)} failed ${failed} of ${rightRounds}`)
  asked += rightRounds
  alarms += failed
}
const [rate, alarmHigh] = [killed / tried, wilson(alarms, asked)?.high ?? 1]
const seconds = ((performance.now() - began) / 1000).toFixed(0)
console.log(`\nkill rate ${rate.toFixed(3)} of ${tried} (at least ${KILLED})`)
console.log(
  `false alarms ${(alarms / asked).toFixed(3)} of ${asked}, at most ${alarmHigh.toFixed(3)} (${ALARMED}); ${seconds} s`,
)
if (rate < KILLED || alarmHigh > ALARMED) process.exitCode = 1

/** Seeds of their own for each round, none of which tests use. */
function seedOf(round: number): number {
  return 1_000 + round
}
