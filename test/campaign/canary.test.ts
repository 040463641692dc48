import * as assert from 'uvu/assert'
import {tryEntry} from '../support/canary/campaign.ts'
import {ENCODING_NAMES} from '../support/canary/encodings.ts'
import {ENTRIES, type Entry} from '../support/canary/entries.ts'
import {canaryValues} from '../support/canary/values.ts'
import {DEEP, rotated} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {seeded} from '../support/seeded.ts'
import {spec} from '../support/spec.ts'

const it = spec('secrets planted through every entry')
const LIMIT_MS = 14 * 60_000
/** Values for each entry: one that the redactor knows in an encoding, and one as it is that it may not know. */
const SAMPLE = 2
const all = canaryValues(SEED)
const pick = seeded(SEED)
/** All values when deep, else another few for each entry and in every run. */
const valuesFor = () => (DEEP ? all : Array.from({length: SAMPLE}, (_, at) => all[at * 25 + pick(25)] ?? ''))
let checks = 0

it('there are 13 entries, 50 different values and at least 8 encodings', () => {
  assert.is(ENTRIES.length, 13)
  assert.is(new Set(all).size, 50)
  assert.ok(ENCODING_NAMES.length >= 8)
})

/** All entries when deep, else one of those that are parts of an address: they go one way. */
const isOfAddress = ({name}: Entry) => name.endsWith(' of an address')
const addresses = ENTRIES.filter(isOfAddress)
const chosen = [...ENTRIES.filter((one) => !isOfAddress(one)), ...rotated(addresses, addresses.length)]

for (const entry of chosen) {
  it(
    `${entry.name}: no output holds a value in any encoding, and without the redactor the search finds every one`,
    async () => {
      const values = valuesFor()
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

it('at least 3,000 places were searched for each value', () => {
  assert.ok(checks >= 3_000 * valuesFor().length, String(checks))
  console.log(`${checks} checks, seed ${SEED}`)
})

it.run()
