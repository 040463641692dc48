import * as assert from 'uvu/assert'
import {run} from '../support/campaigns/second-opinions.ts'
import {DEEP} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('second opinions')
const LIMIT_MS = 14 * 60_000

it(
  'sha256sum, find, openssl, Sigstore and Assay agree on good and bad bundles',
  async () => {
    const {checks, failures, notes} = await run(DEEP ? 'full' : 'sample', SEED)
    console.log(`seed ${SEED}: ${checks} opinions, ${notes.join('; ')}`)
    assert.equal(failures, [])
  },
  LIMIT_MS,
)

it.run()
