import * as assert from 'uvu/assert'
import {SAFETY_RULES, type SafetyRules} from '#hostnode/consensus/rules'
import {compareVotes} from '#hostnode/consensus/vote'
import {madeNetwork} from '../../support/consensus/made-network.ts'
import {simulateNetwork} from '../../support/consensus/simulate-network.ts'
import {DEEP} from '../../support/depth.ts'
import {SEED} from '../../support/seed.ts'
import {seeded} from '../../support/seeded.ts'
import {spec} from '../../support/spec.ts'

const it = spec('hostnode/consensus-safety')
const ROUNDS = DEEP ? 2_100 : 28
const MOST_TRIES = 400

it('no two blocks are agreed on at one height, whatever is lost, late, cut, crashed or lied about; and all go on when it is over', () => {
  for (let round = 0; round < ROUNDS; round++) {
    const seed = SEED * 1000 + round
    const draw = seeded(seed)
    const count = 1 + (round % 7)
    const weights = Array.from({length: count}, () => (round % 2 === 0 ? 1 : 1 + draw(5)))
    const network = madeNetwork(weights, round % 3 === 0 ? 'rotating' : 'stable')
    const {conflicts, doubleVotes, healedAt, ended} = simulateNetwork({
      seed,
      network,
      withLiars: round % 4 > 1,
      chaosMs: 4_000,
    })
    const told = `seed ${seed}, weights ${weights.join()}, ${network.leader}`
    assert.equal([conflicts, doubleVotes], [[], 0], told)
    assert.ok(Math.min(...ended) >= Math.max(...healedAt) + 5, `${told}: ${healedAt} then ${ended}`)
  }
})

const BROKEN: Readonly<Record<string, {readonly rules: Partial<SafetyRules>; readonly forgets?: boolean}>> = {
  'votes twice': {
    rules: {
      maySign: (last, next) =>
        last === undefined ||
        compareVotes(next, last) > 0 ||
        (compareVotes(next, last) === 0 && next.block_id > last.block_id),
    },
  },
  'tells its votes before they are on the disk': {rules: {}, forgets: true},
  'is content with half': {rules: {quorum: (total) => Math.floor(total / 2)}},
  'is bound to nothing': {rules: {mayPrepare: () => true}},
}

for (const [name, {rules, forgets = false}] of Object.entries(BROKEN))
  it(`the same trial sees a member that ${name}`, () => {
    for (let round = 0; round < MOST_TRIES; round++) {
      const seed = SEED * 1000 + round
      const network = madeNetwork([1, 1, 1, 1], round % 2 === 0 ? 'rotating' : 'stable')
      const broken = {...SAFETY_RULES, ...rules}
      const found = simulateNetwork({seed, network, withLiars: true, chaosMs: 8_000, rules: broken, forgets})
      if (found.conflicts.length + found.doubleVotes > 0) return
    }
    assert.unreachable('nothing was seen')
  })
it.run()
