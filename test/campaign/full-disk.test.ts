import * as assert from 'uvu/assert'
import {DEPTH} from '../support/campaign/sample-calls.ts'
import {whyNoVolume} from '../support/campaign/small-volume.ts'
import {run} from '../support/campaigns/disk-full.ts'
import {spec} from '../support/spec.ts'

const it = spec('a disk that is full')
const LIMIT_MS = 14 * 60_000
const NAME = 'a full or read-only disk is told, keeps what was there, can be cleaned up, and works once there is room'
const reason = whyNoVolume()

if (reason !== undefined) it.skip(NAME, reason)
else {
  it(
    NAME,
    async () => {
      const {checks, failures, notes} = await run(DEPTH)
      console.log(`${checks} checks; ${notes.join('; ')}`)
      assert.equal(failures, [])
      assert.ok(checks >= 12)
    },
    LIMIT_MS,
  )
}

it.run()
