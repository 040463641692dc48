import * as assert from 'uvu/assert'
import {parseHeaders} from '#host/receiver/header-file'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('kept headers')

it('blanks around a value are none of it, and those inside it are', () => {
  assert.equal(parseHeaders('POST / HTTP/1.1\nA: \t b  c \t\r\nD:\nE:f\n\nbody: no'), [
    ['A', 'b  c'],
    ['D', ''],
    ['E', 'f'],
  ])
})

it('a line of blanks that ends in what is no line end to most is taken apart in one look', async () => {
  await throwsCode(async () => parseHeaders(`X: ${' '.repeat(100_000)}\u2028`), 'document_parse')
  assert.equal(parseHeaders(`X: a${' '.repeat(100_000)}b`)[0]?.[1]?.length, 100_002)
})

it.run()
