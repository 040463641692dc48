import * as assert from 'uvu/assert'
import {editDistance, nearestNames} from '#error/nearest'
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

it.run()
