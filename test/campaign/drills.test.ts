import * as assert from 'uvu/assert'
import {DEEP, DEPTH} from '../support/campaign/sample-calls.ts'
import {run} from '../support/campaigns/drills.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('kill -9 of the engine of drills')
const LIMIT_MS = 60 * 60_000

it(
  'an engine killed at any call leaves nothing that recover does not see and put back',
  async () => {
    const {checks, failures, notes} = await run(DEPTH, SEED)
    console.log(`seed ${SEED}: ${checks} deaths; ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.ok(checks >= (DEEP ? 500 : 3), String(checks))
  },
  LIMIT_MS,
)

it.run()
