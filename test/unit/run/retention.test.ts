import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {formatRunId, timeOfRunId} from '#run/layout'
import {planIssues, planRetention, type RetentionRules, type RunForRetention} from '#run/retention'
import {spec} from '../../support/spec.ts'

const it = spec('retention')
const NOW = Date.UTC(2026, 10, 21)
const DAY_MS = 24 * 60 * 60 * 1000

const anyRun = fc.record({
  ageMs: fc.integer({min: 0, max: 400 * DAY_MS}),
  lease: fc.constantFrom('none', 'none', 'dead', 'live', 'stalled'),
  isHeld: fc.boolean(),
  isBaseline: fc.boolean(),
  sizeBytes: fc.nat(),
})
const anyRuns = fc
  .array(anyRun, {maxLength: 40})
  .map((runs) =>
    runs
      .toSorted((a, b) => a.ageMs - b.ageMs)
      .map(
        ({ageMs, ...rest}): RunForRetention =>
          ({...rest, runId: formatRunId(NOW - ageMs, new Uint8Array(8))}) as RunForRetention,
      ),
  )
const anyRules = fc.record(
  {
    keep: fc.nat(50),
    nowMs: fc.constant(NOW),
    olderThanDays: fc.nat(500),
    broken: fc.boolean(),
  },
  {requiredKeys: ['keep', 'nowMs']},
) as fc.Arbitrary<RetentionRules>

const check = (name: string, holds: (runs: RunForRetention[], rules: RetentionRules) => void) =>
  it(name, () => {
    fc.assert(fc.property(anyRuns, anyRules, (runs, rules) => holds(runs, rules)))
  })

check('live, stalled, held and baseline runs are never removed', (runs, rules) => {
  for (const [at, entry] of planRetention(runs, rules).entries()) {
    const run = runs[at]
    const isProtected = run?.lease === 'live' || run?.lease === 'stalled' || run?.isHeld || run?.isBaseline
    if (isProtected) assert.is(entry.action, 'skip')
  }
})
check('none of the newest goes, and everything unprotected past them does', (runs, rules) => {
  for (const [at, entry] of planRetention(runs, rules).entries()) {
    if (at < rules.keep) assert.is.not(entry.action, 'delete')
    else if (rules.olderThanDays === undefined) assert.is.not(entry.action, 'keep')
  }
})
check('with an age limit nothing younger goes', (runs, rules) => {
  const limitMs = (rules.olderThanDays ?? 0) * DAY_MS
  for (const entry of planRetention(runs, rules)) {
    if (entry.action === 'delete' && entry.runId) assert.ok(NOW - timeOfRunId(entry.runId) >= limitMs)
  }
})
check('every run is in the plan once, with a reason', (runs, rules) => {
  const plan = planRetention(runs, rules)
  assert.equal(
    plan.map((entry) => entry.name),
    runs.map((run) => run.runId),
  )
  assert.ok(plan.every((entry) => entry.reason !== ''))
})

it('what is no run goes only when asked, a day after it appeared; an unfinished removal goes at once', () => {
  const issue = (reason: 'manifest_json' | 'trash_pending', ageMs: number) => ({
    issue: {kind: 'issue' as const, name: 'x', reason, detail: ''},
    isHeld: false,
    isBaseline: false,
    mtimeMs: NOW - ageMs,
    sizeBytes: 1,
  })
  const actions = (broken: boolean) =>
    planIssues([issue('manifest_json', DAY_MS), issue('manifest_json', DAY_MS - 1), issue('trash_pending', 0)], {
      keep: 0,
      broken,
      nowMs: NOW,
    }).map((entry) => entry.action)
  assert.equal(actions(true), ['delete', 'skip', 'delete'])
  assert.equal(actions(false), ['skip', 'skip', 'delete'])
})
it.run()
