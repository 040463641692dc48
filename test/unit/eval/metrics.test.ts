import * as assert from 'uvu/assert'
import type {EvalEpisode, ProviderEvent} from '#contract/generated/types'
import {SUITES, suitesNamed} from '#eval/catalogue/suites'
import {PlanEvents} from '#eval/execute/plan-events'
import {ruleLimits} from '#eval/judge/deciding-rules'
import {estimateRows} from '#eval/judge/rows'
import type {CellFacts} from '#eval/model/cell'
import {joinStepId} from '#eval/model/eval-plan'
import type {Metric} from '#eval/model/suite'
import {parseTrialKey, trialKeyOf, trialKeyText} from '#eval/model/trial-key'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('metrics')

const FACTS: CellFacts = {
  suite: SUITES['closed-loop'],
  provider: 'fake',
  env: 'two-room',
  stratum: 'cross',
  planner: 'quick',
  successMode: 'any',
  envStepBudget: 60,
  referenceUnit: 'length',
  seed: 42,
}

const episode = (changes: Partial<EvalEpisode>): EvalEpisode => ({
  suite: 'closed-loop',
  provider: 'fake',
  env: 'two-room',
  stratum: 'cross',
  episode: 0,
  success: true,
  ...changes,
})

function metric(name: string): Metric {
  const found = Object.values(SUITES)
    .flatMap((suite): readonly Metric[] => suite.metrics)
    .find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}

const value = (name: string, episodes: EvalEpisode[], facts: CellFacts = FACTS) => metric(name).measure(episodes, facts)

it('the success rate divides by everything that ran, errors included', () => {
  const error = {class: 'ProviderError', code: 'timeout', kind: 'unreachable', message: ''} as const
  const found = value('success_rate', [episode({}), episode({success: false}), episode({success: false, error})])
  assert.is(found?.estimate, 1 / 3)
  assert.is(found?.n, 3)
  assert.ok((found?.ci?.low ?? 1) < 1 / 3 && (found?.ci?.high ?? 0) > 1 / 3)
})

it('spl weighs a success by how short its way was, and a failure is 0', () => {
  const found = value('spl', [
    episode({path_length: 2, reference_length: 1}),
    episode({path_length: 1, reference_length: 1}),
    episode({path_length: 0.9, reference_length: 1}),
    episode({path_length: 1, reference_length: 1, success: false}),
  ])
  assert.is(found?.estimate, 2.5 / 4)
  assert.is(found?.n, 4)
})

it('the steps ratio looks at successes only and says how many', () => {
  const steps = {...FACTS, referenceUnit: 'steps'} as const
  const found = value(
    'steps_ratio',
    [episode({steps: 30, reference_steps: 20}), episode({steps: 60, reference_steps: 20, success: false})],
    steps,
  )
  assert.equal([found?.estimate, found?.n, found?.ci], [1.5, 1, null])
  assert.is(value('steps_ratio', [episode({steps: 1, reference_steps: 1, success: false})], steps)?.estimate, null)
})

it('a metric without meaning in an environment has no row', () => {
  assert.is(value('steps_ratio', [episode({})]), undefined)
  assert.is(value('spl', [episode({})], {...FACTS, referenceUnit: undefined}), undefined)
})

it('nothing that ran is no value, never 0', () => {
  for (const name of ['failures', 'violations', 'success_rate', 'spl']) {
    assert.equal([value(name, [])?.estimate, value(name, [])?.n], [null, 0], name)
  }
})

it('every metric of every suite can be held against another run, trial by trial', () => {
  for (const suite of Object.values(SUITES)) {
    if (suite.kind === 'meta') continue
    for (const one of suite.metrics) assert.ok(one.measure.reads, `${suite.name} ${one.name}`)
  }
})

it('an interval that ends next to a limit of some rule is resampled more, and its method says so', () => {
  const settings = settingsFor({suites: ['closed-loop'], thresholds: ['spl>=0.84', 'success_rate>=0.5']})
  const episodes = Array.from({length: 40}, (_, at) =>
    episode({episode: at, path_length: 1 + (at % 5) / 10, reference_length: 1}),
  )
  const spl = (plan: Parameters<typeof ruleLimits>[0]) => {
    const cell = {facts: FACTS, planned: 40, episodes, wallMs: 0}
    return estimateRows(cell, ruleLimits(plan)).find((row) => row.metric === 'spl')?.ci
  }
  const low = spl({settings: {...settings, thresholds: []}})?.low ?? 0
  assert.equal(ruleLimits({settings})(metric('spl'), FACTS), [0.84])
  assert.equal(ruleLimits({settings})(metric('success_rate'), FACTS), [0.8, 0.5])
  const at = (limit: number) => spl({settings: settingsFor({suites: ['closed-loop'], thresholds: [`spl>=${limit}`]})})
  assert.equal([at(Number(low.toFixed(6)))?.method, at(0.5)?.method], ['bca-19999', 'bca'])
})

it('every metric of every suite can be measured', () => {
  for (const suite of Object.values(SUITES)) for (const one of suite.metrics) one.measure([episode({})], FACTS)
})

it('a set is its suites, each once, and an unknown name has near ones', async () => {
  assert.equal(
    suitesNamed(['planning', 'closed-loop', 'contract']).map(({name}) => name),
    ['contract', 'planning-regret', 'closed-loop'],
  )
  for (const name of ['', 'Contract', '__proto__', 'constructor'])
    await throwsCode(() => suitesNamed([name]), 'suite_unknown')
  assert.match((await throwsCode(() => suitesNamed(['contrct']), 'suite_unknown')).hint, 'contract')
})

it('the key of a trial leads back to it', async () => {
  const one = episode({episode: 7})
  assert.equal(parseTrialKey(trialKeyText(trialKeyOf(one))), {
    suite: 'closed-loop',
    env: 'two-room',
    part: 'cross',
    episode: 7,
  })
  for (const text of ['', 'eval:a:b:c', 'eval:a:b:c:-1', 'eval:a:b:c:1e9', 'eval:a:b:c:1:d', 'x'.repeat(9999)]) {
    await throwsCode(() => parseTrialKey(text), 'usage')
  }
})

it('a step name holds only what traces take', () => {
  assert.is(joinStepId('eval', 'zoo.noise-5%', 'two room'), 'eval:zoo.noise-5_:two_room')
  assert.is(joinStepId('x'.repeat(300)).length, 128)
})

it('of the calls of one plan one success an operation is made and told, with their number and time, and every failure', () => {
  const told: string[] = []
  const made: number[] = []
  const events = new PlanEvents(({phase, sequence, duration_ms, metadata}) => {
    told.push([phase, sequence, duration_ms, metadata['calls'] ?? 'alone'].join(' '))
  })
  const send = (phase: ProviderEvent['phase'], sequence: number, {attempt = 1, operation = 'predict'} = {}) => {
    const head = {phase, attempt, provider: 'fake', operation, duration_ms: sequence}
    if (!events.wants(head)) {
      events.missed(head)
      return
    }
    made.push(sequence)
    void events.handle({...head, sequence, metadata: {}} as ProviderEvent)
  }
  send('success', 1)
  events.startPlan()
  for (const [phase, sequence] of [
    ['success', 2],
    ['failure', 3],
    ['success', 4],
    ['success', 5],
  ] as const)
    send(phase, sequence)
  send('success', 6, {operation: 'score'})
  events.endPlan()
  events.startPlan()
  events.endPlan()
  send('failure', 7, {attempt: 0})
  assert.equal(told, ['success 1 1 alone', 'failure 3 3 alone', 'success 2 11 3', 'success 6 6 1', 'failure 7 7 alone'])
  assert.equal(made, [1, 2, 3, 6, 7])
  assert.is(events.reached('fake'), 6)
})

it.run()
