// Counts no coverage: the same finders over long lines.
import * as assert from 'uvu/assert'
import {ALL_LAYERS} from '#redact/layers'
import {RegisteredValues} from '#redact/registered-values'
import type {SpanFinder} from '#redact/span'
import {TOKEN_FAMILIES} from '#redact/token-families'
import {findTokens} from '#redact/tokens'
import {rotated} from '../../support/depth.ts'
import {HOSTILE_UNITS, hostileLine} from '../../support/hostile-units.ts'
import {spec} from '../../support/spec.ts'

const it = spec('hostile lines')
const SHORT = 25_000
const LONG = 100_000
/** Four where a layer is linear, sixteen where it is the square. */
const MOST_GROWTH = 9
/** Below this the clock decides and not the work. */
const LEAST_MS = 25
const TRIES = 4

/** Processor time of this process, the least of some: what else the machine does must not count. */
function cost(find: SpanFinder, line: string, rounds: number): number {
  const times = Array.from({length: rounds}, () => {
    const before = process.cpuUsage()
    find(line, [])
    const {user, system} = process.cpuUsage(before)
    return (user + system) / 1_000
  })
  return Math.min(...times)
}

function isLinear(find: SpanFinder, unit: string): boolean {
  const [short, long] = [hostileLine(unit, SHORT), hostileLine(unit, LONG)]
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const whole = cost(find, long, attempt)
    if (whole < LEAST_MS || whole / Math.max(cost(find, short, attempt), 0.1) < MOST_GROWTH) return true
  }
  return false
}

const ASKED = rotated(
  ALL_LAYERS.finders.flatMap((find) => HOSTILE_UNITS.map((unit) => ({find, unit}))),
  4,
)

for (const find of ALL_LAYERS.finders) {
  it(`four times a hostile line costs ${find.name} four times as much, not the square`, () => {
    const units = ASKED.flatMap((one) => (one.find === find ? [one.unit] : []))
    assert.ok(units.length > 0)
    assert.equal(
      units.filter((unit) => !isLinear(find, unit)),
      [],
    )
  })
}

it('the same holds for the beginnings of every token format', () => {
  const units = TOKEN_FAMILIES.flatMap(({prefixes}) => prefixes.flatMap((prefix) => [prefix, `${prefix}a`]))
  assert.equal(
    rotated(units, 4).filter((unit) => !isLinear(findTokens, unit)),
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
      rotated(HOSTILE_UNITS, 4).filter((unit) => !isLinear(find, unit)),
      [],
    )
  })
}

it('a finder that looks back to the start of the line each time is caught: the measure can fail', () => {
  const quadratic: SpanFinder = (text, found) => {
    for (let at = 0; at < text.length; at += 500)
      if (text.slice(0, at).split('a').length < 0) found.push({start: 0, end: 1, rule: 'x'})
  }
  assert.not.ok(isLinear(quadratic, 'a'))
})

it.run()
