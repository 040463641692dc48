import * as assert from 'uvu/assert'
import {SUITE_SETS} from '#eval/catalogue/suite-table'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'

const it = spec('suites that must run')

it('a set is the same set however it is spelled, and of a choice of ones own must run what is no part of a whole set', () => {
  const mustRun = (suites?: readonly string[]) => settingsFor({suites}).mustRun.suites
  for (const [name, members] of Object.entries(SUITE_SETS)) {
    if (members.length === 1) continue
    assert.equal([mustRun([name]), mustRun(members), mustRun(members.toReversed())], [[], [], []], name)
    assert.equal([mustRun([...members, 'latent']), mustRun(['latent', name])], [['latent'], ['latent']])
  }
  assert.equal(mustRun(['rollout', 'fidelity', 'closed-loop']), ['rollout', 'fidelity', 'closed-loop'])
  assert.equal(mustRun(['rollout', 'planning-regret', 'closed-loop']), ['rollout'])
  assert.equal(mustRun(), [])
})

it.run()
