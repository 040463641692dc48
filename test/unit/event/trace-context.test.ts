import * as assert from 'uvu/assert'
import {parseTraceparent, traceparentOf} from '#event/correlation'
import {spec} from '../../support/spec.ts'

const it = spec('trace context')
const ID = '12345678901234567890123456789012'
const PARENT = '1234567890123456'
const whole = (over: Partial<Record<'version' | 'id' | 'parent' | 'flags' | 'rest', string>>) => {
  const {version = '00', id = ID, parent = PARENT, flags = '01', rest = ''} = over
  return `${version}-${id}-${parent}-${flags}${rest}`
}
const FUTURE = 'what-the-future-will-be-like'

/** Values that the test suite of W3C Trace Context sends, and what its servers must make of them. Source: w3c/trace-context, test_traceparent. */
const GOOD = [
  whole({}),
  whole({version: 'cc'}),
  whole({version: 'cc', rest: `-${FUTURE}`}),
  whole({flags: '00'}),
  whole({flags: '02'}),
  ...[' ', '\t'].flatMap((blank) => [`${blank}${whole({})}`, `${whole({})}${blank}`]),
  `\t ${whole({})} \t`,
]
const BAD = [
  '',
  whole({rest: '.'}),
  whole({rest: `-${FUTURE}`}),
  whole({version: 'cc', rest: `.${FUTURE}`}),
  ...['ff', '.0', '0.', '000', '0000', '0'].map((version) => whole({version})),
  ...['0'.repeat(32), `.${ID.slice(1)}`, `${ID.slice(0, -1)}.`, `${ID}3`, ID.slice(1)].map((id) => whole({id})),
  ...['0'.repeat(16), `.${PARENT.slice(1)}`, `${PARENT.slice(0, -1)}.`, `${PARENT}7`, PARENT.slice(1)].map((parent) =>
    whole({parent}),
  ),
  ...['.0', '0.', '001', '1'].map((flags) => whole({flags})),
  // The standard says lower case.
  whole({id: 'ABCDEFABCDEFABCDEFABCDEFABCDEFAB'}),
  `${whole({})},${whole({})}`,
]

it('a good value gives its trace, who called, and whether it is sampled', () => {
  for (const text of GOOD) {
    const found = parseTraceparent(text)
    assert.equal([found?.traceId, found?.parentId], [ID, PARENT], text)
  }
  assert.is(parseTraceparent(whole({flags: '02'}))?.flags, '02')
})

it('a value that the standard does not allow is ignored', () => {
  for (const text of BAD) assert.is(parseTraceparent(text), undefined, text)
  assert.is(parseTraceparent(undefined), undefined)
})

it('what is passed on is good again', () => {
  const passed = traceparentOf({traceId: ID, flags: '00'}, 'abcdefabcdefabcd')
  assert.is(parseTraceparent(passed)?.parentId, 'abcdefabcdefabcd')
})

it.run()
