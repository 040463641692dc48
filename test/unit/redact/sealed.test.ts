import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {Redactor} from '#redact/redactor'
import {TOKEN_FAMILIES} from '#redact/token-families'
import {spec} from '../../support/spec.ts'

const it = spec('sealed values')
const CANARY = ['canary', 'hunter2', 'q9x7'].join('-')

it('what is sealed is masked, frozen to its depths, and a copy', () => {
  const redactor = new Redactor()
  redactor.register(CANARY)
  const own = {note: CANARY, deep: {list: [{api_key: 'abcdef123456'}]}}
  const sealed = redactor.seal(own)
  assert.not.match(JSON.stringify(sealed), new RegExp(`${CANARY}|abcdef123456`))
  assert.ok(Object.isFrozen(sealed) && Object.isFrozen(sealed.deep) && Object.isFrozen(sealed.deep.list[0]))
  assert.not.ok(Object.isFrozen(own))
  assert.is(redactor.seal(sealed), sealed, 'looked through once')
})

it('a line of sealed parts is the line of what they hold together', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (one, two) => {
      const redactor = new Redactor()
      redactor.register(CANARY)
      const [a, b] = [redactor.seal({...one, note: CANARY}), redactor.seal(two)]
      assert.is(redactor.joinedLine(a, b), redactor.line({...a, ...b}))
    }),
  )
})

it('a value registered after the seal is masked in the line all the same', () => {
  const redactor = new Redactor()
  const sealed = redactor.seal({
    message: `failed with ${CANARY}`,
    metadata: {[CANARY]: [Buffer.from(CANARY).toString('base64')]},
  })
  assert.match(redactor.joinedLine(sealed), CANARY)
  redactor.register(CANARY)
  const line = redactor.joinedLine(sealed)
  assert.not.match(line, CANARY)
  assert.not.match(line, Buffer.from(CANARY).toString('base64'))
})

it('a frozen object of others, or of another redactor, is looked through like any', () => {
  const [redactor, other] = [new Redactor(), new Redactor()]
  redactor.register(CANARY)
  for (const part of [
    Object.freeze({note: CANARY}),
    other.seal({note: CANARY}),
    {...redactor.seal({a: 1}), note: CANARY},
  ])
    assert.not.match(redactor.joinedLine(redactor.seal({b: 2}), part), CANARY)
})

it('an id, a digest or a time is masked when it is registered, and is no token of any vendor', () => {
  const texts = ['0123456789abcdef', `sha256:${'0a'.repeat(32)}`, '2026-11-21T07:42:33.417Z']
  for (const text of texts) {
    const redactor = new Redactor()
    assert.is(redactor.text(text), text)
    redactor.register(text)
    assert.not.match(redactor.text(text), text)
    const part = new Redactor()
    part.register(text.slice(2, 14))
    assert.not.match(part.text(text), text.slice(2, 14))
  }
})

it('no token of any vendor is an id, a digest or a time, nor stands in one as a word', () => {
  const forms = ['0'.repeat(16), '0'.repeat(32), `sha256:${'0'.repeat(64)}`]
  for (const {name, prefixes, before, body} of TOKEN_FAMILIES)
    for (const literal of prefixes.filter((prefix) => /^[0-9a-f]+$/.test(prefix))) {
      const token = new RegExp(`\\b(?:${before})${literal}(?:${body})\\b`)
      for (const form of forms)
        for (let at = form.indexOf('0'); at + literal.length <= form.length; at++)
          assert.not.match(form.slice(0, at) + literal + form.slice(at + literal.length), token, name)
    }
  const others = TOKEN_FAMILIES.flatMap(({prefixes}) =>
    prefixes.filter((prefix) => /^[0-9T:.Z-]+$|^sha256:/.test(prefix)),
  )
  assert.equal(others, [])
})
it.run()
