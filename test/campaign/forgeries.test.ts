import * as assert from 'uvu/assert'
import {run} from '../support/campaigns/forgeries.ts'
import {DEEP} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('forged runs')
const LIMIT_MS = 60 * 60_000

it(
  'no failed run that was told as a passed one is verified or bundled, however well it was done',
  async () => {
    const {checks, failures, notes} = await run(DEEP ? 'full' : 'sample', SEED)
    console.log(`seed ${SEED}: ${checks} checks, ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.ok(checks > (DEEP ? 100 : 30))
  },
  LIMIT_MS,
)

it.run()
