import * as assert from 'uvu/assert'
import {delayBefore, longestMs} from '#provider/call/attempt'
import {CATALOGUE} from '#provider/catalogue/catalogue'
import {attemptsFor, policyOf, resolvePolicy} from '#provider/model/request-policy'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('request policy')
const runway = policyOf({
  health: [10, 3],
  request: [120, 1],
  polling: [30, 3],
  download: [120, 3],
  maxElapsedSeconds: 600,
  pollIntervalSeconds: 6,
})

/** Seconds of health, request, polling, download and the whole. */
function seconds(preset: string): (number | null | undefined)[] {
  const {health, request, polling, download} = resolvePolicy(runway, {timeoutPreset: preset})
  return [...[health, request, polling, download].map((part) => part?.timeout_seconds), request.max_elapsed_seconds]
}

it('every timeout preset changes the numbers to those of the table', () => {
  assert.equal(seconds('provider'), [10, 120, 30, 120, 600])
  assert.equal(seconds('patient'), [20, 240, 60, 240, 1200])
  assert.equal(seconds('fast'), [2, 10, 5, 30, 30])
  assert.equal(seconds('ci'), [5, 60, 10, 60, 180])
})

it('every retry preset changes the attempts of reads, and none of them those of calls', () => {
  const attempts = (preset: string) => {
    const {health, request, polling, download} = resolvePolicy(runway, {retryPreset: preset})
    return [health, request, polling, download].map((part) => part?.retry.max_attempts)
  }
  assert.equal(attempts('provider'), [3, 1, 3, 3])
  assert.equal(attempts('none'), [1, 1, 1, 1])
  assert.equal(attempts('persistent'), [6, 1, 6, 6])
  assert.is(resolvePolicy(runway, {retryPreset: 'persistent'}).health.retry.backoff_seconds, 0.5)
  assert.is(resolvePolicy(runway, {}).health.retry.backoff_seconds, 0.25)
})

it('flags win over presets, and no time limit stays none when doubled', () => {
  const choice = {timeoutPreset: 'ci', retryPreset: 'persistent', timeoutSeconds: 7, maxElapsedSeconds: 9, retries: 2}
  const {request, health} = resolvePolicy(runway, choice)
  assert.equal([request.timeout_seconds, request.max_elapsed_seconds, request.retry.max_attempts], [7, 9, 3])
  assert.is(health.retry.max_attempts, 3)
  const plain = policyOf({health: [1, 1], request: [30, 1]})
  assert.is(resolvePolicy(plain, {timeoutPreset: 'patient'}).request.max_elapsed_seconds, null)
  assert.is(resolvePolicy(plain, {}).polling, undefined)
})

it('only idempotent capabilities are repeated, and create-style ones in no case', () => {
  const policy = resolvePolicy(runway, {retries: 4})
  const all = {idempotent: ['predict', 'score', 'policy', 'generate', 'transfer'] as const}
  const profile = {idempotent: [...all.idempotent]}
  assert.equal(
    (['predict', 'score', 'embed', 'policy', 'generate', 'transfer'] as const).map((one) =>
      attemptsFor(policy, one, profile),
    ),
    [5, 5, 1, 1, 1, 1],
  )
})

it('refuses presets it does not know and numbers that are no limits', async () => {
  const error = await throwsCode(() => resolvePolicy(runway, {timeoutPreset: 'fsat'}), 'preset_unknown')
  assert.match(error.hint, /fast/)
  await throwsCode(() => resolvePolicy(runway, {retryPreset: ''}), 'preset_unknown')
  for (const timeoutSeconds of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 86_401, 23_652_762_842]) {
    await throwsCode(() => resolvePolicy(runway, {timeoutSeconds}), 'out_of_range')
    await throwsCode(() => resolvePolicy(runway, {maxElapsedSeconds: timeoutSeconds}), 'out_of_range')
  }
  for (const retries of [-1, 1.5, 100, Number.NaN])
    await throwsCode(() => resolvePolicy(runway, {retries}), 'out_of_range')
})

it('the catalogue holds the limits of the table', () => {
  const rows = CATALOGUE.map(
    ({
      profile: {
        name,
        request_policy: {health, request},
      },
    }) => [name, health.timeout_seconds, health.retry.max_attempts, request.timeout_seconds],
  )
  assert.equal(rows.slice(0, 5), [
    ['gr00t', 5, 1, 15],
    ['openpi', 5, 1, 60],
    ['cosmos', 10, 3, 300],
    ['cosmos-policy', 10, 3, 600],
    ['runway', 10, 3, 120],
  ])
})

it('waits double, stay within the jitter and the cap, and follow the other side up to a limit', () => {
  const {retry} = runway.health
  assert.equal(
    [2, 3, 4].map((next) => delayBefore(next, retry, 0.5)),
    [250, 500, 1000],
  )
  assert.equal([delayBefore(2, retry, 0), delayBefore(2, retry, 1)], [187.5, 312.5])
  assert.is(delayBefore(50, retry, 0.5), 30_000)
  assert.is(delayBefore(2, retry, 0.5, 5_000), 5_000)
  assert.is(delayBefore(2, retry, 0.5, 60_001), undefined)
})

it('without a limit an operation may take all its attempts and the longest waits between them', () => {
  assert.is(longestMs(30, 1, runway.health.retry), 30_000)
  assert.is(longestMs(10, 3, runway.health.retry), 150_000)
})

it.run()
