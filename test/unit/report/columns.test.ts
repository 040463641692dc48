import * as assert from 'uvu/assert'
import {displayWidth} from '#report/columns'
import {spec} from '../../support/spec.ts'

const it = spec('columns of a terminal')

it('a character takes the columns alone that it takes beside a wide one', () => {
  const odd: string[] = []
  for (let code = 0; code < 2 ** 16; code++) {
    const character = String.fromCharCode(code)
    // Beside another half it would be a character of its own.
    const isHalf = code >= 0xd800 && code <= 0xdfff
    if (!isHalf && displayWidth(character) !== displayWidth(`${character}界`) - 2) odd.push(code.toString(16))
  }
  assert.equal(odd, [])
})
it('marks and signs of our own tables take one column, invisible ones none', () => {
  assert.equal(
    ['–', '…', '·', '✓', '✗', '≠', '\u00ad', '\u0301', '\u200b', '界'].map(displayWidth),
    [1, 1, 1, 1, 1, 1, 0, 0, 0, 2],
  )
})
it.run()
