import * as assert from 'uvu/assert'
import {DEPTH} from '../support/campaign/sample-calls.ts'
import {run} from '../support/campaigns/webhooks.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('changed deliveries')

it('every good delivery is accepted once, none that was changed', async () => {
  const {checks, failures, notes} = await run(DEPTH, SEED)
  console.log(`seed ${SEED}: ${checks} checks, ${notes.join('; ')}`)
  assert.equal(failures, [])
  assert.ok(checks > 600)
})

it.run()
