import {readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {ratioRules} from '#benchmark/calibration/ratio-rules'
import {dryCall, recordedCall} from '#benchmark/clock/call-recorded'
import type {Operation} from '#benchmark/model/operation'
import {PRESETS} from '#benchmark/model/preset'
import {PARSED_OPERATIONS, repliesIn} from '#benchmark/model/recordings'
import type {BenchmarkEstimate, BenchmarkRow} from '#contract/generated/types'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('recorded call')
const {signal} = new AbortController()
const OPERATIONS: readonly Operation[] = [...PARSED_OPERATIONS, 'generate', 'transfer']
const recording = (operation: Operation) => readFileSync(`fixtures/replies/${operation}.ndjson`)

for (const operation of OPERATIONS) {
  it(`takes every recorded reply to ${operation}, parsed and checked, and bare`, async () => {
    const recordings = {[operation]: recording(operation)}
    for (const use of ['parse', 'bare'] as const) {
      const answers = await recordedCall(use, operation, recordings)('id', signal, 0)
      assert.ok(Array.isArray(answers) && answers.length === 8)
    }
    let checks = 0
    const dry = dryCall(async () => void checks++, operation, recordings)
    assert.is(((await dry('id', signal, 0)) as unknown[]).length, 8)
    assert.is(checks, 1)
  })
}

it('really checks: one changed reply among eight is refused, one that is no JSON as well', async () => {
  const text = recording('score').toString('utf8')
  const call = (changed: string) => recordedCall('parse', 'score', {score: Buffer.from(changed)})('id', signal, 0)
  await throwsCode(() => call(text.replace('"lower_is_better":true', '"lower_is_better":"yes"')), 'contract_violation')
  const [one = '', ...rest] = text.split('\n')
  const lacking = one.replace(/"scores":\[[^,]+,/, '"scores":[')
  await throwsCode(() => call([lacking, ...rest].join('\n')), 'contract_violation')
  await call(text)
  let isRefused = false
  await call(text.replace('{', '')).catch(() => {
    isRefused = true
  })
  assert.ok(isRefused)
})

it('finds the lines of a recording, also where the last one has no end', () => {
  const lines = (text: string) => repliesIn(Buffer.from(text)).map((line) => Buffer.from(line).toString())
  assert.equal(lines('{"a":1}\n\n{"b":2}'), ['{"a":1}', '{"b":2}'])
  assert.equal(lines(''), [])
})

const estimate = (value: number, low: number, high: number): BenchmarkEstimate => ({
  estimate: value,
  n: 1000,
  ci: {low, high, level: 0.95, method: 'test'},
})
const row = (provider: string, p50: BenchmarkEstimate) =>
  ({provider, operation: 'score', success_count: 1000, service: {p50}}) as BenchmarkRow

it('judges the ratio of the two medians by its interval', () => {
  const bare = row('recorded.bare', estimate(10, 9, 11))
  const judge = (parsed: BenchmarkEstimate, max: number) =>
    ratioRules([{operation: 'score', max}], [row('recorded', parsed), bare])[0]
  assert.is(judge(estimate(20, 19, 21), 3)?.state, 'pass')
  assert.is(judge(estimate(20, 19, 21), 1.5)?.state, 'fail')
  assert.is(judge(estimate(20, 19, 21), 2)?.state, 'inconclusive')
  assert.is(judge(estimate(20, 19, 21), 3)?.estimate, 2)
  assert.is(ratioRules([{operation: 'score', max: 3}], [bare])[0]?.state, 'inconclusive')
})

it('has a limit for every operation that the preset parses', () => {
  const preset = PRESETS.find(({name}) => name === 'parser-overhead')
  assert.equal(
    preset?.max_ratios.map(({operation}) => operation),
    [...PARSED_OPERATIONS],
  )
})

it.run()
