import * as assert from 'uvu/assert'
import {DEPTH} from '../support/campaign/sample-calls.ts'
import {run} from '../support/campaigns/crowd.ts'
import {DEEP} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('many processes in one workspace')

it(
  'writers beside lists, bundles and cleanups lose nothing, tear nothing and keep the order',
  async () => {
    const {checks, failures, notes} = await run(DEPTH, SEED)
    console.log(`seed ${SEED}: ${checks} runs; ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.is(checks, DEEP ? 8_000 : 36)
  },
  14 * 60_000,
)

it.run()
