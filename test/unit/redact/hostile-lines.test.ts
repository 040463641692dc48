// Counts no coverage: the same finders over long lines.
import * as assert from 'uvu/assert'
import {ALL_LAYERS} from '#redact/layers'
import {RegisteredValues} from '#redact/registered-values'
import type {SpanFinder} from '#redact/span'
import {TOKEN_FAMILIES} from '#redact/token-families'
import {findTokens} from '#redact/tokens'
import {rotated} from '../../support/depth.ts'
import {isLinear} from '../../support/growth.ts'
import {HOSTILE_UNITS, hostileLine} from '../../support/hostile-units.ts'
import {spec} from '../../support/spec.ts'

const it = spec('hostile lines')
const isCheap = (find: SpanFinder, unit: string) =>
  isLinear(
    (length) => hostileLine(unit, length),
    (line) => find(line, []),
  )

const ASKED = rotated(
  ALL_LAYERS.finders.flatMap((find) => HOSTILE_UNITS.map((unit) => ({find, unit}))),
  4,
)

for (const find of ALL_LAYERS.finders) {
  it(`four times a hostile line costs ${find.name} four times as much, not the square`, () => {
    const units = ASKED.flatMap((one) => (one.find === find ? [one.unit] : []))
    assert.ok(units.length > 0)
    assert.equal(
      units.filter((unit) => !isCheap(find, unit)),
      [],
    )
  })
}

it('the same holds for the beginnings of every token format', () => {
  const units = TOKEN_FAMILIES.flatMap(({prefixes}) => prefixes.flatMap((prefix) => [prefix, `${prefix}a`]))
  assert.equal(
    rotated(units, 4).filter((unit) => !isCheap(findTokens, unit)),
    [],
  )
})

for (const [name, how] of [
  ['as they are', 'find'],
  ['spelled out', 'findSpelled'],
] as const) {
  it(`the same holds for registered values ${name}, whole and cut`, () => {
    const values = new RegisteredValues()
    for (const value of ['planted-value-0001', 'a'.repeat(100), 'ab'.repeat(60)]) values.add(value, 'registered')
    const find: SpanFinder = (text, found) => values[how](text, found)
    assert.equal(
      rotated(HOSTILE_UNITS, 4).filter((unit) => !isCheap(find, unit)),
      [],
    )
  })
}

it('a finder that looks back to the start of the line each time is caught: the measure can fail', () => {
  const quadratic: SpanFinder = (text, found) => {
    for (let at = 0; at < text.length; at += 500)
      if (text.slice(0, at).split('a').length < 0) found.push({start: 0, end: 1, rule: 'x'})
  }
  assert.not.ok(isCheap(quadratic, 'a'))
})

it.run()
