import * as assert from 'uvu/assert'
import {run} from '../support/campaigns/hostile-inputs.ts'
import {DEEP} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostile inputs')
const LIMIT_MS = 14 * 60_000

it(
  'every hostile input is refused with a known code or read as what stands there, in little memory',
  async () => {
    const {checks, failures, notes} = await run(DEEP ? 'full' : 'sample', SEED)
    console.log(`seed ${SEED}: ${checks} inputs; ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.ok(checks > (DEEP ? 51_000 : 330))
  },
  LIMIT_MS,
)

it.run()
