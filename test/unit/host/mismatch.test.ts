import {createHash, createHmac} from 'node:crypto'
import * as assert from 'uvu/assert'
import {explainMismatch} from '#host/receiver/mismatch'
import {spec} from '../../support/spec.ts'

const it = spec('why a signature does not fit')

const KEY = 'a-shared-secret'
const SENT = '{"name":"J\u00f6rg <j@x.org>","url":"http://x/y","n":[1,2]}'
const here = (text: string) => [{name: 'HERE', bytes: Buffer.from(text)}]
const signed = (body: string | Buffer, key: string | Buffer = KEY) =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
const changesOf = (signature: string, body: string, key = KEY) =>
  explainMismatch(signature, Buffer.from(body), here(key))?.changes

it('a line end, spaces or quotes in the secret are found out', () => {
  assert.equal(changesOf(signed(SENT), SENT, `${KEY}\n`), ['secret_newline'])
  assert.equal(changesOf(signed(SENT, `${KEY}\n`), SENT), ['secret_newline'])
  assert.equal(changesOf(signed(SENT), SENT, `${KEY}\r\n`), ['secret_newline'])
  assert.equal(changesOf(signed(SENT), SENT, ` ${KEY} `), ['secret_spaces'])
  assert.equal(changesOf(signed(SENT), SENT, `"${KEY}"`), ['secret_quotes'])
})

it('a secret that the sender decodes is found out', () => {
  const base64 = Buffer.from('sixteen bytes ok').toString('base64')
  assert.equal(changesOf(signed(SENT, Buffer.from(base64, 'base64')), SENT, base64), ['secret_base64'])
  assert.equal(changesOf(signed(SENT, Buffer.from(base64, 'base64')), SENT, `whsec_${base64}`), ['secret_base64'])
  assert.equal(changesOf(signed(SENT, base64), SENT, `whsec_${base64}`), ['secret_prefix'])
  assert.equal(changesOf(signed(SENT, Buffer.from('00ff10', 'hex')), SENT, '00ff10'), ['secret_hex'])
})

it('a body that was parsed and written again is found out, however the sender had written it', () => {
  const value = JSON.parse(SENT)
  const indented = JSON.stringify(value, null, 2)
  assert.equal(changesOf(signed(SENT), indented), ['body_reserialised'])
  assert.equal(changesOf(signed(indented), SENT), ['body_reserialised'])
  // As `json.dumps` of Python, `json.Marshal` of Go and `json_encode` of PHP write it.
  const python = '{"name": "J\\u00f6rg <j@x.org>", "url": "http://x/y", "n": [1, 2]}'
  const go = '{"name":"J\u00f6rg \\u003cj@x.org\\u003e","url":"http://x/y","n":[1,2]}'
  const php = '{"name":"J\\u00f6rg <j@x.org>","url":"http:\\/\\/x\\/y","n":[1,2]}'
  for (const sent of [python, go, php]) assert.equal(changesOf(signed(sent), SENT), ['body_reserialised'], sent)
})

it('line ends, a byte order mark, a form and an empty body are found out', () => {
  assert.equal(changesOf(signed('{\r\n"a":1}'), '{\n"a":1}'), ['body_crlf'])
  assert.equal(changesOf(signed('{\n"a":1}'), '{\r\n"a":1}'), ['body_crlf'])
  assert.equal(changesOf(signed('x'), 'x\n'), ['body_final_newline'])
  assert.equal(changesOf(signed('x\n'), 'x'), ['body_final_newline'])
  assert.equal(changesOf(signed('x'), '\ufeffx'), ['body_bom'])
  assert.equal(changesOf(signed('payload=%7B%22a%22%3A+1%7D'), '{"a": 1}'), ['body_form_encoded'])
  assert.equal(changesOf(signed(''), SENT), ['body_empty'])
})

it('a signature in another form is found out', () => {
  const right = signed(SENT)
  const digits = right.slice(7)
  assert.equal(changesOf(`sha256=${digits.toUpperCase()}`, SENT), ['signature_upper_case'])
  assert.equal(changesOf(digits, SENT), ['signature_prefix'])
  assert.equal(changesOf(`"${right}"\n`, SENT), ['signature_spaces'])
  assert.equal(changesOf(`sha256=${Buffer.from(digits, 'hex').toString('base64')}`, SENT), ['signature_base64'])
  const sha1 = `sha1=${createHmac('sha1', KEY).update(SENT).digest('hex')}`
  assert.equal(changesOf(sha1, SENT), ['signature_algorithm'])
  assert.equal(changesOf(`sha256=${createHash('sha256').update(SENT).digest('hex')}`, SENT), ['no_key'])
})

it('two faults at once are both named, in words, with the secret that fits', () => {
  const found = explainMismatch(signed(SENT, `${KEY}\n`).toUpperCase().replace('SHA256', 'sha256'), Buffer.from(SENT), [
    {name: 'OTHER', bytes: Buffer.from('another-secret')},
    ...here(KEY),
  ])
  assert.equal(found?.changes, ['signature_upper_case', 'secret_newline'])
  assert.is(found?.signer, 'HERE')
  assert.match(found?.message ?? '', /lower case; and one side has a line end/)
})

it('a wrong secret and another body are explained by nothing', () => {
  assert.is(changesOf(signed(SENT, 'quite another'), SENT), undefined)
  assert.is(changesOf(signed('{"another":"body"}'), SENT), undefined)
  for (const text of ['', 'sha256=', 'nonsense', '\u0000']) assert.is(changesOf(text, SENT), undefined)
})

it.run()
