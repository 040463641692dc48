import * as assert from 'uvu/assert'
import {DRILL_DEATHS, drillDeaths} from '../support/campaign/drill-deaths.ts'
import type {Call} from '../support/campaign/fault.ts'
import {DEPTH} from '../support/campaign/sample-calls.ts'
import {run} from '../support/campaigns/drills.ts'
import {DEEP} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('kill -9 of the engine of drills')
const LIMIT_MS = 60 * 60_000
const SAMPLED = DRILL_DEATHS.sample.points + DRILL_DEATHS.sample.sequences

it('a sample is as many different deaths with any seed', () => {
  const kinds = ['open', 'write', 'write', 'sync', 'close', 'rename', 'mkdir'] as const
  const calls = Array.from({length: 331}, (_, at): Call => ({at: at + 1, kind: kinds[at % 7] ?? 'write', path: 'runs'}))
  for (let seed = 1900; seed < 2100; seed++) {
    const deaths = drillDeaths(calls, {depth: 'sample', seed})
    assert.equal(new Set(deaths.map(({name}) => name)).size, SAMPLED, String(seed))
    assert.ok(
      deaths.every(({fault}) => fault.at >= 1 && fault.at <= calls.length),
      String(seed),
    )
  }
})

it(
  'an engine killed at any call leaves nothing that recover does not see and put back',
  async () => {
    const {checks, failures, notes} = await run(DEPTH, SEED)
    console.log(`seed ${SEED}: ${checks} killed; ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.ok(checks >= (DEEP ? 500 : SAMPLED), String(checks))
  },
  LIMIT_MS,
)

it.run()
