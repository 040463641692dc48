// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a reference to a variable is one of the cases
import * as assert from 'uvu/assert'
import {findBareKeys} from '#redact/bare-keys'
import {findColonLines} from '#redact/colon-lines'
import {findCommandSecrets} from '#redact/command-secrets'
import {findCompoundTokens} from '#redact/compound-tokens'
import {findDistinctive} from '#redact/distinctive'
import {findHeaders} from '#redact/headers'
import {findKeyFiles} from '#redact/key-files'
import {findKeywords} from '#redact/keywords'
import {findKubernetesSecrets} from '#redact/kubernetes-secrets'
import {ALL_LAYERS, type Layers} from '#redact/layers'
import {findMarkedValues, findNameValuePairs} from '#redact/named-values'
import {findPasswordLines, findPasswordPhrases} from '#redact/passwords'
import {findPrivateKeys} from '#redact/private-keys'
import {Redactor} from '#redact/redactor'
import {findBotTokens, findTokens} from '#redact/tokens'
import {findUrlParts} from '#redact/urls'
import {spec} from '../../support/spec.ts'

const it = spec('layers')
const ROOTS = [
  {path: '/home/alice', mark: '<home>'},
  {path: '/home/alice/work/trial', mark: '<workspace>'},
  {path: '/home/alice/work', mark: '<cwd>'},
  {path: 'C:\\Users\\alice', mark: '<home>'},
] as const
const GITHUB = `${'ghp'}_${'aB3dE5'.repeat(6)}`
const PEM = `-----BEGIN ${'PRIVATE'} KEY-----\nMIIEabc\nabc=\n-----END ${'PRIVATE'} KEY-----`

const table = (name: string, rows: readonly (readonly [string, string])[]) =>
  it(name, () => {
    for (const [text, expected] of rows) {
      const redactor = new Redactor({roots: ROOTS})
      const masked = redactor.text(text)
      assert.is(masked, expected)
      assert.is(redactor.text(masked), masked, 'masking twice changes nothing')
    }
  })

table('addresses lose userinfo, query and fragment, whatever their scheme', [
  ['https://u:p@h/x?a=b#c', 'https://[redacted:url-userinfo#1]@h/x?[redacted:url-query#2]#[redacted:url-fragment#3]'],
  ['postgres://bob:pa/ss@db:5432/x', 'postgres://[redacted:url-userinfo#1]@db:5432/x'],
  ['redis://:pw@[::1]:6379/0.', 'redis://[redacted:url-userinfo#1]@[::1]:6379/0.'],
  ['"https:\\/\\/u:p@h\\/x?a=b"', '"https:\\/\\/[redacted:url-userinfo#1]@h\\/x?[redacted:url-query#2]"'],
  ['http://proxy/https://u:p@h/', 'http://proxy/https://[redacted:url-userinfo#1]@h/'],
  ['https://h/x?X-Amz-Signature=abcdef12&e=1', 'https://h/x?[redacted:signed-url#1]'],
  [
    `https://hooks.example.com/T0AB/B0CD/${'aB3dE5gH7jK9'.repeat(2)}`,
    'https://hooks.example.com/T0AB/B0CD/[redacted:url-segment#1]',
  ],
  [
    'https://registry.npmjs.org/@babel/core/-/core-7.2.0.tgz',
    'https://registry.npmjs.org/@babel/core/-/core-7.2.0.tgz',
  ],
  ['http://127.0.0.1:8080/health/ready', 'http://127.0.0.1:8080/health/ready'],
])

table('tokens, private keys, credentials and cookies go', [
  [`x ${GITHUB}, y`, 'x [redacted:github-token#1], y'],
  [`a ${PEM} b`, 'a [redacted:private-key#1] b'],
  [PEM.replaceAll('\n', '\\n'), '[redacted:private-key#1]'],
  ['Authorization: Bearer abcd1234', 'Authorization: Bearer [redacted:authorization#1]'],
  ["-H 'Authorization: token abcd1234'", "-H 'Authorization: token [redacted:authorization#1]'"],
  ['sent bearer aB3dE5gH7 there', 'sent bearer [redacted:authorization#1] there'],
  ['Set-Cookie: sid=abcdef123; Path=/', 'Set-Cookie: [redacted:cookie#1]'],
  ['Bearer authentication, Basic usage, cookie: none', 'Bearer authentication, Basic usage, cookie: none'],
  [`-----BEGIN ${'PUBLIC'} KEY-----\nMIIB\n`, `-----BEGIN ${'PUBLIC'} KEY-----\nMIIB\n`],
])

table('values beside a secret word go', [
  ['password=hunter2secret', 'password=[redacted:keyword#1]'],
  ['export DB_PASSWORD=hunter2;secret&x', 'export DB_PASSWORD=[redacted:keyword#1]'],
  ['password: hunter2secret', 'password: [redacted:keyword#1]'],
  ['"api_key" : "s3cr3t-v4lue"', '"api_key" : "[redacted:keyword#1]"'],
  ['{\\"secret\\":\\"s3cr3t-v4lue\\"}', '{\\"secret\\":\\"[redacted:keyword#1]\\"}'],
  ['PASSWORD="correct horse battery staple"', 'PASSWORD="[redacted:keyword#1]"'],
  ["password='Enter your password'", "password='Enter your password'"],
  ['prompt_tokens: 1234567890, "total_tokens": 23456789', 'prompt_tokens: 1234567890, "total_tokens": 23456789'],
  ['--token s3cr3tv4lue --x', '--token [redacted:keyword#1] --x'],
  ['["--token","s3cr3tv4lue"]', '["--token","[redacted:keyword#1]"]'],
  ['<password>s3cr3tv4lue</password>', '<password>[redacted:keyword#1]</password>'],
  ['Server=db;Password=s3cr3tv4lue;Port=1', 'Server=db;Password=[redacted:keyword#1];Port=1'],
  [`token=${'aB3dE5gH7jK9'.repeat(50)} x`, 'token=[redacted:keyword#1] x'],
  ['max_tokens: 1234567890, key_id=abcd12345678', 'max_tokens: 1234567890, key_id=abcd12345678'],
  ['token: ${{ secrets.TOKEN }}, password=$DB_PASSWORD', 'token: ${{ secrets.TOKEN }}, password=$DB_PASSWORD'],
])

table('values go in whatever form they are joined to their name', [
  [
    '<ns:password type="plain">hunter2secret</ns:password>',
    '<ns:password type="plain">[redacted:keyword#1]</ns:password>',
  ],
  ['<password><![CDATA[hunter2secret]]></password>', '<password><![CDATA[[redacted:keyword#1]]]></password>'],
  ['<entry key="password">hunter2secret</entry>', '<entry key="password">[redacted:keyword#1]</entry>'],
  [
    '<param-name>password</param-name><param-value>hunter2secret</param-value>',
    '<param-name>password</param-name><param-value>[redacted:keyword#1]</param-value>',
  ],
  ['<td>password</td><td>checked</td>', '<td>password</td><td>checked</td>'],
  ['username ops password 7 0822455D0A16', 'username ops password 7 [redacted:keyword#1]'],
  ['eval  passed  pass     gr00t-n1  contract', 'eval  passed  pass     gr00t-n1  contract'],
  ['login ops pass gr00t9x', 'login ops pass [redacted:keyword#1]'],
  ['the password of user2 is in the store', 'the password of user2 is in the store'],
  ['"bearer": {"example.com": "x9Kd82mQwvLz4"}', '"bearer": {"example.com": "[redacted:keyword#1]"}'],
  ['tokens:\n  example.com: x9Kd82mQwvLz4\n', 'tokens:\n  example.com: [redacted:keyword#1]\n'],
  ['props.put("password", "x9Kd82mQwv")', 'props.put("password", "[redacted:keyword#1]")'],
  ['Server=db;Password=VpWAtVREUZdwK;Port=1', 'Server=db;Password=[redacted:keyword#1];Port=1'],
  ['chatcmpl-AbC9dEf3GhI2jKl4MnO5pQr6StU7v', 'chatcmpl-AbC9dEf3GhI2jKl4MnO5pQr6StU7v'],
])

table('paths of this host are shown by their meaning or by their last name', [
  ['at /home/alice/work/trial/src/x.ts:12:3', 'at <workspace>/src/x.ts:12:3'],
  ['/home/alice/work /home/alice/worker', '<cwd> <home>/worker'],
  ['"C:\\\\Users\\\\alice\\\\x" C:/Users/alice/y', '"<home>\\\\x" <home>/y'],
  ["open '/home/bob/My Docs/x.txt'", "open '<path>/x.txt'"],
  ['{"p":"\\/home\\/bob\\/x.txt"}', '{"p":"<path>/x.txt"}'],
  ['"https:\\/\\/h\\/home\\/bob"', '"https:\\/\\/h\\/home\\/bob"'],
  ['/opt/a/b, ~/c/d; file:///srv/x/y 2>/tmp/log', '<path>/b, <path>/d; <path>/y 2><path>/log'],
  ['D:\\data\\x.bin \\\\nas\\share\\y.bin \\\\?\\C:\\z', '<path>/x.bin <path>/y.bin <path>/z'],
  ['PATH=/usr/bin:/home/alice/bin -I/mnt/inc/x', 'PATH=/usr/bin:<home>/bin -I<path>/x'],
  ['/root /private/var/folders/ab/x', '<path>/root <path>/x'],
  [`/home/alice/${GITHUB}`, '<home>/[redacted:github-token#1]'],
  [
    '/health/ready a/home/b application/json src/opt/x https://h/tmp/x',
    '/health/ready a/home/b application/json src/opt/x https://h/tmp/x',
  ],
])

table('control characters become visible, tabs and line ends stay', [
  ['a\u001b[31mb\rc\u202ed\u0000\u007f\ud800', 'a␛[31mb␍c\ufffdd␀␡\ufffd'],
  ['a\tb\r\nc\n', 'a\tb\r\nc\n'],
])

const AWS = `${'AKIA'}QYLPMN5HHHFPZAM2`
const DRAWN = 'q7Rw2Xk9Lz4Vb8Nc3Tj6'
const HEX = '0f1e2d3c4b5a6978'.repeat(4)

/** What leaks when one layer does not work: the mutation guard. */
const LEAKS: readonly {
  readonly layer: string
  readonly without: Partial<Layers>
  readonly value: unknown
  readonly leak: string
}[] = [
  {
    layer: 'registered values',
    without: {registered: false, sweep: false},
    value: 'planted-value',
    leak: 'planted-value',
  },
  {layer: 'key names', without: {keyNames: false}, value: {password: 'abc'}, leak: 'abc'},
  {layer: 'addresses', without: without(findUrlParts), value: 'redis://u:pw@h', leak: 'pw'},
  {layer: 'token formats', without: without(findTokens), value: AWS, leak: AWS},
  {layer: 'prefixed tokens', without: without(findDistinctive), value: `got vendor_${DRAWN}`, leak: DRAWN},
  {
    layer: 'compound tokens',
    without: without(findCompoundTokens),
    value: `got vnd_${DRAWN.slice(0, 12)}/${DRAWN}+x`,
    leak: DRAWN,
  },
  {layer: 'key files', without: without(findKeyFiles), value: `{"kty":"OKP","d":"${DRAWN}"}`, leak: DRAWN},
  {layer: 'bare keys', without: without(findBareKeys), value: `CLIENT_RANDOM ${HEX} ${HEX}${HEX}`, leak: HEX + HEX},
  {
    layer: 'pairs of name and value',
    without: without(findNameValuePairs),
    value: 'name: DB_PASSWORD, value: hunter2secret',
    leak: 'hunter2secret',
  },
  {
    layer: 'values marked as secret',
    without: without(findMarkedValues),
    value: '{"value":"hunter2secret","sensitive":true}',
    leak: 'hunter2secret',
  },
  {
    layer: 'tokens of bots',
    without: without(findBotTokens),
    value: `MTk4NjIyNDgzNDcxOTI1MjQ4.${'Cl2FMQ'}.${'abcdefgh'.repeat(4)}`,
    leak: 'Cl2FMQ.abcdefgh',
  },
  {
    layer: 'phrases of passwords',
    without: without(findPasswordPhrases),
    value: 'the password is hunter2secret',
    leak: 'hunter2secret',
  },
  {
    layer: 'lines of passwords',
    without: without(findPasswordLines),
    value: 'echo app:hunter2secret | chpasswd',
    leak: 'hunter2secret',
  },
  {
    layer: 'lines with colons',
    without: without(findColonLines),
    value: 'db.example.com:5432:app:app:hunter2secret',
    leak: 'hunter2secret',
  },
  {layer: 'arguments', without: without(findCommandSecrets), value: 'curl -u app:hunter2secret', leak: 'hunter2secret'},
  {
    layer: 'Kubernetes secrets',
    without: without(findKubernetesSecrets),
    value: 'kind: Secret\ndata:\n  a: aHVudGVyMg==',
    leak: 'aHVudGVyMg',
  },
  {layer: 'private keys', without: without(findPrivateKeys), value: PEM, leak: 'MIIEabc'},
  {layer: 'headers', without: without(findHeaders), value: 'Authorization: Basic abcdefghij', leak: 'abcdefghij'},
  {layer: 'keywords', without: without(findKeywords), value: 'pwd=hunter2secret', leak: 'hunter2secret'},
  {layer: 'host paths', without: {hostPaths: false}, value: '/home/alice/x', leak: 'alice'},
  {layer: 'control characters', without: {controls: false}, value: '\u001b[2J\u202e', leak: '\u202e'},
  {layer: 'final sweep', without: {sweep: false}, value: ['one', 'two'], leak: 'one","two'},
]

function without(finder: Layers['finders'][number]): Partial<Layers> {
  return {finders: ALL_LAYERS.finders.filter((one) => one !== finder)}
}

for (const {layer, without: off, value, leak} of LEAKS) {
  it(`without the layer of ${layer} something leaks that does not leak with it`, () => {
    const line = (layers: Layers) => {
      const redactor = new Redactor({roots: ROOTS}, layers)
      for (const planted of ['planted-value', 'one","two']) redactor.register(planted)
      return redactor.line(value)
    }
    assert.not.ok(line(ALL_LAYERS).includes(leak), line(ALL_LAYERS))
    assert.ok(line({...ALL_LAYERS, ...off}).includes(leak), line({...ALL_LAYERS, ...off}))
  })
}

it('a mark says that a value is known, also where another rule sees more of the text', () => {
  const redactor = new Redactor()
  redactor.register('Lz4Vb8Nc3Tj6')
  assert.is(redactor.text(`got vendor_${DRAWN}`), 'got [redacted:registered#1]')
  assert.is(redactor.text('redis://u:Lz4Vb8Nc3Tj6@h'), 'redis://[redacted:registered#1]@h')
})

it('every finder has a leak of its own in the guard', () => {
  assert.is(LEAKS.filter((leak) => leak.without.finders).length, ALL_LAYERS.finders.length)
})

it('a rule that throws gives the error mark and marks the redactor as failed', () => {
  const broken = () => {
    throw new Error('broken rule')
  }
  const redactor = new Redactor({}, {...ALL_LAYERS, finders: [broken]})
  assert.not.ok(redactor.failed)
  assert.is(redactor.text('planted'), '[redacted:error]')
  assert.is(redactor.json({a: 'planted'}), '{\n  "[redacted:error]": "[redacted:error]"\n}\n')
  assert.ok(redactor.failed)
})

it.run()
