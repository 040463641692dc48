import {InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider} from '@opentelemetry/sdk-trace'
import * as assert from 'uvu/assert'
import {Redactor} from '#redact/redactor'
import {RunSpans} from '#telemetry/run-spans'
import {eventOf} from '../../support/fakes/events.ts'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {outcome, runRig} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('run spans')
const SECRET = ['se', 'cr', 'et-value-77'].join('')
const CALLER = {traceId: 'a'.repeat(32), parentId: 'b'.repeat(16), flags: '01'}

function rig(caller?: typeof CALLER) {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({spanProcessors: [new SimpleSpanProcessor({exporter})]})
  const redactor = new Redactor()
  redactor.register(SECRET)
  const named: string[] = []
  const clock = fakeClock()
  const ports = {tracer: provider.getTracer('test'), clock, redactor, nameNext: (id: string) => void named.push(id)}
  const spans = new RunSpans(ports, caller)
  const by = (name: string) => {
    const found = exporter.getFinishedSpans().find((span) => span.name === name)
    if (found === undefined) throw new Error(`no span ${name}`)
    return found
  }
  return {
    spans,
    by,
    named,
    clock,
    all: () => exporter.getFinishedSpans(),
    run: runRig({observers: [spans], clock, redactor}),
  }
}

const ms = ([seconds, nanos]: ReadableSpan['startTime']) => seconds * 1000 + nanos / 1e6

it('a run, its steps and its provider events lie in one trace, each under what holds it', async () => {
  const {by, run, named, clock} = rig(CALLER)
  using _ = run
  await run.conduct(async (trial) => {
    await trial.steps.group({stepId: 'cells', operation: 'matrix'})
    clock.tick(100)
    await trial.steps.start({stepId: 'one', parentId: 'cells', operation: 'predict', provider: 'mock'})
    clock.tick(50)
    const timestamp = new Date(clock.nowMs()).toISOString()
    await trial.eventHandler(eventOf({timestamp, operation_id: 'c'.repeat(16)}))
    await trial.eventHandler(eventOf({timestamp, provider: 'other', operation: 'score', operation_id: 'd'.repeat(16)}))
    await trial.steps.finish('one', {status: 'success'})
    await trial.steps.skip({stepId: 'two', parentId: 'cells', operation: 'score'}, 'need_failed')
    return outcome()
  })
  const [whole, cells, step] = [by('assay.run.eval'), by('assay.step.matrix'), by('assay.step.predict')]
  const event = by('assay.provider.mock.predict.success')
  assert.is(whole.parentSpanContext?.spanId, CALLER.parentId)
  assert.equal(
    [whole, cells, step, event].map((span) => span.spanContext().traceId),
    Array(4).fill(CALLER.traceId),
  )
  assert.is(cells.parentSpanContext?.spanId, whole.spanContext().spanId)
  assert.is(step.parentSpanContext?.spanId, cells.spanContext().spanId)
  assert.is(event.parentSpanContext?.spanId, step.spanContext().spanId)
  assert.is(by('assay.provider.other.score.success').parentSpanContext?.spanId, whole.spanContext().spanId)
  assert.equal(named, ['c'.repeat(16), 'd'.repeat(16)])
  assert.equal([ms(cells.startTime), ms(cells.endTime)], [ms(step.startTime), ms(step.endTime)])
  assert.is(ms(step.endTime) - ms(step.startTime), 50)
  assert.equal(
    whole.events.map(({name, attributes}) => [name, attributes?.['assay.step_id']]),
    [['step left out', 'two']],
  )
  assert.equal([whole.attributes['assay.verdict'], whole.status.code], ['pass', 0])
})

it('what fails is marked, and no secret stands in a name, an attribute or a message', async () => {
  const {by, all, run} = rig()
  using _ = run
  await run.conduct(async (trial) => {
    await trial.steps.start({stepId: 'one', operation: 'predict', provider: `x-${SECRET}`})
    await trial.steps.finish('one', {status: 'failed', errorSummary: `said ${SECRET}`})
    await trial.steps.start({stepId: 'open', operation: 'score'})
    return outcome('fail')
  })
  const {status} = by('assay.step.predict')
  assert.is(status.code, 2)
  assert.match(status.message ?? '', /^said /)
  assert.equal([by('assay.run.eval').status.code, by('assay.run.eval').attributes['assay.exit_code']], [2, 1])
  assert.is(by('assay.step.score').ended, true)
  const told = all().map(({name, attributes, status: end, events}) => ({name, attributes, end, events}))
  assert.not.match(JSON.stringify(told), SECRET)
})

it('a run that its disk ended has its spans, and a command that made none has no span', () => {
  const broken = rig()
  using _ = broken.run
  const trial = {kind: 'eval', command: 'eval'} as never
  broken.spans.told({what: 'opened', runId: 'r' as never, trial})
  broken.spans.end()
  assert.is(broken.by('assay.run.eval').status.code, 2)
  const idle = rig()
  using _idle = idle.run
  idle.spans.end()
  assert.equal(idle.all(), [])
})
it.run()
