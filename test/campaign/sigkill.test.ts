import * as assert from 'uvu/assert'
import type {Call} from '../support/campaign/fault.ts'
import {DEPTH, sampleCalls} from '../support/campaign/sample-calls.ts'
import {run} from '../support/campaigns/sigkill.ts'
import {run as runTraced, whyNoStrace} from '../support/campaigns/sigkill-strace.ts'
import {DEEP} from '../support/depth.ts'
import {SEED} from '../support/seed.ts'
import {spec} from '../support/spec.ts'

const it = spec('kill -9 at any call')
const LIMIT_MS = 14 * 60_000

it('a sample holds every kind of call, and as many calls with any seed', () => {
  const kinds = ['write', 'write', 'fsync', 'rename'] as const
  const calls = Array.from({length: 90}, (_, at) => ({at, kind: kinds[at % 4] ?? 'write', path: 'runs'})) as Call[]
  for (let seed = 0; seed < 200; seed++) {
    const sampled = sampleCalls(calls, 20, {depth: 'sample', seed, label: 'eval'})
    assert.equal([new Set(sampled).size, new Set(sampled.map(({kind}) => kind)).size], [20, 3], String(seed))
  }
})

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
      assert.ok(checks >= (DEEP ? 50 : 1), String(checks))
    },
    LIMIT_MS,
  )
}

it.run()
