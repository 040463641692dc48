import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {isSecretKey} from '#redact/key-names'
import {Redactor, redactError} from '#redact/redactor'
import {DEEP} from '../../support/depth.ts'
import {spec} from '../../support/spec.ts'

const it = spec('values')
const PLANTED = `planted-${'value'}-1`

function redactor(): Redactor {
  const made = new Redactor({roots: [{path: '/home/alice', mark: '<home>'}]})
  made.register(PLANTED)
  return made
}

it('names that say secret are secret, names of counts, kinds and places are not', () => {
  const secret = `password passwd dbPassword DB_PASSWORD api_key apiKey APIKey apikey API-KEYS access.key accessToken tokens
    client_secret private_key signature sig x-sig authorization cookies dsn connectionString signedUrl credentials pwd bearer
    aws_secret_access_key`
  const free = `max_tokens min_token num_tokens token_count tokenizer author authority assigned signature_ok key_id env_var
    credential_env_var token_type secret_name public_key has_secret is_token password_hint tokens_per_second signature_method
    key keys status monkey design passage secretary cookiecutter total_tokens signatures_verified keyboard`
  for (const key of secret.split(/\s+/)) assert.ok(isSecretKey(key), key)
  for (const key of free.split(/\s+/)) assert.not.ok(isSecretKey(key), key)
})

it('short names of passwords count, what stands for a power does not, and what follows an ampersand is of the value unless it has a name', () => {
  const told = (text: string) =>
    redactor()
      .text(text)
      .replaceAll(/\[redacted:[\w-]+#\d+\]/g, '#')
  for (const [given, left] of [
    ['a1 pw=hunter2horse!x9', 'a1 pw=#'],
    ['db_pw=Ga5sDf7gHh!', 'db_pw=#'],
    ['user=bob pw: Mn6bVc8xZz!', 'user=bob pw: #'],
    ['a2 pwd=Tr0ub4dor&3zz x', 'a2 pwd=# x'],
    ['a3 token=ab12cd34ef56&debug b', 'a3 token=# b'],
    ['a4 token=ab12cd34ef56&user=bob b', 'a4 token=#&user=bob b'],
  ] as const)
    assert.is(told(given), left)
  const benign = [
    'pw = getpwnam("root")',
    'pw->pw_name',
    'pw=0.35',
    'PW=42.7',
    'pw: 1.5e-4',
    'pw=1024x768',
    'nb_pw=128',
    'pw: see below',
  ]
  for (const text of benign) assert.is(told(text), text)
})

it('sessions by the names that frameworks give their cookies count wherever they stand, other sessions have no secret', () => {
  const told = (text: string) => redactor().text(text)
  for (const text of [
    'JSESSIONID=1A530637289A03B07199A44E8D531427',
    'PHPSESSID: el4ukv0kqbvoirg7nkp4dncpk3',
    'ASP.NET_SessionId=xg2k1l0a5ycxc3qgyk3jq0aj',
    'sessionid=zrel8m2w9ncq7b0p4kd1u6xj5tg3yfha',
    'connect.sid=s%3Aj8Yh2kQ0aXbq.1bYc',
  ])
    assert.match(told(text), /^[\w.]+(?:=|: )\[redacted:keyword#1\]$/)
  for (const text of [
    'session_id=38afes7a8b1c',
    'sessionId: 38afes7a8b1c',
    'assessment: 12ab34cd56ef',
    'JSESSIONID cookie is set',
    'sessionid: none',
    'connect timeout=30s',
  ])
    assert.is(told(text), text)
})

it('a password counts however far it stands from its word', () => {
  for (const word of ['rootpw', 'PASS', 'C: PASS'])
    assert.match(redactor().text(`${word}${' '.repeat(100)}hunter2x`), /^[\w: ]+ {100}\[redacted:keyword#1\]$/)
})

it('the whole value under a secret name goes, booleans, null and nothing stay', () => {
  assert.equal(
    redactor().value({
      token: 'x',
      password: 17,
      cookies: ['a'],
      secret: {a: 1},
      signature: null,
      bearer: true,
      dsn: '',
      pwd: undefined,
    }),
    {
      token: '[redacted:secret-key#1]',
      password: '[redacted:secret-key#2]',
      cookies: '[redacted:secret-key#3]',
      secret: '[redacted:secret-key#4]',
      signature: null,
      bearer: true,
      dsn: '',
    },
  )
})

it('counts under the names of rules stay, other numbers under secret names go', () => {
  const one = redactor()
  one.text(`${'ghp'}_${'a1'.repeat(18)} Cookie: sid=abcdefgh`)
  const counts = {redactions: one.counts()}
  assert.equal(counts, {redactions: {cookie: 1, 'github-token': 1}})
  assert.equal(one.value(counts), counts)
  assert.equal(one.find(counts), [])
  assert.equal(one.find({cookie: 12_345_678, token: 1}), [
    {pointer: '/cookie', rule: 'secret-key'},
    {pointer: '/token', rule: 'secret-key'},
  ])
})

it('counts of tokens stay, what else stands under such a name goes', () => {
  const usage = {prompt_tokens: 12, completion_tokens: 1_048_576, total_tokens: 3}
  assert.equal(redactor().value(usage), usage)
  assert.equal(redactor().find(usage), [])
  assert.equal(redactor().value({access_tokens: ['a'], token: 12} as unknown), {
    access_tokens: '[redacted:secret-key#1]',
    token: '[redacted:secret-key#2]',
  })
})

it('keys are masked like text, and no member is lost by it', () => {
  const made = redactor().value({[PLANTED]: 1, '\u0001': 2, '␁': 3, ['__proto__']: 4})
  assert.is(JSON.stringify(made), '{"[redacted:registered#1]":1,"␁":2,"␁~2":3,"__proto__":4}')
})

it('odd values become plain ones', () => {
  class Odd {
    readonly shown = 'a'
    hidden() {}
  }
  const bare = Object.assign(Object.create(null), {a: 1})
  const plain = redactor().value({
    date: new Date(0),
    bad: new Date(Number.NaN),
    map: new Map<unknown, unknown>([[1, PLANTED]]),
    set: new Set([1]),
    url: new URL('https://u:p@h/'),
    bytes: new Uint8Array(3),
    floats: new Float32Array([0.5]),
    error: Object.assign(new Error(PLANTED), {secretish: PLANTED}),
    list: [undefined, () => 1, Symbol('x')],
    odd: new Odd(),
    bare,
    big: 12345678901234567890n,
    re: /x/,
    run: () => 1,
  })
  assert.equal(plain as unknown, {
    date: '1970-01-01T00:00:00.000Z',
    bad: null,
    map: {1: '[redacted:registered#1]'},
    set: [1],
    url: 'https://[redacted:url-userinfo#2]@h/',
    bytes: '[3 bytes]',
    floats: [0.5],
    error: {name: 'Error', message: '[redacted:registered#1]'},
    list: [null, null, null],
    odd: {shown: 'a'},
    bare: {a: 1},
    big: '12345678901234567890',
    re: '/x/',
  })
})

it('cycles, depth, width, getters and proxies that throw become the error mark and no failure', () => {
  const cycle: Record<string, unknown> = {a: 1}
  cycle['self'] = cycle
  let deep: unknown = PLANTED
  for (let level = 0; level < 5_000; level++) deep = [deep]
  let wide: unknown = 'x'
  for (let level = 0; level < 40; level++) wide = [wide, wide]
  const getter = {
    get a() {
      throw new Error(PLANTED)
    },
  }
  const proxy = new Proxy({}, {ownKeys: (): string[] => assert.unreachable() as never})
  const {proxy: revoked, revoke} = Proxy.revocable({}, {})
  revoke()
  const one = redactor()
  assert.equal(one.value(cycle) as unknown, {a: 1, self: '[redacted:error]'})
  for (const value of [deep, wide, getter, proxy, revoked, [revoked], {toJSON: () => assert.unreachable()}]) {
    const json = one.line(value)
    assert.ok(json.includes('[redacted:error]'))
    assert.ok(json.length < 64_000_000)
    assert.not.ok(json.includes(PLANTED))
  }
  assert.not.ok(one.failed)
})

it('documents end with a newline, lines are one line, nothing is null', () => {
  const one = redactor()
  assert.is(one.json({a: [1]}), '{\n  "a": [\n    1\n  ]\n}\n')
  assert.is(one.line({a: 'x\ny'}), '{"a":"x\\ny"}\n')
  assert.is(one.line(undefined), 'null\n')
})

it('findings name pointer, rule and line, never a value', () => {
  const one = redactor()
  const findings = one.find({
    a: [{'b/~': PLANTED}],
    password: 'x',
    [PLANTED]: 'clean',
    u: 'https://h/?page=2',
    n: {max_tokens: 5},
  })
  assert.equal(findings, [
    {pointer: '/a/0/b~1~0', rule: 'registered'},
    {pointer: '/password', rule: 'secret-key'},
    {pointer: '/[key 3]', rule: 'registered'},
  ])
  assert.equal(one.findInText(`one\r\ntwo ${PLANTED}\n\npwd=hunter2secret ${PLANTED}\nhttps://h/?page=2`), [
    {pointer: '', rule: 'registered', line: 2},
    {pointer: '', rule: 'keyword', line: 4},
    {pointer: '', rule: 'registered', line: 4},
  ])
  assert.equal(one.find(PLANTED), [{pointer: '', rule: 'registered'}])
  assert.equal(one.counts(), {})
  assert.ok(one.isClean({a: 'b', max_tokens: 1}))
  assert.not.ok(one.isClean({a: PLANTED}))
})

it('masked documents are clean, as values and as text', () => {
  const one = redactor()
  const json = one.json({
    password: 'x',
    a: `--token ${PLANTED}`,
    url: 'https://u:p@h/x?sig=abcdefgh',
    path: '/home/alice/x',
    pwd: ['y'],
  })
  assert.ok(one.isClean(JSON.parse(json)))
  assert.equal(one.findInText(json), [])
  assert.is(one.text(json), json)
})

it('an error says name, code, message and at most five causes, redacted before it is cut', () => {
  const causes = Array.from({length: 8}, (_, at) => at).reduceRight<Error | undefined>(
    (cause, at) => new Error(`cause ${at} ${PLANTED}`, {cause}),
    undefined,
  )
  const error = Object.assign(new TypeError(`${'x'.repeat(490)} ${PLANTED}`, {cause: causes}), {
    code: 'ENOENT',
    headers: PLANTED,
  })
  const told = redactError(error, redactor())
  assert.equal(Object.keys(told), ['name', 'code', 'message', 'causes'])
  assert.is(told.name, 'TypeError')
  assert.is(told.message.length, 492)
  assert.is(told.causes.length, 5)
  assert.is(told.causes[4], 'cause 4 [redacted:registered#1]')
  assert.not.ok(JSON.stringify(told).includes('planted'))
})

it('whatever is thrown can be told', () => {
  const cyclic = new Error('a')
  cyclic.cause = cyclic
  const hostile = new Proxy({}, {get: () => assert.unreachable()})
  for (const thrown of [undefined, null, 'text', 7, Symbol('x'), cyclic, hostile, Object.create(null), () => 1]) {
    const told = redactError(thrown, redactor())
    assert.type(told.message, 'string')
    assert.equal(told.causes, [])
  }
})

it('masking twice changes nothing, and nothing throws, whatever the value', () => {
  const word = fc.constantFrom(
    ...[
      'password',
      '=',
      ': ',
      '"',
      "'",
      '\\',
      '/',
      '//',
      '://',
      '@',
      '?',
      '#',
      '&',
      '/home/alice',
      '/tmp/',
      'C:\\',
      '~/',
      '<home>',
      '[redacted:',
      '[redacted:jwt#1]',
    ],
    ...[
      PLANTED,
      'token',
      '--token ',
      'Bearer ',
      'Cookie: a=',
      'aB3dE5gH7jK9mN1pQ3sT5v',
      'hunter2secret',
      '\u001b[1m',
      '\r',
      '\n',
      '\\n',
      '\ud800',
      '\u200b',
      ' ',
      'x',
      '%20',
      '.',
      '-',
      ':',
      ')',
      '>',
      '$',
      '{',
      '}',
    ],
  )
  const text = fc.oneof(
    fc.string({unit: 'binary'}),
    fc.array(word, {maxLength: 12}).map((words) => words.join('')),
  )
  fc.assert(
    fc.property(text, (raw) => {
      const one = redactor()
      const masked = one.text(raw)
      assert.is(one.text(masked), masked)
      assert.is(one.document().value(masked), masked)
      assert.not.ok(masked.includes(PLANTED))
      assert.not.ok(one.failed)
    }),
    {numRuns: DEEP ? 3_000 : 600},
  )
  fc.assert(
    fc.property(
      fc.anything({
        key: text,
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withNullPrototype: true,
        withTypedArray: true,
        withSparseArray: true,
      }),
      (value) => {
        const one = redactor()
        const masked = one.value({value})
        assert.equal(one.value(masked), masked)
        JSON.parse(one.json(value))
        assert.not.ok(one.failed)
      },
    ),
    {numRuns: DEEP ? 500 : 150},
  )
}, 60_000)

it('what was looked through before is masked as the first time, and names that became secret are found', () => {
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue()), {maxLength: 6}), (documents) => {
      const redactor = new Redactor()
      for (const document of [...documents, ...documents, {__proto__: null, api_key: 'abcdef123456'}])
        assert.equal(redactor.value(document), new Redactor().value(document))
    }),
  )
  const redactor = new Redactor()
  const told = () => JSON.stringify(redactor.value({harbour7: 1, list: [{harbour7: 'x'}]}))
  assert.is(told(), told())
  redactor.register('harbour7')
  assert.not.match(told(), 'harbour7')
})
it.run()
