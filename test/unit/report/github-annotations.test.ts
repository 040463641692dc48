import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {githubAnnotations} from '#report/github-annotations'
import type {Case} from '#report/report'
import {spec} from '../../support/spec.ts'

const it = spec('github annotations')

const one = (status: Case['status'], changes: Partial<Case> = {}): Case => ({
  suite: 'eval',
  name: 'rule',
  status,
  ...changes,
})

it('a failure that decided nothing is a warning', () => {
  const cases = [one('failed', {message: 'too low', isOptional: true})]
  assert.is(githubAnnotations({cases}), '::warning title=eval%3A rule::too low\n')
})

it('failures are errors, no verdict is a warning, waived is a notice, passed is nothing', () => {
  const cases = [
    one('passed'),
    one('failed', {message: 'too low'}),
    one('error', {type: 'inconclusive', message: 'too few'}),
    one('skipped', {message: 'waived'}),
  ]
  assert.is(
    githubAnnotations({cases}),
    '::error title=eval%3A rule::too low\n::warning title=eval%3A rule::inconclusive: too few\n::notice title=eval%3A rule::waived\n',
  )
  assert.is(githubAnnotations({cases: [one('passed')]}), '')
})

it('what a terminal leaves out, for it stands right above, is told', () => {
  const cases = [one('failed', {message: 'a: it ended with 9', short: ''})]
  assert.is(githubAnnotations({cases}), '::error title=eval%3A rule::a: it ended with 9\n')
})

it('ten of a kind are told, and how many more there are', () => {
  const lines = githubAnnotations({cases: Array.from({length: 13}, () => one('failed'))})
    .trimEnd()
    .split('\n')
  assert.is(lines.length, 11)
  assert.is(lines[10], '3 more of the kind error are in the report')
})

it('foreign text opens no command of its own', () => {
  const text = fc.string({unit: fc.constantFrom('\n', '\r', ':', ',', '%', 'a', '::error::', '::stop-commands::x')})
  fc.assert(
    fc.property(text, text, (name, message) => {
      const lines = githubAnnotations({cases: [one('failed', {name, message})]})
        .trimEnd()
        .split(/[\r\n]/)
      assert.is(lines.length, 1)
      assert.ok(lines[0]?.startsWith('::error title=eval%3A '))
      assert.is(lines[0]?.slice('::error title='.length).split('::')[0]?.includes(','), false)
    }),
  )
})

it.run()
