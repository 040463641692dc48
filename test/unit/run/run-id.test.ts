import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {asRunId, formatRunId, nextRunTime, timeOfRunId} from '#run/layout'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('run id')
const bytes = fc.uint8Array({minLength: 8, maxLength: 8})
const time = fc.integer({min: Date.UTC(2000, 0), max: Date.UTC(2999, 0)})

it('an id shows its time and is safe as a file name', () => {
  const id = formatRunId(Date.UTC(2026, 10, 21, 7, 42, 33, 417), new Uint8Array([10, 3, 16, 30, 23, 25]))
  assert.is(id, '20261121T074233417Z-kdq6xz')
})
it('string order is time order, and the time reads back', () => {
  fc.assert(
    fc.property(time, time, bytes, bytes, (a, b, x, y) => {
      const [one, two] = [formatRunId(a, x), formatRunId(b, y)]
      assert.is(timeOfRunId(one), a)
      if (a !== b) assert.is(one < two, a < b)
    }),
  )
})
it('the next id sorts after the newest, even when the clock stepped back an hour', () => {
  fc.assert(
    fc.property(time, bytes, bytes, (newest, x, y) => {
      const id = formatRunId(newest, x)
      assert.ok(formatRunId(nextRunTime(newest - 3_600_000, id), y) > id)
    }),
  )
})
it('anything else is refused without being echoed', async () => {
  for (const text of [
    '',
    '../x',
    '20251021T074233417Z',
    '20251021T074233417Z-K3Q7XZ',
    '20251021T074233417Z-k3q7x1',
    '20269999T074233417Z-k3q7xz',
  ]) {
    const error = await throwsCode(() => asRunId(text), 'run_id_invalid')
    if (text) assert.not.match(error.message, text)
  }
})
it.run()
