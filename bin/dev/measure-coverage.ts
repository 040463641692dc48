// Simulates every kind of interval that decides anything, over data of which the truth is known: how often one is given, and how often one
// that is given holds the truth. The end is 1 where some misses in more than 7 % of all repetitions, two standard errors allowed.
// Usage: measure-coverage.ts [repetitions] [words of the rows]
import {coverageOf, MOST_MISSED, slackOf} from '../../test/support/coverage/coverage.ts'
import {COVERAGE_CASES} from '../../test/support/coverage/coverage-cases.ts'

const [repetitions = '1000', ...words] = process.argv.slice(2)
const count = Number(repetitions)
if (!Number.isSafeInteger(count) || count < 1) throw new RangeError('repetitions must be a whole number from 1')

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

console.log('| Interval | Data | n | Given | Holds, of those given |\n| --- | --- | --- | --- | --- |')
for (const one of COVERAGE_CASES) {
  if (!words.every((word) => `${one.of} ${one.data} ${one.n}`.includes(word))) continue
  const {held, missed, open} = coverageOf(one, count)
  const isLess = missed / count > MOST_MISSED + slackOf(count)
  const holds = held + missed === 0 ? '' : percent(held / (held + missed))
  const word = isLess ? (one.isBeyond ? ', too few to know' : ' **less**') : ''
  console.log(`| ${one.of} | ${one.data} | ${one.n} | ${percent(1 - open / count)} | ${holds}${word} |`)
  if (isLess && !one.isBeyond) process.exitCode = 1
}
