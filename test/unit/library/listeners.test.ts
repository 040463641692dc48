import * as assert from 'uvu/assert'
import {evaluate} from '#library/evaluate'
import {listRuns} from '#library/list-runs'
import {verifyRun} from '#library/verify-evidence'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('listeners that throw')
const LIMIT_MS = 30_000
class Mine extends Error {}
const fault = new Mine('of the caller')
const throwing = () => {
  throw fault
}

for (const [way, listener] of [
  ['onProgress', {onProgress: throwing}],
  ['onLog', {onLog: throwing}],
  ['an asynchronous onProgress', {onProgress: async () => throwing()}],
  ['an asynchronous onLog', {onLog: async () => throwing()}],
] as const) {
  it(
    `${way}: the caller gets its own error, and the run a verdict`,
    async () => {
      using dir = tempDir()
      const thrown = await evaluate({workspace: dir.path, suites: ['rollout'], ...listener}).catch((error) => error)
      assert.is(thrown, fault)
      const {entries} = await listRuns({workspace: dir.path})
      assert.equal(
        entries.map(({status, verdict}) => [status, verdict]),
        [['cancelled', 'interrupted']],
      )
      const [run] = entries
      assert.is((await verifyRun({workspace: dir.path, run: run?.run_id ?? ''})).exit.name, 'ok')
    },
    LIMIT_MS,
  )
}
it.run()
