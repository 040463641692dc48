import * as assert from 'uvu/assert'
import {BENCHMARK_OPTIONS} from '#benchmark/model/benchmark-options'
import {EVAL_OPTIONS} from '#eval/model/eval-options'
import {askedByFlags, askedByStep, checkAsked} from '#measurement/asked'
import type {Option} from '#measurement/option'
import {stepSchema} from '#measurement/step-schema'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('options')
const KINDS = {eval: EVAL_OPTIONS, benchmark: BENCHMARK_OPTIONS}

for (const [kind, options] of Object.entries(KINDS)) {
  it(`${kind}: each option has a flag and a field of its own, and excludes only options that are there`, () => {
    const flags = options.map(({flag}) => flag)
    assert.is(new Set(flags).size, flags.length)
    assert.is(new Set(options.map(({field}) => field)).size, options.length)
    for (const {flag, excludes = []} of options)
      for (const other of excludes)
        assert.ok(flags.includes(other.flag) && other.flag !== flag, `${flag}: ${other.flag}`)
  })

  it(`${kind}: whatever two options contradict each other are refused together, by name and with a hint`, async () => {
    for (const option of options)
      for (const {flag} of option.excludes ?? []) {
        const other = options.find((one) => one.flag === flag)
        const request = {[option.field]: sampleOf(option), ...(other && {[other.field]: sampleOf(other)})}
        const error = await throwsCode(() => checkAsked(options, request), 'usage')
        assert.ok(error.message.includes(`--${option.flag} and --${flag}`), error.message)
        assert.ok(error.hint)
      }
  })

  it(`${kind}: a step of a job asks for the same as the command line`, () => {
    const {properties} = stepSchema(kind, 'Step', options) as {properties: Record<string, unknown>}
    const shared = options.filter(({value, job}) => job !== false && value.type !== 'duration')
    for (const option of shared) {
      const key = option.job || option.flag.replaceAll('-', '_')
      assert.ok(properties[key], key)
      const sample = sampleOf(option)
      const byStep = askedByStep<Record<string, unknown>>([option], {[key]: sample}, (_, path) => path)
      const byFlag = askedByFlags<Record<string, unknown>>([option], {[option.flag]: asTyped(sample)})
      assert.equal(byStep, byFlag, option.flag)
    }
  })
}

it('a value outside its range is refused with the range, however it came', async () => {
  const refused: readonly [readonly Option[], object, string][] = [
    [EVAL_OPTIONS, {n: 1.5}, '--n must be a whole number from 1 to 100000'],
    [EVAL_OPTIONS, {n: Number.NaN}, '--n must be a whole number from 1 to 100000'],
    [EVAL_OPTIONS, {maxErrorShare: 1}, '--max-error-share must be a number at least 0, below 1'],
    [BENCHMARK_OPTIONS, {rate: 0}, '--rate must be a number above 0, at most 1000000'],
    [BENCHMARK_OPTIONS, {warmUp: -1}, '--warmup must be auto or a whole number from 0 to 10000000'],
    [BENCHMARK_OPTIONS, {arrival: 'uniform'}, '--arrival must be one of constant, poisson'],
  ]
  for (const [options, request, message] of refused)
    assert.is((await throwsCode(() => checkAsked(options, request), 'out_of_range')).message, message)
})

it('durations are a whole number with a unit and nothing else', async () => {
  const read = (text: string) => askedByFlags<{timeLimitMs?: number}>(EVAL_OPTIONS, {'time-limit': text}).timeLimitMs
  assert.equal(['250ms', '90s', '10m', '2h'].map(read), [250, 90_000, 600_000, 7_200_000])
  for (const text of ['', '0s', '1.5s', '-1s', '10', '10 m', '1d', 'constructor', '9999999999s'])
    await throwsCode(() => checkAsked(EVAL_OPTIONS, {timeLimitMs: read(text)}), 'out_of_range')
})

it.run()

/** Something that the option takes. */
function sampleOf({value, flag}: Option): unknown {
  switch (value.type) {
    case 'switch':
      return true
    case 'names':
    case 'texts':
      return ['one', 'two']
    case 'name':
      return value.values?.[0] ?? 'one'
    case 'whole':
      return Math.max(value.min, 7)
    case 'number':
      return 0.5
    case 'duration':
      return 1000
    default:
      return `${flag}.yaml`
  }
}

/** As somebody types it. */
function asTyped(sample: unknown): unknown {
  return typeof sample === 'number' ? String(sample) : sample
}
