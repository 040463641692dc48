import * as assert from 'uvu/assert'
import {AuditBook} from '#audit/audit'
import {checkVerdict} from '#audit/check-verdict'
import {firstDifference, isSameText} from '#audit/same-document'
import type {RuleOutcome, Verdict} from '#contract/generated/types'
import {judgeVerdict} from '#gate/verdict'
import {Redactor} from '#redact/redactor'
import {spec} from '../../support/spec.ts'

const it = spec('texts told twice')
const HOME = '/home/anna-with-a-rather-long-name/projects'
const NO_COUNTS = {planned: 3, attempted: 3, passed: 0, failed: 3, errored: 0, skipped: 0}

/** Rules whose reasons name a path from this place on, and the verdict over them as a masked copy holds it. */
function maskedVerdict(before: number, root: string): Verdict {
  const reason = `${'words '.repeat(before)}${root}/model/weights.bin is not there`
  const told = {severity: 'gate', state: 'fail', metric: 'm', select: 's', n: 1, reason} as const
  const rule = (id: string): RuleOutcome => ({id, ...told})
  const verdict = judgeVerdict({
    basis: 'gate',
    rules: ['a', 'b', 'c'].map(rule),
    counts: NO_COUNTS as never,
    claims: [],
    caveats: [],
  })
  const redactor = new Redactor({roots: [{path: root, mark: '<home>'}]})
  return redactor.value(verdict) as unknown as Verdict
}

it('a long reason that was cut before its paths were masked follows from its rules', () => {
  for (const root of [HOME, '/h/a']) {
    for (let before = 0; before < 80; before++) {
      const book = new AuditBook()
      checkVerdict(maskedVerdict(before, root), {path: 'verdict.json', findings: []}, book)
      assert.equal(book.findings, [], `${before} words before ${root}`)
    }
  }
})

it('a reason without a mark, and what stands before the first one, are told whole', () => {
  const table: readonly (readonly [string, string, boolean])[] = [
    ['a b c…', 'a b c d <home>/x', false],
    ['a b c…', 'a b <home>/x', false],
    ['…', 'a <home>/x', false],
    ['a b…', 'a b c', false],
    ['a <home>/x and b…', 'a <home>/x and b c', true],
    ['a <home>/x and b', 'a <home>/x and b c', false],
    ['a <home>/x and d…', 'a <home>/x and b c', false],
    ['a …', 'a at=<home>/x', true],
  ]
  for (const [told, made, isSame] of table) {
    assert.is(isSameText(told, made), isSame, `${told} | ${made}`)
    assert.is(isSameText(made, told), isSame, `${made} | ${told}`)
  }
})
it('of a document whose entities an earlier version took for fragments, only what it lost by that may be missing', () => {
  const made =
    '<a m="see https://example.com/x?[redacted:url-query#1]&#10;done">GET &#39;https://example.com/y&#39; failed</a>\n'
  const told =
    '<a m="see https://example.com/x?[redacted:url-query#1]#[redacted:url-fragment#2]">GET &#39;https://example.com/y&#[redacted:url-fragment#3]; failed</a>\n'
  assert.ok(isSameText(told, made))
  assert.not.ok(isSameText(told.replace('failed', 'passed'), made))
  // Those versions did not show tags either.
  const [tagged, toldTagged] = [made, told].map((text) => text.replace('failed', 'failed \u{e0041}'))
  assert.ok(isSameText(toldTagged ?? '', tagged ?? ''))
  assert.not.ok(isSameText(made.replace('done', 'gone'), made))
})

it('what was cut in one cell of a document hides nothing of the next', () => {
  const table: readonly (readonly [string, string, boolean])[] = [
    ['# a\n\n- b <home>/x…\n- c\n', '# a\n\n- b <home>/x and y\n- c\n', true],
    ['# a\n\n- b …', '# a\n\n- b <home>/x and y\n- c\n', false],
    ['# a\n\n- b …\n', '# a\n\n- b <home>/x and y\n- c\n', false],
    ['| a [redacted:jwt#1]… | b |\n', '| a [redacted:jwt#2] x | b |\n', true],
    ['| a [redacted:jwt#1]… |\n', '| a [redacted:jwt#1] x | b |\n', false],
    ['a \\[redacted:jwt#1\\]  12\n', 'a \\[redacted:jwt#12\\] 12\n', false],
    ['a [redacted:jwt#1]   12\n', 'a [redacted:jwt#12]  12\n', true],
    ['<p>a &lt;home&gt;/x…</p>\n<p>b</p>', '<p>a &lt;home&gt;/x and y</p>\n<p>b</p>', true],
    ['<p>a &lt;home&gt;/x…</p>', '<p>a &lt;home&gt;/x and y</p>\n<p>b</p>', false],
    ['<a m="x <home>…" t="y"/>', '<a m="x <home>/b" t="y"/>', true],
    ['<a m="x <home>…"/>', '<a m="x <home>/b" t="y"/>', false],
  ]
  for (const [told, made, isSame] of table) assert.is(isSameText(told, made), isSame, `${told} | ${made}`)
})
it('what is told beyond the cut of what is made is no longer than its marks', () => {
  const made = 'a <home>/x and b…'
  assert.ok(isSameText('a <home>/x and b, c', made))
  assert.not.ok(isSameText('a <home>/x and b, and all is well', made))
  assert.ok(firstDifference({a: 'a <home>/x and b, and all is well'}, {a: made}))
})
it.run()
