import * as assert from 'uvu/assert'
import {systemEntropy} from '#random/system-entropy'
import {spec} from '../../support/spec.ts'

const it = spec('entropy of the system')

it('gives as many bytes as were asked for, also more than it holds ready, and never the same ones twice', () => {
  const given = [8, 8, 4_000, 5_000, 70_000, 16].map((count) => systemEntropy.bytes(count))
  assert.equal(
    given.map(({length}) => length),
    [8, 8, 4_000, 5_000, 70_000, 16],
  )
  const pieces = given.flatMap((bytes) => {
    const hex = Buffer.from(bytes).toString('hex')
    return Array.from({length: hex.length / 16}, (_, at) => hex.slice(at * 16, at * 16 + 16))
  })
  assert.is(new Set(pieces).size, pieces.length)
})

it.run()
