import * as assert from 'uvu/assert'
import {editDistance, mustBeOneOf, nearestHint, nearestNames} from '#error/nearest'
import {spec} from '../../support/spec.ts'

const it = spec('nearest names')

it('counts insertions, deletions, substitutions and swaps of neighbours', () => {
  const table: [string, string, number][] = [
    ['', '', 0],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['mock', 'mokc', 1],
    ['sign', 'sing', 1],
    ['ca', 'abc', 3],
    ['a', 'a', 0],
  ]
  for (const [from, to, distance] of table) assert.is(editDistance(from, to), distance)
})

it('offers the closest names first and nothing that is far off', () => {
  assert.equal(nearestNames('analitic', ['mock', 'analytic', 'gr00t']), ['analytic'])
  assert.equal(nearestNames('cosmo', ['cosmos-policy', 'cosmos', 'mock']), ['cosmos', 'cosmos-policy'])
  assert.equal(nearestNames('zzzzzz', ['mock', 'analytic']), [])
})

it('nothing is near to a text longer than any name', () => {
  for (const length of [65, 150, 1_000_000]) assert.equal(nearestNames('m'.repeat(length), ['mock', 'm', 'a']), [])
})

it('asks in one way for a name and for a value of a closed set, and names all values beside the nearest', () => {
  assert.is(nearestHint('quik', ['quick', 'deep']), 'Did you mean quick?')
  assert.is(nearestHint('x', ['quick', 'deep']), 'Use one of: quick, deep.')
  assert.is(mustBeOneOf(['quick', 'deep'], 'quik'), 'must be one of quick, deep; did you mean quick?')
  for (const given of ['x', 7, null, undefined]) assert.is(mustBeOneOf(['quick'], given), 'must be one of quick')
})

it('what was written is no proposal', () => {
  assert.equal(nearestNames('idempotent', ['idempotent', 'idempotence']), ['idempotence'])
})

it.run()
