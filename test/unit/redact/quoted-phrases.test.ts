import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {Redactor} from '#redact/redactor'
import {spec} from '../../support/spec.ts'

const it = spec('quoted secrets of several words')
const redactor = new Redactor()

for (const [text, secret] of [
  [`{"level":"info","msg":"login","password":"${'Zx9kq'} 77Lm!x"}`, /Zx9kq|77Lm/],
  [`password: "${'Tr0ub4dor'} 3xyz"`, /Tr0ub|3xyz/],
  [`DB_PASSWORD='${'Tr0ub4dor'} 3xyz'`, /Tr0ub|3xyz/],
  [`<password>${'Tr0ub4dor'} 3xyz</password>`, /Tr0ub|3xyz/],
  [`{"password":"${'hunter2'}, and more"}`, /hunter2|more/],
  [`{"password":"${'hunter2'} \\"and\\" more\\\\","user":"ops"}`, /hunter2|more/],
  [`{"api_key":"one two three four"}`, /one|four/],
  [`{\\"client_secret\\":\\"${'Zx9kq'} 77Lm!x\\",\\"a\\":1}`, /Zx9kq|77Lm/],
  [`'passwd: "${'Qz7'}\\\\"b4wd" | c'`, /Qz7|b4wd/],
  [`X-Api-Key: ${'simple5'}key`, /simple5/],
  [`curl -H 'X-Auth-Token: ${'simple5'}key' http://127.0.0.1/`, /simple5/],
] as const) {
  it(`all of it goes: ${text}`, () => {
    const told = redactor.text(text)
    assert.match(told, /\[redacted:[a-z-]+#1\]/)
    assert.not.match(told, secret)
    if (text.endsWith('}')) assert.match(told, /[\]"\d]\}$/, told)
  })
}

it('what stands behind the closing quote stays, whatever quotes the value holds', () => {
  const word = fc.string({unit: fc.constantFrom(...'bcdXYZ019"\\!,'), minLength: 1, maxLength: 8})
  fc.assert(
    fc.property(fc.array(word, {minLength: 1, maxLength: 4}), fc.nat(1), (words, deep) => {
      const value = ['Qz7pLm', ...words].join(' ')
      const json = JSON.stringify({user: 'ops', password: value, host: 'db'})
      const text = deep === 0 ? json : JSON.stringify({line: json})
      const told = redactor.text(text)
      const read = deep === 0 ? JSON.parse(told) : JSON.parse(JSON.parse(told).line)
      assert.match(read.password, /^\[redacted:[a-z-]+#1\]$/)
      assert.is(read.host, 'db')
    }),
    {seed: 4, numRuns: 500},
  )
})

for (const text of [
  'password: "must be set"',
  '{"password": "The password of the user"}',
  'password: "Enter your password"',
  '"password":"Wrong password, try again"',
  '{"password":"Mot de passe"}',
  '"password": "at least 8 characters"',
  '"password": "8 characters or more"',
  '"api_key": "API key for v2 of the service"',
  '"token": "OAuth2 access token"',
  '"secret": "SHA256 of it"',
  '"secret": "loaded out of environment variables"',
  `const line = 'password=' + pass1 + ' host=' + host2`,
  '<password>Your password</password>',
  '<secret>see below for 2 options</secret>',
  'X-Api-Key: string',
  'x-api-key: required',
]) {
  it(`words about a secret stay: ${text}`, () => assert.is(redactor.text(text), text))
}

it.run()
