import * as assert from 'uvu/assert'
import {DEEP, DEPTH} from '../support/campaign/sample-calls.ts'
import {run} from '../support/campaigns/sigkill.ts'
import {run as runTraced, whyNoStrace} from '../support/campaigns/sigkill-strace.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('kill -9 at any call')
const LIMIT_MS = 14 * 60_000

it(
  'a command killed at any call leaves a readable workspace, and nothing acknowledged is lost',
  async () => {
    const {checks, failures, notes} = await run(DEPTH, SEED)
    console.log(`seed ${SEED}: ${checks} points of death; ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.ok(checks >= (DEEP ? 1_000 : 100), String(checks))
  },
  LIMIT_MS,
)

const TRACED = 'a command killed by the kernel as it enters a call leaves a readable workspace'
const reason = whyNoStrace()

if (reason !== undefined) it.skip(TRACED, reason)
else {
  it(
    TRACED,
    async () => {
      const {checks, failures, notes} = await runTraced(DEPTH, SEED)
      console.log(`seed ${SEED}: ${notes.join('; ')}`)
      assert.equal(failures, [])
      assert.ok(checks >= (DEEP ? 50 : 2), String(checks))
    },
    LIMIT_MS,
  )
}

it.run()
