import * as assert from 'uvu/assert'
import {tryEntry} from '../support/canary/campaign.ts'
import {ENCODING_NAMES} from '../support/canary/encodings.ts'
import {ENTRIES} from '../support/canary/entries.ts'
import {canaryValues} from '../support/canary/values.ts'
import {DEEP} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {seeded} from '../support/seeded.ts'
import {spec} from '../support/spec.ts'

const it = spec('secrets planted through every entry')
const LIMIT_MS = 14 * 60_000
const SAMPLE = 3
const all = canaryValues(SEED)
const pick = seeded(SEED)
/** All values when deep, else another few in every run. */
const values = DEEP ? all : Array.from({length: SAMPLE}, (_, at) => all[at * 16 + pick(16)] ?? '')
let checks = 0

it('there are 13 entries, 50 different values and at least 8 encodings', () => {
  assert.is(ENTRIES.length, 13)
  assert.is(new Set(all).size, 50)
  assert.ok(ENCODING_NAMES.length >= 8)
})

for (const entry of ENTRIES) {
  it(
    `${entry.name}: no output holds a value in any encoding, and without the redactor the search finds every one`,
    async () => {
      const end = await tryEntry(entry, values, {isQuick: !DEEP})
      checks += end.checks
      const leaks = end.leaks.map(
        (leak) => `${JSON.stringify(values[leak.value])} as ${leak.encoding} in ${leak.output}`,
      )
      assert.equal(leaks.slice(0, 10), [])
      assert.equal(end.unseen, [])
    },
    LIMIT_MS,
  )
}

it('at least 13,000 places were searched', () => {
  assert.ok(checks >= 13_000, String(checks))
  console.log(`${checks} checks, seed ${SEED}`)
})

it.run()
