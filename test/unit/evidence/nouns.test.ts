import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {RunManifest} from '#contract/generated/types'
import type {RunId} from '#contract/ids'
import {bagInfoText, bagManifestText, parseBagInfo, parseBagManifest} from '#evidence/model/bag'
import {type Copied, describeCopies, recordFaults, WITHHELD} from '#evidence/model/copied-records'
import {exclusionFor, reasonBeforeOpening} from '#evidence/model/exclusion'
import {foldName, nameFault} from '#evidence/model/payload-name'
import {decodeText, maskText, scanText} from '#evidence/scan/scan-text'
import {describeRun, makeStatement} from '#evidence/sign/predicate'
import {readStrictJson} from '#evidence/verify/strict-json'
import {Redactor} from '#redact/redactor'
import {evidenceRig} from '../../support/evidence-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('evidence nouns')
const SEED = 20261121
const PROPERTY = {seed: SEED, numRuns: 300}

const GOOD = [
  'a.txt',
  'items/0123456789abcdef/attempts/0001/result.json',
  'a b.txt',
  'é.txt',
  'a-b_c.tar.json',
  '-x',
  '#1.md',
  '.hidden',
]
const BAD = [
  ...[
    '',
    '.',
    '..',
    '../a',
    'a/../b',
    'a//b',
    '/a',
    'a/',
    '~',
    '~root/x',
    'a\\b',
    '\\\\server\\share',
    'C:/x',
    'C:x',
    'a:b',
  ],
  ...[
    '$HOME',
    '%2e%2e',
    'a<b',
    'a>b',
    'a"b',
    'a|b',
    'a?',
    'a*',
    'a\nb',
    'a\rb',
    'a\tb',
    'a\0b',
    'a\u202eb',
    'a\u200bb',
    'a\ufeff',
  ],
  ...[
    'con',
    'CON.txt',
    'a/nul.json',
    'com1',
    'LPT9.log',
    'a.',
    'a ',
    ' a',
    '.env',
    '.env.production',
    'a/.ENV',
    'e\u0301',
  ],
  ...['x'.repeat(101), Array(30).fill('abcdefg').join('/'), '\ud800'],
]

it('takes names that every file system takes, and no other', () => {
  for (const name of GOOD) assert.is(nameFault(name), undefined, name)
  for (const name of BAD) assert.type(nameFault(name), 'string', name)
})

it('folds names that some file system cannot tell apart', () => {
  for (const [a, b] of [
    ['README.md', 'readme.MD'],
    ['\u00e9', 'e\u0301'],
    ['\ufb01', 'fi'],
    ['ß', 'SS'],
    ['K', '\u212a'],
  ] as const) {
    assert.is(foldName(a), foldName(b))
  }
  assert.is.not(foldName('a.txt'), foldName('b.txt'))
})

it('reads back every manifest it writes', () => {
  const hex = fc.stringMatching(/^[0-9a-f]{64}$/)
  const line = fc.record(
    {path: fc.constantFrom(...GOOD), sha256: hex.map((digits) => `sha256:${digits}` as const)},
    {noNullPrototype: true},
  )
  fc.assert(
    fc.property(fc.uniqueArray(line, {selector: ({path}) => path}), (lines) => {
      const {lines: read, faults} = parseBagManifest(bagManifestText(lines))
      assert.equal(faults, [])
      assert.equal(
        read,
        lines.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      )
    }),
    PROPERTY,
  )
})

it('never throws on a manifest of somebody else, and takes only lines it would write', () => {
  fc.assert(
    fc.property(fc.string({unit: 'binary'}), (text) => {
      const {lines, faults} = parseBagManifest(text)
      if (faults.length === 0) assert.is(lines.map(({path, sha256}) => `${sha256.slice(7)}  ${path}\n`).join(''), text)
    }),
    PROPERTY,
  )
})

it('reads back the bag information it writes, and nothing looser', () => {
  const runId = '20261121T074233417Z-k3q7xz' as RunId
  const text = bagInfoText(runId, {bytes: 12, files: 3})
  assert.equal(parseBagInfo(text), {identifier: runId, oxum: {bytes: 12, files: 3}})
  for (const bad of [
    text.replace(' 12.', ' 012.'),
    text.toLowerCase(),
    ` ${text}`,
    `${text}\n`,
    text.replace('12.3', '12'),
    '',
  ]) {
    assert.is(parseBagInfo(bad), undefined, bad)
  }
})

it('takes the first reason that matches, by name, kind and size', () => {
  const facts = {kind: 'file', sizeBytes: 10, links: 1, mtimeMs: 0, identity: '1:1'} as const
  const candidate = {kind: 'artifact', origin: 'child', isUncollected: false} as const
  const at = (path: string, more: object = {}) => ({...candidate, path, facts: {...facts, ...more}})
  const free = {isInside: true, bytesLeft: 1e9}
  assert.is(reasonBeforeOpening({...candidate, path: 'a.txt'}, free), 'missing')
  assert.is(reasonBeforeOpening(at('a:b.bin', {kind: 'link'}), free), 'link')
  assert.is(reasonBeforeOpening(at('a.txt', {links: 2}), free), 'link')
  assert.is(reasonBeforeOpening(at('items/a/result.json', {links: 2}), free), undefined)
  assert.is(reasonBeforeOpening(at('a:b.bin', {kind: 'other'}), free), 'not-a-file')
  assert.is(reasonBeforeOpening(at('a:b.bin'), {...free, isInside: false}), 'unsafe-name')
  assert.is(reasonBeforeOpening(at('a.bin'), {...free, isInside: false}), 'outside-run')
  assert.is(reasonBeforeOpening(at('a.bin', {sizeBytes: 2e6}), free), 'unsupported-suffix')
  assert.is(reasonBeforeOpening(at('noending'), free), 'unsupported-suffix')
  assert.is(reasonBeforeOpening(at('a.TXT', {sizeBytes: 1_000_001}), free), 'too-large')
  assert.is(reasonBeforeOpening(at('a.txt'), {...free, bytesLeft: 9}), 'too-large')
  assert.is(reasonBeforeOpening(at('a.txt', {sizeBytes: 1_000_000}), free), undefined)
})

it('names the worst of several findings', () => {
  const found = (rule: string, line: number) => ({pointer: '', rule, line})
  assert.equal(exclusionFor([found('host-path', 1), found('signed-url', 2)]), {
    reason: 'signed-url',
    rule: 'signed-url',
    line: 2,
  })
  assert.equal(exclusionFor([found('home-path', 1), found('jwt', 9)]), {
    reason: 'secret-like-material',
    rule: 'jwt',
    line: 9,
  })
  assert.equal(exclusionFor([found('home-path', 4)]), {reason: 'host-local-path', rule: 'home-path', line: 4})
  assert.is(exclusionFor([]), undefined)
})

it('masks so that nothing is found any more, and leaves clean text as it is', () => {
  const redactor = new Redactor()
  redactor.register('correct horse battery')
  const piece = fc.constantFrom(
    'correct horse battery',
    '/home/alice/x',
    '"',
    '\\',
    '{',
    '\n',
    ':',
    'ok',
    '1',
    'é',
    ',',
    ' ',
  )
  const text = fc.oneof(
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.json().map((json) => json.replace('a', 'correct horse battery')),
  )
  fc.assert(
    fc.property(text, fc.constantFrom('a.txt', 'a.json', 'a.ndjson'), (content, path) => {
      const masked = maskText(path, content, redactor)
      assert.equal(scanText(path, masked, redactor), [])
      if (scanText(path, content, redactor).length === 0 && path === 'a.txt') assert.is(masked, content)
    }),
    PROPERTY,
  )
})

it('takes UTF-8 without NUL for text, byte for byte', () => {
  assert.is(decodeText(Buffer.from('\ufeffé')), '\ufeffé')
  for (const bytes of [[0x80], [0xc3], [0x61, 0], [0xed, 0xa0, 0x80]])
    assert.is(decodeText(Uint8Array.from(bytes)), undefined)
})

it('reads JSON only in the one spelling it is written in', () => {
  assert.equal(readStrictJson('{\n  "a": 1\n}\n'), {value: {a: 1}})
  for (const text of [
    '{"a":1}',
    '{\n  "a": 1\n}',
    '{\n  "a": 1,\n  "a": 1\n}\n',
    '{\n  "a": 1.0\n}\n',
    '{\n  "a": 1\n}\n ',
    '[',
    '['.repeat(1e6),
  ]) {
    assert.is(readStrictJson(text), undefined)
  }
})

it('says PASSED or FAILED of a run with that verdict, and no result of any other', async () => {
  using rig = evidenceRig()
  const {manifest} = await rig.run()
  const of = (verdict: NonNullable<RunManifest['outcome']>['verdict']) =>
    describeRun({
      ...manifest,
      gate_digest: `sha256:${'1'.repeat(64)}`,
      outcome: {verdict, exit_code: 0, reason_code: 'x', reason: ''},
    })
  const configuration = [{name: 'gate', digest: {sha256: '1'.repeat(64)}}]
  assert.equal(of('pass').body, {result: 'PASSED', configuration})
  assert.equal(of('fail').body, {result: 'FAILED', configuration})
  for (const verdict of ['skipped', 'inconclusive', 'unavailable', 'interrupted', 'bug', 'restored'] as const) {
    assert.is(of(verdict).type, 'urn:assay:run-result:v1')
    assert.not.ok('result' in of(verdict).body)
  }
})

it('names payload files in the statement only where they are few', () => {
  const digest = `sha256:${'1'.repeat(64)}` as const
  const lines = (count: number) => Array.from({length: count}, (_, at) => ({path: `data/${at}`, sha256: digest}))
  const predicate = {type: 'x', body: {}}
  assert.is(makeStatement(digest, lines(1024), predicate).subject.length, 1025)
  assert.is(makeStatement(digest, lines(1025), predicate).subject.length, 1)
})

it('tells of a copied run what the copies are, and nothing of what is withheld', async () => {
  using rig = evidenceRig()
  const {manifest} = await rig.run({'a.txt': 'a', 'b.txt': 'b'})
  const digest = `sha256:${'2'.repeat(64)}` as const
  const copies = new Map<string, Copied>([
    ['artifacts/a.txt', 'withheld'],
    ['artifacts/b.txt', {sha256: digest, sizeBytes: 9}],
  ])
  const copied = describeCopies(manifest, copies)
  const told = (path: string) => copied.artifacts.find((record) => record.path === path)
  assert.is(told('artifacts/a.txt')?.sha256, WITHHELD)
  assert.is(told('artifacts/a.txt')?.size_bytes, 0)
  assert.equal([told('artifacts/b.txt')?.sha256, told('artifacts/b.txt')?.size_bytes], [digest, 9])
  assert.equal(describeCopies(manifest, new Map()), manifest)
  assert.ok(recordFaults(manifest, new Map()).includes('artifacts/a.txt'))
})

it.run()
