// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source code is one of the kinds
import {createHash, randomBytes} from 'node:crypto'
import {globSync, readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {Redactor} from '#redact/redactor'
import {seeded} from '../../support/seeded.ts'
import {spec} from '../../support/spec.ts'

const it = spec('benign text')
const pick = seeded(7)
const hex = (length: number) => Array.from({length}, () => pick(16).toString(16)).join('')
const bytes = (length: number) => Uint8Array.from({length}, () => pick(256))
const base32 = (length: number) => Array.from({length}, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[pick(32)]).join('')
const times = <T>(count: number, make: (at: number) => T) => Array.from({length: count}, (_, at) => make(at))

const IDENTIFIERS: readonly string[] = [
  ...times(30, () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`),
  ...times(20, () => `sha256:${hex(64)}`),
  ...times(20, () => hex(40)),
  ...times(10, () => hex(128)),
  ...times(20, (at) => `sha512-${createHash('sha512').update(String(at)).digest('base64')}`),
  ...times(20, () => `01${base32(24)}`),
  ...times(10, (at) => `20261121T07423341${at}Z-k3q7x${'abcdefghij'[at]}`),
  ...times(10, () => `repo_${base32(26).toLowerCase()}`),
  ...times(10, (at) => `2026-11-21T07:42:33.4${at}7Z`),
  ...times(10, (at) => `v1.${at}.3-beta.2+build.${at}`),
  ...times(10, (at) => `data:image/png;base64,${Buffer.from(bytes(400 + at)).toString('base64')}`),
  ...times(10, (at) => Buffer.from(bytes(2_000 + at)).toString('base64')),
]

const PHRASES: readonly string[] = `
The token is refreshed before it expires, and the password is never written to disk.
Use a secret manager: store credentials there, not in the environment.
Authorization: required for every call; see the authentication chapter.
Bearer authentication and Basic usage are described below.
The cookie banner was removed: no cookies are set by this page.
Signature verification failed: signature_mismatch (expected sha256, got none).
max_tokens: 4096, total_tokens=123456789, tokenizer: LlamaTokenizerFast, eos_token: "<|endoftext|>"
author: Alexandra Featherstonehaugh, authority: example.org, assigned=2026-11-21
key_id: 20261121abcdef01 env_var=RUNWAYML_API_SECRET credential_env_var: "OPENAI_API_KEY" secret_name=production-database
status: passed, GET /health/ready 200 application/json; charset=utf-8
the sk-circle-fade-dot spinner and the task-runner-configuration-file-loader
npm_config_registry_timeout_milliseconds and npm_package_name
test_everything_that_could_possibly_go_wrong live_streaming_configuration_options
Set TOKEN_FILE=/run/secrets/token and PASSWORD_FILE=./password.txt before you start.
password: $DB_PASSWORD token: \${{ secrets.GITHUB_TOKEN }} api_key=<your-api-key> secret: {{ .Values.secret }}
password=**************** token=xxxxxxxxxxxxxxxx secret: [redacted] passphrase: ...
https://registry.npmjs.org/@types/node/-/node-24.19.2.tgz
https://github.com/nodejs/node/blob/main/doc/api/errors.md#errors_class_systemerror
https://github.com/nodejs/node/commit/0123456789abcdef0123456789abcdef01234567
https://example.com/blog/2026/11/how-we-measure-latency-without-fooling-ourselves?page=2
https://www.npmjs.com/package/json-schema-to-typescript?activeTab=versions
https://download.example.org/pub/node-v24.15.0-linux-x64-musl.tar.xz
git+ssh://git@github.com/example/project.git#v1.2.3
[Basic globbing](#basic-globbing) and [Basic syntax](#basic-syntax)
https://img.shields.io/badge/GitHub%20Sponsors-support%20me-EA4AAA?style=flat-square
https://images.example.com/71256/29091486-fa38524c-7c37-11e7-895f-e7ec8e1039b6.png
git@github.com:example/project.git user@example.com
http://127.0.0.1:8080/v1/worlds/42/frames?limit=10&offset=20
urn:assay:schema:run-manifest and arn:aws:s3:::example-bucket/path
-----BEGIN CERTIFICATE----- is the first line of a certificate
2026/11/21 07:42:33 [info] worker-3: 17 frames in 1.25 s (13.6/s), p95=42ms
C: is a drive letter, a/b and c\\d are not paths; see src/x.ts:12:3 or ./docs/usage.md
ratio 16:9, time 12:30:45, IPv6 fe80::1, mac 00:1b:44:11:3a:b7, 10.0.0.1/24
`
  .trim()
  .split('\n')

const SOURCES: readonly string[] = `
const token = await getAccessToken(config.auth.tokenProvider)
export function verify(secret: Uint8Array, signature: string): boolean {
if (token === undefined || token.length < 20) throw new TypeError('token too short')
this.#token = options.token ?? process.env.ASSAY_TOKEN
headers: {authorization: \`Bearer \${token}\`, 'content-type': 'application/json'}
headers["Authorization"] = "Bearer " + accessToken
password = os.environ["DATABASE_PASSWORD"]
def authenticate(self, username: str, password: str) -> TokenResponse:
type Secret = {readonly token: TokenValue; readonly password?: PasswordHash}
token: TokenProvider | undefined,
const pattern = /^(?:token|secret)=([A-Za-z0-9_-]{20,})$/
expect(sign(secret, body)).toBe(signature)
CREATE TABLE tokens (token_hash BLOB NOT NULL, secret_id TEXT REFERENCES secrets)
<input type="password" name="password" placeholder="Enter your password">
{"password": "Enter your password", "token_label": "Your personal token"}
export type TokenKind = SyntaxKind.EndOfFile | SyntaxKind.AtToken
token := oauth2.Token{AccessToken: accessToken, TokenType: tokenType}
--token-file ./token.txt --password-stdin --signature-method ed25519
\`\`\`sh
export GITHUB_TOKEN=$(cat token.txt)
`
  .trim()
  .split('\n')

const DOCUMENTS: readonly unknown[] = [
  {
    schema_version: 1,
    run_id: '20261121T074233417Z-k3q7xz',
    workspace_id: 'ws-abcdefghij234567',
    status: 'passed',
    duration_ms: 12.5,
  },
  {env_summary: [{name: 'RUNWAYML_API_SECRET', present: true, source: 'env:RUNWAYML_API_SECRET', secret: true}]},
  {
    verdict: {state: 'pass', reason_code: 'gate_passed'},
    signature_ok: true,
    key_id: hex(16),
    sha256: `sha256:${hex(64)}`,
  },
  {
    usage: {max_tokens: 512, total_tokens: 17},
    tokenizer: 'cl100k_base',
    author: 'x',
    public_key: 'MCowBQYDK2VwAyEA',
    sig_alg: null,
  },
  {
    files: [
      {path: 'data/runs/20261121T074233417Z-k3q7xz/run_manifest.json', sha256: `sha256:${hex(64)}`, size_bytes: 4211},
    ],
  },
  {
    host: {class: 'ci', os: 'linux', arch: 'x64', fingerprint: `sha256:${hex(64)}`},
    versions: {node: '24.15.0', plugins: []},
  },
]

/** What is flagged, as a share of what was looked at. */
function flagged(texts: readonly string[]): {rate: number; examples: string} {
  const redactor = new Redactor({roots: [{path: '/home/alice', mark: '<home>'}]})
  const hits = texts.filter((text) => redactor.findInText(text).length > 0)
  const examples = hits.slice(0, 8).map((text) => `${redactor.findInText(text)[0]?.rule}: ${text.slice(0, 120)}`)
  return {rate: hits.length / texts.length, examples: `${hits.length} of ${texts.length}: ${examples.join('\n')}`}
}

for (const [kind, texts] of [
  ['identifiers, digests and encoded images', IDENTIFIERS],
  ['prose, logs and addresses', PHRASES],
  ['lines of source code', SOURCES],
] as const) {
  it(`no finding in ${kind}`, () => {
    assert.is(flagged(texts).rate, 0, flagged(texts).examples)
  })
}

it('our own documents stay as they are, as values and as text', () => {
  const redactor = new Redactor()
  for (const document of DOCUMENTS) {
    assert.equal(redactor.value(document), document)
    assert.equal(redactor.find(document), [])
    assert.is(redactor.json(document), `${JSON.stringify(document, null, 2)}\n`)
    assert.equal(redactor.findInText(redactor.json(document)), [])
  }
})

it('a lock file and the sources of this project have findings in at most one line of a thousand', () => {
  const files = ['package-lock.json', ...globSync('{src,schemas,bin}/**/*.{ts,js,json}').sort()]
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n')).filter((line) => line.length < 5_000)
  const {rate, examples} = flagged(lines)
  assert.ok(lines.length > 5_000)
  assert.ok(rate <= 0.001, examples)
})

it('the digest by which a store spreads its files is no secret, beside a word for keys or in an address', () => {
  const paths = times(20, () => `objects/${hex(2)}/${hex(38)}`)
  const places = paths.flatMap((path) => [
    `{"s3_key":"rollouts/v3/${path}/obs.npz"}`,
    `https://files.example.org/${path}/demo-1.2.3.tar.gz`,
  ])
  assert.equal(flagged(places).rate, 0, flagged(places).examples)
})

it('random bytes as base64 are flagged in at most one of a hundred blocks', () => {
  const blocks = times(300, () => randomBytes(1_500).toString('base64'))
  assert.ok(flagged(blocks).rate <= 0.01, flagged(blocks).examples)
})

it.run()
