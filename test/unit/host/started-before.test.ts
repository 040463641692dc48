import * as assert from 'uvu/assert'
import {startedBefore} from '#host/judge/started-before'
import {spec} from '../../support/spec.ts'

const it = spec('what began before a baseline')
const TAKEN = Date.parse('2026-11-24T00:42:17.480Z')

it('is not what began right after it, told in whole seconds', () => {
  assert.is(startedBefore(Math.floor((TAKEN + 100) / 1000) * 1000, TAKEN), false)
  assert.is(startedBefore(Math.round((TAKEN + 15) / 1000) * 1000, TAKEN), false)
})

it('is what ran while it was taken', () => {
  assert.is(startedBefore(TAKEN - 1_000, TAKEN), true)
  assert.is(startedBefore(TAKEN - 60_000, TAKEN), true)
})

it.run()
