import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {Job, JobStep} from '#contract/generated/types'
import {digestOf} from '#digest/canonical-json'
import {AssayError} from '#error/assay-error'
import type {VerdictState} from '#error/exit'
import {jobVerdict} from '#job/job-verdict'
import {type PlannedJobItem, planJobItems} from '#job/plan-job'
import {decide, type ItemEnd} from '#job/schedule'
import {spec} from '../../support/spec.ts'

const it = spec('scheduling a job')
const job = (steps: Partial<JobStep>[], more: Partial<Job> = {}): Job => ({
  schema_version: 1,
  name: 'nightly',
  steps: steps.map((step, at) => ({id: `s${at}`, use: 'exec', with: {argv: ['true', String(at)]}, ...step})),
  ...more,
})
const refuse = () => new AssayError('job_invalid', 'no valid job')
const plan = (of: Job) => planJobItems({job: of, sha256: digestOf('job')}, {}, refuse).items
const ended = (items: readonly PlannedJobItem[], ...states: ItemEnd[]) =>
  new Map(states.map((state, at) => [items[at]?.item_id ?? '', state] as const))
const kinds = (of: Job, states: ItemEnd[] = [], running: number[] = []) => {
  const items = plan(of)
  const decisions = decide(items, of, {
    ended: ended(items, ...states),
    running: new Set(running.map((at) => items[at]?.item_id ?? '')),
  })
  return decisions.map(
    (decision) => `${decision.item.step_id} ${decision.kind}${'reason' in decision ? ` ${decision.reason}` : ''}`,
  )
}

it('one at a time unless the job asks for more lanes', () => {
  assert.equal(kinds(job([{}, {}, {}])), ['s0 start', 's1 wait', 's2 wait'])
  assert.equal(kinds(job([{}, {}, {}], {concurrency: {total: 2}})), ['s0 start', 's1 start', 's2 wait'])
})
it('a step waits for its needs, and is skipped naming the one that did not pass', () => {
  const of = job([{}, {needs: ['s0']}])
  assert.equal(kinds(of, [], [0]), ['s1 wait'])
  assert.equal(kinds(of, ['pass']), ['s1 start'])
  for (const bad of ['fail', 'unavailable', 'inconclusive', 'skipped'] as const)
    assert.equal(kinds(of, [bad]), ['s1 skip need_failed:s0'])
})
it('`when: always` runs after a failure, `when: failure` only then', () => {
  const of = job([{}, {needs: ['s0'], when: 'always'}, {needs: ['s0'], when: 'failure'}], {concurrency: {total: 9}})
  assert.equal(kinds(of, ['fail']), ['s1 start', 's2 start'])
  assert.equal(kinds(of, ['pass']), ['s1 start', 's2 skip no_need_failed'])
})
it('what nothing made necessary is no failure for those that need it', () => {
  const of = job([{needs: []}, {needs: ['s0']}, {needs: ['s0'], when: 'failure'}, {needs: ['s0'], when: 'always'}], {
    concurrency: {total: 9},
  })
  assert.equal(kinds(of, ['not_needed']), ['s1 skip need_skipped:s0', 's2 skip no_need_failed', 's3 start'])
  const both = job([{}, {}, {needs: ['s0', 's1']}])
  assert.equal(kinds(both, ['not_needed', 'fail']), ['s2 skip need_failed:s1'])
})
it('a benchmark runs alone: it waits for others and others wait for it', () => {
  const bench = {use: 'benchmark', with: {preset: 'mock-smoke'}} as const
  assert.equal(kinds(job([{}, bench, {}], {concurrency: {total: 9}})), ['s0 start', 's1 wait', 's2 start'])
  assert.equal(kinds(job([bench, {}], {concurrency: {total: 9}}), [], [0]), ['s1 wait'])
})
it('a provider has its own lanes', () => {
  const health = (at: number) => ({
    use: 'provider.health' as const,
    with: {providers: ['mock'], ...(at ? {} : {})},
    id: `h${at}`,
  })
  const of = job([health(0), health(1), health(2)], {concurrency: {total: 9, providers: {mock: 2}}})
  assert.equal(kinds(of), ['h0 start', 'h1 start', 'h2 wait'])
})
it('whatever happens, a job comes to an end: some item can start or is skipped while nothing runs', () => {
  const state = fc.constantFrom<VerdictState>('pass', 'fail', 'unavailable', 'inconclusive')
  const shape = fc.array(
    fc.record({
      needs: fc.array(fc.nat(9), {maxLength: 3}),
      when: fc.constantFrom('success', 'failure', 'always' as const),
      exclusive: fc.boolean(),
    }),
    {minLength: 1, maxLength: 10},
  )
  fc.assert(
    fc.property(shape, fc.array(state, {minLength: 10, maxLength: 10}), (rows, outcomes) => {
      const steps = rows.map((row, at) => ({
        needs: [...new Set(row.needs.filter((need) => need < at))].map((need) => `s${need}`),
        when: row.when as 'success',
        ...(row.exclusive && {use: 'benchmark' as const, with: {preset: `p${at}`}}),
      }))
      const of = job(steps, {concurrency: {total: 3}})
      const items = plan(of)
      const done = new Map<string, VerdictState>()
      for (let round = 0; round <= items.length && done.size < items.length; round++) {
        const act = decide(items, of, {ended: done, running: new Set()}).filter((decision) => decision.kind !== 'wait')
        assert.ok(act.length > 0, 'the job is stuck')
        for (const {kind, item} of act)
          done.set(item.item_id, kind === 'skip' ? 'skipped' : (outcomes[item.ordinal] ?? 'pass'))
      }
      assert.is(done.size, items.length)
    }),
  )
})
it('the verdict is the worst of the required items; a skipped required one is inconclusive, all skipped is skipped', () => {
  const items = plan(job([{}, {}, {required: false}]))
  const verdict = (...states: VerdictState[]) =>
    jobVerdict(
      states.map((state, at) => ({
        item: items[at] as PlannedJobItem,
        state,
        reason: 'why',
        durationMs: 1,
        isExpectedSkip: false,
        findings: [],
      })),
      (item) => item.step.required ?? true,
    )
  assert.is(verdict('pass', 'pass', 'fail').state, 'pass')
  assert.is(verdict('pass', 'fail', 'pass').state, 'fail')
  assert.is(verdict('unavailable', 'fail', 'pass').state, 'fail')
  assert.is(verdict('pass', 'skipped', 'pass').state, 'inconclusive')
  assert.is(verdict('skipped', 'skipped', 'skipped').state, 'skipped')
  assert.is(verdict('bug', 'fail', 'pass').exit.code, 70)
})
it.run()
