import * as assert from 'uvu/assert'
import {answerBase64} from '#provider/model/value-check'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('base64 of answers')
/** Source: RFC 4648 section 10. */
const VECTORS = {f: 'Zg==', fo: 'Zm8=', foo: 'Zm9v', foob: 'Zm9vYg==', fooba: 'Zm9vYmE=', foobar: 'Zm9vYmFy'}

it('reads the vectors of the standard', () => {
  for (const [text, base64] of Object.entries(VECTORS))
    assert.is(Buffer.from(answerBase64(base64, 'clip')).toString(), text)
})

it('refuses what no encoder writes: bits nobody reads, other alphabets, blanks, padding that is missing or too much', async () => {
  const bad = [
    '',
    'Zh==',
    'Zm9=',
    'Zm9v\n',
    'Zm 9v',
    'Zm9',
    'Zg',
    'Zg=',
    'Zg===',
    'Z===',
    '====',
    'Zm9vYg==Zm9v',
    '-_-_',
    7,
  ]
  for (const text of bad) await throwsCode(() => answerBase64(text, 'clip'), 'contract_violation')
})
it.run()
