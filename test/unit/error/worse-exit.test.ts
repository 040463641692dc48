import * as assert from 'uvu/assert'
import {type ExitName, exitNamed, worseExit} from '#error/exit'
import {spec} from '../../support/spec.ts'

const it = spec('the worse exit')
const worse = (one: ExitName, other: ExitName) => worseExit(exitNamed(one, 'one'), exitNamed(other, 'other')).name

it('a full disk makes no failure unavailable, and evidence that does not verify fails whatever was open', () => {
  assert.is(worse('ok', 'unavailable'), 'unavailable')
  assert.is(worse('failed', 'unavailable'), 'failed')
  assert.is(worse('inconclusive', 'failed'), 'failed')
  assert.is(worse('unavailable', 'failed'), 'failed')
  assert.is(worse('failed', 'bug'), 'bug')
  assert.is(worse('unsafe-state', 'unavailable'), 'unsafe-state')
  for (const ended of ['interrupted', 'terminated'] as const) assert.is(worse(ended, 'unavailable'), ended)
})

it('of two alike the first is told, and a mistake of the caller stays one', () => {
  assert.is(worseExit(exitNamed('failed', 'one'), exitNamed('failed', 'other')).reason, 'one')
  assert.is(worse('usage', 'unavailable'), 'usage')
})
it.run()
