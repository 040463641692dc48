import {execFileSync} from 'node:child_process'
import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {loadDocument} from '#document/load-document'
import type {ErrorCode} from '#error/codes'
import {nodeReader} from '#path/node-files'
import {loadText} from '../../support/documents.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('load document')

/** Text, then the rule that refuses it with its line and column. */
const REFUSED: readonly (readonly [name: string, text: string, rule: string, line: number, column: number])[] = [
  ['a.json', '{"a": 1,\n "a": 2}', 'duplicate_key', 2, 2],
  ['a.json', '{"a": {"\\u0061": 1, "a": 2}}', 'duplicate_key', 1, 21],
  ['a.json', '{"a": 1,}', 'syntax', 1, 9],
  ['a.json', "{'a': 1}", 'syntax', 1, 2],
  ['a.json', '{"a": 01}', 'syntax', 1, 8],
  ['a.json', '{"a": NaN}', 'syntax', 1, 7],
  ['a.json', '{"a": "\\x41"}', 'syntax', 1, 7],
  ['a.json', '{"a": "b\nc"}', 'syntax', 1, 7],
  ['a.json', '{"a": 1} // no', 'syntax', 1, 10],
  ['a.json', '', 'syntax', 1, 1],
  ['a.json', '{"a": 1e999}', 'number_range', 1, 7],
  ['a.json', '{"a": 9007199254740993}', 'number_range', 1, 7],
  ['a.json', '{"a": "\\ud800"}', 'text', 1, 7],
  ['a.json', '{"a": "\\u0000"}', 'text', 1, 7],
  ['a.json', '{"b": {"__proto__": {}}}', 'forbidden_key', 1, 8],
  ['a.yaml', 'a: 1\na: 2\n', 'duplicate_key', 2, 1],
  ['a.yaml', '8080: a\n"8080": b\n', 'duplicate_key', 2, 1],
  ['a.yaml', 'a: &x 1\n', 'yaml_anchor', 1, 7],
  ['a.yaml', 'a: 1\nb: *x\n', 'yaml_alias', 2, 4],
  ['a.yaml', 'a: !!str 1\n', 'yaml_tag', 1, 10],
  ['a.yaml', '!f a: 1\n', 'kind', 1, 1],
  ['a.yaml', 'a: !unknown 1\n', 'yaml_tag', 1, 13],
  ['a.yaml', '%YAML 1.1\n---\na: 1\n', 'yaml_directive', 1, 1],
  ['a.yaml', 'a: 1\n---\nb: 1\n', 'yaml_documents', 2, 1],
  ['a.yaml', '? [a]\n: b\n', 'kind', 1, 3],
  ['a.yaml', 'a: .inf\n', 'number_range', 1, 4],
  ['a.yaml', 'a:\n\tb: 1\n', 'syntax', 2, 1],
  ['a.yaml', 'constructor: 1\n', 'forbidden_key', 1, 1],
  ['a.toml', 'b = 1\nc.prototype = 2', 'forbidden_key', 2, 3],
  ['a.toml', 'a = 1\na = 2', 'duplicate_key', 2, 1],
  ['a.toml', 'a = 1\nb = [1,\n 2020-01-01]', 'toml_date', 3, 2],
  ['a.toml', 'a = 07:32:00', 'toml_date', 1, 5],
  ['a.toml', '[t]\na = 9007199254740993', 'number_range', 2, 5],
  ['a.toml', 'a = nan', 'number_range', 1, 5],
  ['a.toml', 'a = ', 'syntax', 1, 5],
]

it('each breach is refused with its rule, line and column', async () => {
  for (const [name, text, rule, line, column] of REFUSED) {
    const {issues} = await throwsCode(() => loadText(name, text), 'document_parse')
    const [first] = issues
    assert.equal(
      {rule: first?.rule, line: first?.line, column: first?.column},
      {rule, line, column},
      `${name}: ${text}`,
    )
  }
})

it('all breaches of one file come at once, in the order of the text', async () => {
  const text = 'a: &x 1\nb: *x\nb: 2\nc:\n  __proto__: 1\n'
  const {issues, message} = await throwsCode(() => loadText('ci.yaml', text), 'document_parse')
  assert.equal(
    issues.map(({rule, pointer, line}) => [rule, pointer, line]),
    [
      ['yaml_anchor', '', 1],
      ['yaml_alias', '', 2],
      ['duplicate_key', '', 3],
      ['forbidden_key', '/c', 5],
    ],
  )
  assert.is(message, 'ci.yaml cannot be parsed safely (4 issues)')
})

it('no value of the file is in the error', async () => {
  for (const name of ['a.json', 'a.yaml', 'a.toml']) {
    const canary = 'canary-4711'
    const error = await throwsCode(() => loadText(name, `{"${canary}": ${canary}, @ [${canary}`), 'document_parse')
    assert.not.match(JSON.stringify([error.message, error.issues, error.detail, error.hint]), canary)
  }
})

it('nesting beyond 64 levels is refused in every format, and 64 are read', async () => {
  const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  assert.ok((await loadText('a.json', nest(64))).value)
  const texts = {'a.json': nest(65), 'a.yaml': nest(65), 'b.yaml': '- '.repeat(500), 'a.toml': `a = ${nest(65)}`}
  const deep = {
    ...texts,
    'b.toml': `${'a.'.repeat(5000)}a = 1`,
    'b.json': '['.repeat(200_000),
    'c.yaml': '['.repeat(50_000),
  }
  for (const [name, text] of Object.entries(deep)) {
    const {issues} = await throwsCode(() => loadText(name, text), 'document_parse')
    assert.ok(issues.length <= 100 && issues[0]?.message.match(/deep/), name)
  }
})

it('an alias bomb is refused before anything is expanded', async () => {
  const lines = Array.from({length: 30}, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}, *a${at}]`)
  const {issues} = await throwsCode(() => loadText('a.yaml', `a0: &a0 [x]\n${lines.join('\n')}\n`), 'document_parse')
  assert.is(issues.length, 100)
})

it('what is not text in a known format is refused', async () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0])
  const bad: [string, string | Uint8Array, ErrorCode][] = [
    ['a.ini', 'a=1', 'document_format'],
    ['json', '{}', 'document_format'],
    ['a.json', utf16, 'document_format'],
    ['a.json', new Uint8Array([0x22, 0xc3, 0x28, 0x22]), 'document_format'],
    ['a.json', '\ufeff{}', 'document_format'],
    ['a.yaml', 'a: "\u0000"', 'document_format'],
    ['a.yaml', 'a: \u001b[31m', 'document_format'],
    ['a.json', `"${'a'.repeat(256 * 1024 - 1)}"`, 'document_size'],
  ]
  for (const [name, content, code] of bad) await throwsCode(() => loadText(name, content), code)
  assert.ok(await loadText('a.json', `"${'a'.repeat(256 * 1024 - 2)}"`))
})

it('only a regular file is read: a directory, a device and a FIFO are refused at once', async () => {
  using dir = tempDir()
  const load = (name: string) => loadDocument({path: join(dir.path, name), name, limitBytes: 100}, nodeReader)
  mkdirSync(join(dir.path, 'd.json'))
  execFileSync('mkfifo', [join(dir.path, 'f.json')])
  symlinkSync('/dev/null', join(dir.path, 'n.json'))
  for (const name of ['d.json', 'f.json', 'n.json']) await throwsCode(() => load(name), 'document_format')
  const {hint} = await throwsCode(() => load('none.json'), 'file_missing')
  assert.match(String(hint), /it leads to .*\/none\.json/)
  symlinkSync('nowhere.json', join(dir.path, 'broken.json'))
  await throwsCode(() => load('broken.json'), 'file_missing')
})

it('a link to a regular file is read, as a mounted configuration is one', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'real.json'), '{"a": 1}')
  symlinkSync('real.json', join(dir.path, 'ci.json'))
  const {value} = await loadDocument({path: join(dir.path, 'ci.json'), name: 'ci.json', limitBytes: 100}, nodeReader)
  assert.equal(value, {a: 1})
})

it('the codes are those the caller asked for', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'ci.yaml')
  writeFileSync(path, 'a: *b')
  const codes = {format: 'profile_format', size: 'profile_size', parse: 'profile_parse'} as const
  await throwsCode(() => loadDocument({path, name: 'ci.yaml', limitBytes: 100, codes}, nodeReader), 'profile_parse')
  await throwsCode(() => loadDocument({path, name: 'ci.yaml', limitBytes: 4, codes}, nodeReader), 'profile_size')
})

it('the digest is that of the raw bytes', async () => {
  const {sha256} = await loadText('a.json', '{}')
  assert.is(sha256, 'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
})

it.run()
