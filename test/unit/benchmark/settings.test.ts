import * as assert from 'uvu/assert'
import type {BenchmarkRequest} from '#benchmark/model/benchmark-request'
import {resolveLoadSettings} from '#benchmark/model/settings'
import type {ErrorCode} from '#error/codes'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('benchmark settings')

it('measures mock a hundred times where nothing is said', () => {
  const settings = resolveLoadSettings({})
  assert.equal(
    [settings.providers, settings.iterations, settings.pacing, settings.warmUp],
    [['mock'], 100, {mode: 'closed', concurrency: 1}, 'auto'],
  )
  assert.equal([settings.gate, settings.mustRun, settings.operations], ['none', false, undefined])
})

it('lets flags win over the profile, the profile over the preset', () => {
  const request = {preset: 'mock-smoke', iterations: 7}
  const profile = {providers: ['analytic'], operations: ['score'], timeout_preset: 'fast', retry_preset: 'none'}
  const settings = resolveLoadSettings(request, profile)
  assert.equal([settings.providers, settings.operations, settings.iterations], [['analytic'], ['score'], 7])
  assert.equal(settings.policy, {timeoutPreset: 'fast', retryPreset: 'none'})
  const over = resolveLoadSettings({...request, providers: ['mock'], policy: {retries: 2}}, profile)
  assert.equal(over.providers, ['mock'])
  assert.is(over.policy.retries, 2)
})

it('takes the budget of the preset unless a file or --no-gate says otherwise', () => {
  const gate = (request: BenchmarkRequest) => resolveLoadSettings({preset: 'mock-smoke', ...request}).gate
  assert.equal([gate({}), gate({budget: 'budget.json'}), gate({noGate: true})], ['preset', 'file', 'off'])
})

it('demands a run of providers that a flag, a profile or a file of the caller names, not of those of a preset', () => {
  const must = (request: BenchmarkRequest) => resolveLoadSettings(request, {providers: ['gr00t']}).mustRun
  const brought = (request: BenchmarkRequest) => resolveLoadSettings(request, {}, ['mine']).mustRun
  assert.equal(
    [must({}), must({providers: ['gr00t']}), must({providers: ['gr00t'], allowSkip: true}), must({requireRun: true})],
    [true, true, false, true],
  )
  assert.equal(
    [brought({}), brought({allowSkip: true}), brought({preset: 'mock-smoke'}), resolveLoadSettings({}).mustRun],
    [true, false, false, false],
  )
})

it('takes an open loop from a rate, also over the concurrency of a preset', () => {
  const open = {mode: 'open', ratePerSecond: 450, arrival: 'constant', maxInFlight: 1024}
  assert.equal(resolveLoadSettings({rate: 450, preset: 'mock-smoke'}).pacing, open)
  const poisson = resolveLoadSettings({rate: 0.5, arrival: 'poisson', maxInFlight: 3}).pacing
  assert.equal(poisson, {mode: 'open', ratePerSecond: 0.5, arrival: 'poisson', maxInFlight: 3})
})

it('names each provider once', () => {
  assert.equal(resolveLoadSettings({providers: ['mock', 'analytic', 'mock']}).providers, ['mock', 'analytic'])
})

it('measures for a duration, and then as many calls as are asked for at most', () => {
  assert.is(resolveLoadSettings({durationMs: 30_000}).durationNs, 30e9)
  assert.is(resolveLoadSettings({durationMs: 120_000, iterations: 9}).iterations, 9)
  assert.is(resolveLoadSettings({durationMs: 250}).iterations, 10_000_000)
})

const BAD: readonly [BenchmarkRequest, ErrorCode][] = [
  [{iterations: 0}, 'out_of_range'],
  [{iterations: Number.NaN}, 'out_of_range'],
  [{iterations: 1.5}, 'out_of_range'],
  [{concurrency: 1025}, 'out_of_range'],
  [{rate: 0}, 'out_of_range'],
  [{rate: -1}, 'out_of_range'],
  [{rate: Number.NaN}, 'out_of_range'],
  [{rate: Number.POSITIVE_INFINITY}, 'out_of_range'],
  [{rate: 10, arrival: 'uniform' as never}, 'out_of_range'],
  [{rate: 10, maxInFlight: 0}, 'out_of_range'],
  [{rate: 10, concurrency: 2}, 'usage'],
  [{arrival: 'poisson'}, 'usage'],
  [{maxInFlight: 4}, 'usage'],
  [{repeats: 0}, 'out_of_range'],
  [{warmUp: -1}, 'out_of_range'],
  [{providers: []}, 'usage'],
  [{retries: 100}, 'out_of_range'],
  [{thresholds: ['response_ms.p50<=1.1x vs baseline']}, 'usage'],
  [{preset: 'nightly'}, 'preset_unknown'],
  [{noGate: true, budget: 'budget.json'}, 'usage'],
  [{requireRun: true, allowSkip: true}, 'usage'],
]

it('says how many repeats there may be, and what a comparison with a baseline lacks', async () => {
  const many = await throwsCode(() => resolveLoadSettings({retries: -1}), 'out_of_range')
  assert.match(many.message, 'from 0 to 99')
  const thresholds = ['response_ms.p50<=1.1x vs baseline']
  const alone = await throwsCode(() => resolveLoadSettings({thresholds}), 'usage')
  assert.match(alone.message, '--baseline')
  assert.is(resolveLoadSettings({thresholds, baseline: 'runs/x'}).thresholds.length, 1)
})

for (const [request, code] of BAD) {
  it(`refuses ${JSON.stringify(request)}`, () =>
    throwsCode(() => resolveLoadSettings(request), code).then(() => undefined))
}

it.run()
