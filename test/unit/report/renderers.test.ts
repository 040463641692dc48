import * as assert from 'uvu/assert'
import {VERDICTS} from '#error/exit'
import {STATUS_WORDS} from '#report/cell-text'
import {FORMATS, formatNames, formatOfFile, isFormat} from '#report/renderers'
import {spec} from '../../support/spec.ts'

const it = spec('renderers')

it('a file name chooses its format by its ending', () => {
  const asked = ['a.txt', 'a.json', 'a.MD', 'b/a.csv', 'a.junit.xml', 'a.html', 'a.pdf', 'json', '__proto__']
  const expected = ['human', 'json', 'markdown', 'csv', 'junit', 'html', undefined, undefined, undefined]
  assert.equal(asked.map(formatOfFile), expected)
})

it('only the listed names are formats', () => {
  assert.equal(formatNames(), ['human', 'json', 'markdown', 'csv', 'junit', 'html'])
  assert.equal(['html', 'toString', '__proto__', ''].map(isFormat), [true, false, false, false])
})

it('no ending belongs to two formats', () => {
  const all = Object.values(FORMATS).flatMap(({suffixes}) => suffixes)
  assert.is(new Set(all).size, all.length)
})

it('every verdict has a word of its own and a sign', () => {
  const words = VERDICTS.map((verdict) => STATUS_WORDS[verdict].word)
  assert.is(new Set(words).size, VERDICTS.length)
  assert.ok(VERDICTS.every((verdict) => STATUS_WORDS[verdict].sign.length === 1))
})

it.run()
