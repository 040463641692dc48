import * as assert from 'uvu/assert'
import {run} from '../support/campaigns/hostile-policy-replies.ts'
import {DEEP} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostile replies of policy servers')
const LIMIT_MS = 10 * 60_000

it(
  'every hostile reply of a policy server ends its call in time, refused or read as actions that keep the contract',
  async () => {
    const {checks, failures, notes} = await run(DEEP ? 'full' : 'sample', SEED)
    console.log(`seed ${SEED}: ${checks} replies; ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.ok(checks >= (DEEP ? 30_000 : 1_200))
  },
  LIMIT_MS,
)

it.run()
