import * as assert from 'uvu/assert'
import {flipUnseen, run} from '../support/campaigns/bit-flips.ts'
import {DEEP} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('flipped bits')
const LIMIT_MS = 14 * 60_000

it(
  'every flipped bit of a signed bundle is found',
  async () => {
    const {checks, failures, notes} = await run(DEEP ? 'full' : 'sample', SEED)
    console.log(`seed ${SEED}: ${checks} checks, ${notes.join('; ')}`)
    assert.equal(failures, [])
    assert.ok(checks > (DEEP ? 20_000 : 400))
  },
  LIMIT_MS,
)

it(
  'a verifier that does not have the key misses flips of the signature, and that is told',
  async () => {
    const {failures} = await flipUnseen(SEED)
    assert.ok(failures.length > 0)
    assert.ok(failures.every((failure) => failure.includes('evidence.sigstore.json')))
  },
  LIMIT_MS,
)

it.run()
