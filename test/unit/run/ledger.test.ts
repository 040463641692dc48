import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {LedgerLeaf} from '#contract/generated/types'
import {canonicalJson} from '#digest/canonical-json'
import {leafHash} from '#digest/merkle-tree'
import {checkpointBody, noteText, parseCheckpoint} from '#run/checkpoint'
import {leafIn, ledgerRuns, plainLeaf, readLedger} from '#run/ledger'
import {runsSince, summariseLedger} from '#run/ledger-summary'
import {SEED} from '../../support/seed.ts'
import {spec} from '../../support/spec.ts'

const it = spec('ledger')
it.after(() => console.log(`seed ${SEED}`))

const idOf = (at: number) => `20261121T07423${at}417Z-aaaaaa`
const digest = (text: string) => `sha256:${text.repeat(64).slice(0, 64)}`

/** A leaf about run number `run`; `end` is a status and stands for a manifest of its own. */
function leaf(event: LedgerLeaf['event'], run: number, end: LedgerLeaf['status'] = 'running'): LedgerLeaf {
  const verdict = end === 'passed' ? 'pass' : end === 'failed' ? 'fail' : null
  const manifest_sha256 = end === null ? null : digest(String(end.length))
  return {
    at: '2026-11-21T07:42:33.417Z',
    event,
    kind: 'eval',
    manifest_sha256,
    run_id: idOf(run),
    status: end,
    v: 1,
    verdict,
  }
}
const linesOf = (...leaves: LedgerLeaf[]) => leaves.map((one) => `\n${canonicalJson(one)}\n`).join('')
const read = (text: string) => readLedger(Buffer.from(text))
const runsIn = (...leaves: LedgerLeaf[]) => [...ledgerRuns(read(linesOf(...leaves)).entries).values()]

it('has a leaf for each line, hashed without its newline; empty lines are none', () => {
  const [first, second] = [leaf('opened', 1), leaf('closed', 1, 'passed')]
  const {entries, isTorn} = read(`${linesOf(first)}\n\n${linesOf(second)}`)
  assert.equal(
    entries.map((entry) => entry.leaf?.content),
    [first, second],
  )
  assert.equal(entries[0]?.hash, leafHash(Buffer.from(canonicalJson(first))))
  assert.not.ok(isTorn)
})

it('accepts a torn last line, which is no leaf until something follows it', () => {
  const whole = linesOf(leaf('opened', 1))
  const torn = canonicalJson(leaf('closed', 1, 'failed')).slice(0, 40)
  const now = read(`${whole}\n${torn}`)
  assert.equal([now.entries.length, now.isTorn], [1, true])
  const later = read(`${whole}\n${torn}${linesOf(leaf('opened', 2))}`)
  assert.equal(
    later.entries.map((entry) => entry.leaf?.content.run_id),
    [idOf(1), undefined, idOf(2)],
  )
  assert.equal(later.entries[0]?.hash, now.entries[0]?.hash)
})

it('counts a line that it cannot read and believes nothing of it', () => {
  const good = canonicalJson(leaf('closed', 1, 'passed'))
  const bad = [
    'no JSON',
    '[]',
    'null',
    good.replace('{', '{ '),
    good.replace('"v":1', '"v":2'),
    good.replace('"v":1,', '"v":1,"v":1,'),
    good.replace('passed', 'excellent'),
    `${good}x`,
    good.replace('{"at"', `{"aa":"${'x'.repeat(5_000)}","at"`),
  ]
  for (const line of bad)
    assert.equal(
      read(`${line}\n`).entries.map((entry) => entry.leaf),
      [undefined],
      line,
    )
  const latin = Buffer.concat([
    Buffer.from(good.replace('{', '{"aa":"').slice(0, 7)),
    Buffer.of(0xe9),
    Buffer.from(`",${good.slice(1)}\n`),
  ])
  assert.equal(
    readLedger(latin).entries.map((entry) => entry.leaf),
    [undefined],
  )
  assert.ok(read(`${good}\n`).entries[0]?.leaf)
})

it('takes a line for plain only where the parser and the schema read the same from it', () => {
  const line = fc
    .record({
      at: fc.constantFrom('2026-11-21T07:42:33.417Z', '2026-02-31T23:59:60.000Z', '2026-13-01T00:00:00.000Z', '', null),
      event: fc.constantFrom('opened', 'closed', 'removed', 'changed', null),
      kind: fc.constantFrom('eval', 'job', null, 'other', 1),
      manifest_sha256: fc.constantFrom(digest('a'), digest('g'), null, ''),
      run_id: fc.constantFrom(idOf(1), `${idOf(1)}x`, null),
      status: fc.constantFrom('running', 'passed', 'interrupted', null),
      v: fc.constantFrom(1, 2, '1'),
      verdict: fc.constantFrom('pass', 'unsafe-state', 'great', null),
    })
    .map(canonicalJson)
  const spoiled = fc
    .tuple(line, fc.nat(300), fc.constantFrom('', ' ', '"', '\\', 'é', '\0', ',"x":1', '1'))
    .map(([text, at, more]) => text.slice(0, at) + more + text.slice(at + (more === '' ? 1 : 0)))
  let plain = 0
  fc.assert(
    fc.property(fc.oneof(line, spoiled), (text) => {
      const found = plainLeaf(text)
      if (found === undefined) return true
      plain++
      assert.equal(found, leafIn(text))
      return true
    }),
    {seed: SEED, numRuns: 3_000},
  )
  assert.ok(plain > 0)
  for (const one of [leaf('opened', 1), leaf('closed', 1, 'passed'), leaf('removed', 1, null)])
    assert.equal(plainLeaf(canonicalJson(one)), one)
})

it('reads any bytes without throwing, one entry for each line that is not empty', () => {
  fc.assert(
    fc.property(fc.uint8Array({maxLength: 300}), (bytes) => {
      const lines = Buffer.from(bytes).toString('latin1').split('\n')
      return readLedger(bytes).entries.length === lines.slice(0, -1).filter(Boolean).length
    }),
    {seed: SEED},
  )
})

it('takes the last end of a run; the same end told twice changes nothing', () => {
  const once = runsIn(leaf('opened', 1), leaf('closed', 1, 'failed'))
  const twice = runsIn(leaf('opened', 1), leaf('closed', 1, 'failed'), leaf('closed', 1, 'failed'))
  assert.equal(twice, once)
  assert.equal(
    once.map(({status, verdict, isContradicted}) => [status, verdict, isContradicted]),
    [['failed', 'fail', false]],
  )
})

it('never lets a second end hide the first one', () => {
  for (const second of [leaf('closed', 1, 'passed'), leaf('removed', 1, 'cancelled'), leaf('opened', 1)]) {
    const [run] = runsIn(leaf('opened', 1), leaf('closed', 1, 'failed'), second)
    assert.ok(run?.isContradicted, second.event)
  }
})

it('knows a run that was opened and never closed as interrupted, and learns the end of one from its removal', () => {
  const [open, removed, damaged] = runsIn(
    leaf('opened', 1),
    leaf('opened', 2),
    leaf('removed', 2, 'failed'),
    leaf('opened', 3),
    leaf('removed', 3, null),
  )
  assert.equal([open?.status, open?.isRemoved], ['interrupted', false])
  assert.equal([removed?.status, removed?.isRemoved], ['failed', true])
  assert.equal([damaged?.status, damaged?.isRemoved], ['interrupted', true])
})

it('counts since the opening of a run: one that was opened before and ended since is none of them', () => {
  const {entries} = read(
    linesOf(
      leaf('opened', 2),
      leaf('closed', 1, 'failed'),
      leaf('opened', 3),
      leaf('closed', 2, 'passed'),
      leaf('closed', 4, 'failed'),
    ),
  )
  assert.equal(
    runsSince(idOf(2), entries).map(({runId}) => runId),
    [idOf(2), idOf(3), idOf(4)],
  )
})

it('says how many are attached and which are not', () => {
  const ended = (status: LedgerLeaf['status'], ...runs: number[]) =>
    runs.flatMap((run) => [leaf('opened', run), leaf('closed', run, status)])
  const say = (leaves: LedgerLeaf[], unledgered: string[] = [], more = '') =>
    summariseLedger(idOf(1), read(linesOf(...leaves) + more).entries, {attached: [idOf(1)], unledgered})
  const mixed = say([...ended('passed', 1, 5), ...ended('failed', 2, 3), leaf('opened', 4)], [idOf(6)], 'torn\n')
  assert.is(
    mixed.sentence,
    `1 of 5 runs since ${idOf(1)} is attached; 2 failed and 1 unfinished runs are not. The ledger has no entry of 1 more run. 1 line of it cannot be read.`,
  )
  assert.equal(mixed.counts, {
    runs: 5,
    passed: 2,
    failed: 2,
    skipped: 0,
    cancelled: 0,
    interrupted: 1,
    removed: 0,
    unreadable: 1,
  })
  assert.equal(
    mixed.not_attached.map(({run_id, status}) => [run_id, status]),
    [
      [idOf(5), 'passed'],
      [idOf(2), 'failed'],
      [idOf(3), 'failed'],
      [idOf(4), 'interrupted'],
    ],
  )
  assert.is(say(ended('passed', 1)).sentence, `1 of 1 runs since ${idOf(1)} is attached.`)
  assert.is(say(ended('passed', 1, 2)).sentence, `1 of 2 runs since ${idOf(1)} is attached; the others passed.`)
  assert.is(
    say([...ended('passed', 1), ...ended('failed', 2)]).sentence,
    `1 of 2 runs since ${idOf(1)} is attached; 1 failed run is not.`,
  )
})

it('stands for itself in a checkpoint of three lines, which is read in that one form only', () => {
  const checkpoint = {origin: 'assay/ws-abcdefghijklmnop', treeSize: 57, root: Buffer.alloc(32, 7)}
  const body = checkpointBody(checkpoint)
  assert.is(body, 'assay/ws-abcdefghijklmnop\n57\nBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=\n')
  assert.equal(parseCheckpoint(body), {checkpoint, body, signatures: []})
  const signed = noteText(body, [{name: checkpoint.origin, bytes: Buffer.alloc(68, 1)}])
  assert.is(parseCheckpoint(signed)?.signatures.length, 1)
  for (const bad of [
    '',
    body.trimEnd(),
    `${body}\n`,
    body.replace('57', '057'),
    body.replace('57', '-1'),
    body.replace('57', '9007199254740993'),
    body.replace('Bwc=', 'Bwd='),
    body.replace('=', ''),
    `${body}more\n`,
    signed.replace('\n\n', '\n'),
    signed.replace('\u2014', '-'),
    `${signed}x`,
  ])
    assert.is(parseCheckpoint(bad), undefined, JSON.stringify(bad))
})

it.run()
