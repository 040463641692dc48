import * as assert from 'uvu/assert'
import {DEPTH} from '../support/campaign/sample-calls.ts'
import {run} from '../support/campaigns/io-errors.ts'
import {DEEP} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('a file system that fails at any call')
const LIMIT_MS = 14 * 60_000

it(
  'a command that meets an error ends as documented, keeps what was there and leaves no temporary',
  async () => {
    const {checks, failures, notes} = await run(DEPTH, SEED)
    console.log(`seed ${SEED}: ${checks} points of failure; ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.ok(checks >= (DEEP ? 1_500 : 120), String(checks))
  },
  LIMIT_MS,
)

it.run()
