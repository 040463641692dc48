import * as assert from 'uvu/assert'
import {DEPTH} from '../support/campaign/sample-calls.ts'
import {run} from '../support/campaigns/upgrades.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('upgrades whose driver is killed')
const LIMIT_MS = 60 * 60_000

it(
  'a driver that was killed is gone on with, and nothing is lost',
  async () => {
    const {failures, checks} = await run(DEPTH, SEED)
    assert.equal(failures, [])
    assert.ok(checks > 3)
  },
  LIMIT_MS,
)

it.run()
