import * as assert from 'uvu/assert'
import type {WorkflowTrace} from '#contract/generated/types'
import {contradictions, parseTrace} from '#trace/check-trace'
import {TraceBuilder} from '#trace/trace-builder'
import {traceMarkdown} from '#trace/trace-markdown'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('workflow trace')
const HEAD = {workflowId: 'eval', name: 'eval', runId: '20261121T074233417Z-k3q7xz'}
const AT = '2026-11-21T07:42:33.417Z'

/** group ⊃ (a failed, b skipped), and c that succeeded. */
function built(): WorkflowTrace {
  const builder = new TraceBuilder()
  builder.add({stepId: 'group', operation: 'suite'}, {group: true})
  for (const stepId of ['a', 'b']) builder.add({stepId, parentId: 'group', operation: 'predict', provider: 'mock'})
  builder.add({stepId: 'c', operation: 'score', required: false})
  builder.start('a', AT)
  builder.finish('a', {status: 'failed', errorSummary: 'no answer', durationMs: 3})
  builder.finish('b', {status: 'skipped', skipReason: 'after a'})
  builder.start('c', AT)
  builder.finish('c', {status: 'success'})
  return builder.toTrace(HEAD)
}

it('is built from what happened, and its reader agrees', () => {
  const trace = built()
  assert.equal([trace.status, trace.step_count, trace.steps[0]?.status], ['failed', 4, 'failed'])
  assert.equal(trace.status_counts, {pending: 0, running: 0, success: 1, failed: 2, skipped: 1, cancelled: 0})
  assert.equal(parseTrace(JSON.parse(JSON.stringify(trace))), trace)
})
it('a step is announced once, ends once, and its parent is known', async () => {
  const builder = new TraceBuilder()
  builder.add({stepId: 'a', operation: 'x'})
  await throwsCode(() => builder.add({stepId: 'a', operation: 'x'}), 'invalid_input')
  await throwsCode(() => builder.add({stepId: 'b', operation: 'x', parentId: 'none'}), 'invalid_input')
  await throwsCode(() => builder.start('none', AT), 'invalid_input')
  for (const stepId of ['', 'a b', '../a', 'ä', 'x'.repeat(129)]) {
    await throwsCode(() => builder.add({stepId, operation: 'x'}), 'invalid_input')
  }
  builder.finish('a', {status: 'success'})
  await throwsCode(() => builder.finish('a', {status: 'failed'}), 'invalid_input')
  await throwsCode(() => builder.start('a', AT), 'invalid_input')
})
it('closing ends what runs as told and skips what never began', () => {
  for (const running of ['cancelled', 'failed'] as const) {
    const builder = new TraceBuilder()
    builder.add({stepId: 'group', operation: 'x'}, {group: true})
    builder.add({stepId: 'runs', parentId: 'group', operation: 'x'})
    builder.add({stepId: 'waits', operation: 'x'})
    builder.add({stepId: 'empty', operation: 'x'}, {group: true})
    builder.start('runs', AT)
    builder.close(running)
    const {steps, status} = builder.toTrace(HEAD)
    assert.equal(
      steps.map((one) => [one.step_id, one.status, one.error_summary ?? one.skip_reason]),
      [
        ['group', running, undefined],
        ['runs', running, 'no_terminal_event'],
        ['waits', 'skipped', 'not_run'],
        ['empty', 'skipped', 'not_run'],
      ],
    )
    assert.is(status, running)
  }
})
it('every claim that the steps do not bear out is found, by its place', () => {
  const trace = built()
  const [group, a, b, c] = trace.steps
  if (!group || !a || !b || !c) throw new Error('four steps')
  const table: readonly [pointer: string, change: Partial<WorkflowTrace>][] = [
    ['/status', {status: 'success'}],
    ['/step_count', {step_count: 3}],
    ['/status_counts/failed', {status_counts: {...trace.status_counts, failed: 1}}],
    ['/steps/0/status', {steps: [{...group, status: 'success'}, a, b, c]}],
    ['/steps/1/step_id', {steps: [group, {...a, step_id: 'group', parent_id: null}, b, c]}],
    ['/steps/1/parent_id', {steps: [group, {...a, parent_id: 'nobody'}, b, c]}],
    ['/steps/1/parent_id', {steps: [group, {...a, parent_id: 'a'}, b, c]}],
    ['/steps/0/parent_id', {steps: [{...group, parent_id: 'a'}, a, b, c]}],
  ]
  for (const [pointer, change] of table) {
    const found = contradictions({...trace, ...change}).map((issue) => issue.pointer)
    assert.ok(found.includes(pointer), `${pointer} in ${found.join(' ')}`)
  }
  assert.equal(contradictions(trace), [])
})
it('a reader refuses a contradiction and tells its places, not its values', async () => {
  const error = await throwsCode(() => parseTrace({...built(), status: 'success'}), 'trace_contradiction')
  assert.equal(
    error.issues.map((issue) => issue.pointer),
    ['/status'],
  )
  await throwsCode(() => parseTrace([]), 'schema_invalid')
  await throwsCode(() => parseTrace({...built(), schema_version: 2}), 'schema_too_new')
})
it('a ring of parents ends the reading, however long', () => {
  const trace = built()
  const [, step] = trace.steps
  if (!step) throw new Error('a step')
  const steps = Array.from({length: 500}, (_, at) => ({...step, step_id: `s${at}`, parent_id: `s${(at + 1) % 500}`}))
  assert.is(contradictions({...trace, steps}).length, 500)
})
it('names cannot break out of the table for people', () => {
  const builder = new TraceBuilder()
  builder.add({stepId: 'a', operation: 'x'})
  builder.finish('a', {status: 'failed', errorSummary: '| <b> &\n# title'})
  const rows = traceMarkdown(builder.toTrace(HEAD)).split('\n')
  assert.ok(rows.some((row) => row.includes('\\| &lt;b&gt; &amp; # title')))
  assert.not.ok(rows.some((row) => row.startsWith('# title')))
})
it.run()
