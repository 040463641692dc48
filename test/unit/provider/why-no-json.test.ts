import * as assert from 'uvu/assert'
import {whyNoJson} from '#provider/model/why-no-json'
import {spec} from '../../support/spec.ts'

const it = spec('why-no-json')

it('what Python writes for a number that is none is told by its name; within a text it is no number', () => {
  assert.is(whyNoJson('{"scores": [0.5, NaN]}'), 'holds NaN, which is no number of JSON')
  assert.is(whyNoJson('{"a":-Infinity}'), 'holds -Infinity, which is no number of JSON')
  for (const text of ['{"a": "NaN"', 'NaNs', 'x.NaN', '', '{"a\\"": "b NaN", }'])
    assert.is(whyNoJson(text), 'is not JSON')
})
it.run()
