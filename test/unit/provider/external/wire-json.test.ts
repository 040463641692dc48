import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {wireJson, wireLine} from '#provider/external/wire-json'
import {Tensor} from '#world/tensor/tensor'
import {SEED} from '../../../support/seed.ts'
import {spec} from '../../../support/spec.ts'

const it = spec('provider/external/wire-json')

it('any JSON reads back as what JSON.stringify writes, in ASCII', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = wireJson(value)
      assert.ok(Buffer.from(text, 'latin1').every((byte) => byte < 0x80))
      assert.equal(JSON.parse(text), JSON.parse(JSON.stringify(value)))
    }),
    {seed: SEED},
  )
})

it('letters of any script, lone halves of pairs and members that are undefined are written as JSON has them', () => {
  const value = {text: 'žluťoučký \u{1f916} \ud800 "\\\n', gone: undefined, list: [undefined, 1, 'ü'], ключ: null}
  assert.equal(JSON.parse(wireJson(value)), JSON.parse(JSON.stringify(value)))
  assert.is(wireJson(undefined), 'null')
})

it('tensors and bytes are written out, large ones as base64', () => {
  const large = Tensor.from({dtype: 'uint8', shape: [10, 10], seed: 1})
  const small = Tensor.from({dtype: 'float32', shape: [2], fill: 0.5})
  const told = JSON.parse(
    wireJson({large, small, bytes: Uint8Array.of(1, 2, 3), filled: {dtype: 'int8', shape: [2], fill: 7}}),
  )
  assert.equal(told.large, JSON.parse(JSON.stringify(large)))
  assert.equal(told.small, {dtype: 'float32', shape: [2], data: [0.5, 0.5]})
  assert.equal([told.bytes, told.filled], ['AQID', {dtype: 'int8', shape: [2], data: [7, 7]}])
  assert.equal(Tensor.from(told.large).bytes, large.bytes)
})

it('what has nothing that JSON would write is empty, and no comma stands for it', () => {
  const gone = undefined
  assert.is(
    wireJson({gone, all: {gone}, list: [[], {gone, one: 1, more: gone, two: 2}]}),
    '{"all":{},"list":[[],{"one":1,"two":2}]}',
  )
})

it('a line is the text and its end, in bytes', () => {
  const picture = Tensor.from({dtype: 'float32', shape: [3, 20, 20], seed: 1})
  const value = {id: '1', input: {picture, bytes: Uint8Array.of(7), task: 'žluť', list: [picture, undefined]}}
  for (const one of [value, [], {}, 'ü', undefined])
    assert.is(Buffer.from(wireLine(one)).toString('latin1'), `${wireJson(one)}\n`)
})

it.run()
