import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {copyJson, jsonFault, parsedFault} from '#contract/json'
import {spec} from '../../support/spec.ts'

const it = spec('plain JSON')
const LIMITS = {depth: 4, size: Number.POSITIVE_INFINITY}
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

it('a parsed value has the faults of any value, in the same words', () => {
  const texts = [deep(4), deep(5), '{"a":[1e999]}', '[{"__proto__":1}]', '{"a":{"b":{"c":{"d":{}}}}}', '0', 'null']
  const given = fc.oneof(fc.constantFrom(...texts), fc.json({maxDepth: 6}))
  fc.assert(
    fc.property(given, (text) => {
      const value: unknown = JSON.parse(text)
      assert.is(parsedFault(value, LIMITS.depth), jsonFault(value, LIMITS)?.message)
    }),
  )
})

it('a fault names its place from the outside in, that of the whole value none', () => {
  assert.equal(jsonFault({'a/b': [0, {'c~': Number.NaN}]}, LIMITS), {
    pointer: '/a~1b/1/c~0',
    message: 'is not a finite number',
  })
  assert.equal(jsonFault([[[[[]]]]], LIMITS), {pointer: '', message: 'is deeper than 4 levels'})
  assert.equal(jsonFault(['x'.repeat(20)], {depth: 4, size: 10}), {pointer: '', message: 'is larger than 10 bytes'})
  const getter = Object.defineProperty({}, 'a', {get: () => assert.unreachable(), enumerable: true})
  assert.equal(jsonFault([getter], LIMITS), {pointer: '/0', message: 'has a computed field'})
})

it('a size is that of the text, whatever the parts could take at most', () => {
  for (const value of [[1, 2, 3], ['ab', 'cd'], {a: 1, b: 'xyz'}]) {
    const size = Array.isArray(value)
      ? 5 + value.reduce((sum: number, item) => sum + JSON.stringify(item).length + 1, 0)
      : 5 + 4 + 2 + 4 + 6
    assert.is(jsonFault(value, {depth: 4, size}), undefined, String(size))
    assert.match(jsonFault(value, {depth: 4, size: size - 1})?.message ?? '', /larger/)
  }
})

it('a copy is equal and its own to the depths', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(jsonFault(value, {depth: 64, size: Number.POSITIVE_INFINITY}) === undefined)
      assert.is(JSON.stringify(copyJson(value)), JSON.stringify(value))
    }),
  )
  const one = {list: [{a: 1}]}
  const two = copyJson(one)
  two.list[0]!.a = 2
  assert.is(one.list[0]?.a, 1)
})
it.run()
