import * as assert from 'uvu/assert'
import {deviations} from '#drill/model/deviation'
import type {ProbeWay} from '#drill/probe/probe-context'
import {probeReceiver} from '#drill/probe/probe-receiver'
import {AssayError} from '#error/assay-error'
import {spec} from '../../support/spec.ts'

const it = spec('what must hold while the fault is there')

it('what is not as expected is told beside what was seen in its place, and nothing else is', () => {
  const expect = {
    exit: {equals: 0},
    refs: {gte: 1, lte: 3},
    digest: {unchanged: true as const},
    none: {exists: true as const},
  }
  assert.equal(deviations(expect, {exit: 128, refs: 4, digest: 'a'}, {digest: 'a'}), [
    'exit is 128, not as expected: equals 0',
    'refs is 4, not as expected: lte 3',
    'none is nothing, not as expected: exists true',
  ])
  assert.equal(deviations({exit: {equals: 0}}, {exit: 0}, undefined), [])
})

/** A receiver that ends, or only fails to answer, while it is asked. */
function asked(end: 'gone' | 'mute') {
  let isThere = true
  const child = {
    hello: {pid: 1},
    isThere: () => isThere,
    ask: async () => {
      isThere = end !== 'gone'
      throw new AssayError('unreachable', 'a child of the drill does not answer')
    },
  }
  const receivers = {
    place: () => ({record: 'none'}),
    forged: () => [{how: 'resend', status: 401, outcome: 'x', pid: 1}],
  }
  const context = {
    site: {receivers, server: () => child},
    ports: {files: {reader: {facts: () => undefined}}},
    signal: new AbortController().signal,
  }
  return probeReceiver({server: 'inbox'}, context as unknown as Parameters<ProbeWay>[1])
}

it('a receiver that ends while it is asked is gone, which is an answer; one that is there and says nothing gave none', async () => {
  const {alive, twice, refused} = await asked('gone')
  assert.equal([alive, twice, refused], [false, 0, 0])
  try {
    await asked('mute')
    assert.unreachable()
  } catch (error) {
    assert.ok(error instanceof AssayError)
  }
})

it.run()
