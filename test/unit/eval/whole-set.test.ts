import * as assert from 'uvu/assert'
import {SUITE_SETS} from '#eval/catalogue/suite-table'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'

const it = spec('suites that must run')

it('a set is the same set however it is spelled, and a choice of ones own must run', () => {
  const mustRun = (suites?: readonly string[]) => settingsFor({suites}).mustRun.suites
  for (const [name, members] of Object.entries(SUITE_SETS)) {
    if (members.length === 1) continue
    assert.equal([mustRun([name]), mustRun(members), mustRun(members.toReversed())], [false, false, false], name)
    assert.is(mustRun([...members, 'latent']), true)
    assert.is(mustRun(members.slice(1)), true)
  }
  assert.is(mustRun(), false)
})

it.run()
