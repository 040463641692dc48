import * as assert from 'uvu/assert'
import {DEPTH} from '../support/campaign/sample-calls.ts'
import {run} from '../support/campaigns/driver-kills.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('drivers killed at their records')
const LIMIT_MS = 60 * 60_000

it(
  'whoever works on nodes, a second node beside the first included, a driver killed at a record is gone on with, there and back',
  async () => {
    const {failures, notes} = await run(DEPTH, SEED)
    console.log(`seed ${SEED}: ${notes.join('; ')}`)
    assert.equal(failures, [])
  },
  LIMIT_MS,
)

it.run()
