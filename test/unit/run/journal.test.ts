import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {RunId} from '#contract/ids'
import {sha256} from '#digest/sha256'
import {genesis, inFlight, readJournal} from '#run/journal'
import {spec} from '../../support/spec.ts'

const it = spec('journal')
const RUN = '20261121T074233417Z-k3q7xz' as RunId

function journalOf(types: readonly [string, Record<string, unknown>][]): string {
  let prev: string = genesis(RUN)
  return types
    .map(([type, data], at) => {
      const line = `${JSON.stringify({seq: at + 1, at: '2026-11-21T07:42:33.417Z', mono_ms: at, type, data, prev})}\n`
      prev = sha256(line)
      return line
    })
    .join('')
}
const read = (text: string) => readJournal(Buffer.from(text), RUN)
const STEPS = journalOf([
  ['run.created', {}],
  ['step.started', {step_id: 'a'}],
  ['step.finished', {step_id: 'a', status: 'success'}],
  ['step.started', {step_id: 'b'}],
])

it('an untouched chain is read whole', () => {
  const view = read(STEPS)
  assert.equal([view.records.length, view.torn, view.brokenAt], [4, false, undefined])
  assert.equal(inFlight(view.records), ['b'])
})
it('cut anywhere, the whole lines before the cut stand and the rest is a torn line', () => {
  for (let cut = 0; cut < STEPS.length; cut++) {
    const view = read(STEPS.slice(0, cut))
    const whole = STEPS.slice(0, cut).split('\n').length - 1
    assert.equal([view.records.length, view.brokenAt], [whole, undefined], `cut at ${cut}`)
    assert.is(view.torn, cut > 0 && STEPS[cut - 1] !== '\n')
  }
})
it('a last line whose beginning reads as zeros is torn, and one in the middle breaks the chain', () => {
  const [first = '', second = '', third = ''] = STEPS.split(/(?<=\n)/)
  const holed = `${String.fromCharCode(0).repeat(40)}${second.slice(40)}`
  const last = read(first + holed)
  assert.equal([last.records.length, last.torn, last.brokenAt, last.goodBytes], [1, true, undefined, first.length])
  assert.is(read(first + holed + third).brokenAt, 2)
})
it('a changed byte breaks the chain at its record or the one after', () => {
  fc.assert(
    fc.property(fc.nat(STEPS.length - 2), fc.integer({min: 1, max: 94}), (at, shift) => {
      const code = STEPS.charCodeAt(at)
      if (code === 10) return
      const changed = 32 + ((code - 32 + shift) % 95)
      const view = read(STEPS.slice(0, at) + String.fromCharCode(changed) + STEPS.slice(at + 1))
      const record = STEPS.slice(0, at).split('\n').length
      // Nothing follows the last record; only the manifest's head tells that one was changed.
      if (record < 4) assert.ok(view.brokenAt !== undefined && view.brokenAt <= record + 1)
      else assert.ok(view.head !== read(STEPS).head)
    }),
  )
})
it('a removed, doubled or foreign line breaks the chain', () => {
  const lines = STEPS.trimEnd().split('\n')
  assert.is(read(`${[lines[0], ...lines.slice(2)].join('\n')}\n`).brokenAt, 2)
  assert.is(read(`${[lines[0], lines[0]].join('\n')}\n`).brokenAt, 2)
  assert.is(readJournal(Buffer.from(STEPS), '20261121T074233417Z-aaaaaa' as RunId).brokenAt, 1)
  assert.is(read(`${lines[0]}\nnot json\n`).brokenAt, 2)
})
it.run()
