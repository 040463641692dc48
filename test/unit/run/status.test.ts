import * as assert from 'uvu/assert'
import type {RunManifest, RunStatus} from '#contract/generated/types'
import {EXIT, VERDICTS, type VerdictState} from '#error/exit'
import {manifestIssues} from '#run/manifest'
import {statusIssues, statusOf} from '#run/status'
import {runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('the table of verdicts')

const TABLE: Readonly<Record<VerdictState, readonly [status: RunStatus, ...exits: number[]]>> = {
  pass: ['passed', 0],
  fail: ['failed', 1],
  unavailable: ['failed', 3],
  inconclusive: ['failed', 4],
  incomparable: ['failed', 4],
  restored: ['failed', 5],
  'unsafe-state': ['failed', 6],
  refused: ['failed', 7],
  bug: ['failed', 70],
  skipped: ['skipped', 0, 4],
  interrupted: ['cancelled', 130, 143],
}
const STATUSES = ['running', 'passed', 'failed', 'skipped', 'cancelled'] as const

it('each combination of verdict, exit and status is accepted exactly where the table has it', async () => {
  using rig = runRig()
  const {manifest} = await rig.conduct()
  let accepted = 0
  for (const verdict of VERDICTS) {
    const [wanted, ...exits] = TABLE[verdict]
    assert.is(statusOf(verdict), wanted)
    for (const exit of Object.values(EXIT)) {
      for (const status of STATUSES) {
        const outcome = {verdict, exit_code: exit, reason_code: 'x', reason: 'x'}
        const isRight = status === wanted && exits.includes(exit)
        const issues = statusIssues({...manifest, status, outcome})
        assert.is(issues.length === 0, isRight, `${verdict} ${exit} ${status}`)
        if (isRight) accepted++
      }
    }
  }
  assert.is(accepted, 13)
})
it('an end without an outcome or without times, and an outcome without an end, are refused', async () => {
  using rig = runRig()
  const {manifest} = await rig.conduct()
  const refused = (change: Partial<RunManifest>) =>
    (manifestIssues({...manifest, ...change}) ?? []).map((one) => one.pointer)
  assert.equal(refused({}), [])
  assert.equal(refused({outcome: null}), ['/outcome'])
  assert.equal(refused({ended_at: null}), ['/ended_at'])
  assert.equal(refused({duration_ms: null}), ['/ended_at'])
  assert.equal(refused({status: 'running'}), ['/outcome'])
})
it('counts that do not add up, a path listed twice and a source with a query are refused', async () => {
  using rig = runRig()
  const {manifest} = await rig.conduct()
  const rules = (change: object) => (manifestIssues({...manifest, ...change}) ?? []).map((one) => one.rule)
  assert.equal(rules({counts: {...manifest.counts, planned: manifest.counts.planned + 1}}), ['sum'])
  assert.equal(rules({artifacts: [...manifest.artifacts, ...manifest.artifacts.slice(0, 1)]}), ['unique'])
})
it.run()
