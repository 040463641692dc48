import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {openEvalLibrary} from '#eval/execute/open-library'
import {compareRow} from '#eval/judge/compare-rows'
import {estimateRows} from '#eval/judge/rows'
import type {Subject} from '#eval/model/subject'
import {collectFailures} from '#eval/report/failures'
import {makeRealtimeController} from '#eval/suite/realtime/make-realtime-controller'
import {realtime} from '#eval/suite/realtime/realtime'
import {Assay} from '#provider/assay'
import {environmentOf} from '#world/environments'
import {settingsFor} from '../../support/eval-settings.ts'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'

const it = spec('realtime')
const {signal} = new AbortController()
const LIMIT_MS = 60_000
const library = openEvalLibrary(
  (eventHandler) => new Assay({eventHandler}),
  () => undefined,
)

/** Whoever asks takes so long, by a clock that nothing else moves. */
function taking(ms: number) {
  const clock = fakeClock()
  const exact = fakeSubject()
  const predictBatch: Subject['predictBatch'] = (request, use) => {
    clock.tick(ms)
    return exact.predictBatch(request, use)
  }
  return {clock, subject: fakeSubject({predictBatch})}
}

function cellsIn(env: string, {subject, clock}: ReturnType<typeof taking>, n: number) {
  const settings = settingsFor({suites: ['realtime'], envs: [env], planner: 'quick', n})
  const environments = [environmentOf(env)]
  return makeCells({suite: realtime, subject, environments, settings, statePlans: () => [], library, clock})
}

async function measured(env: string, ms: number, n: number) {
  const [ready] = cellsIn(env, taking(ms), n).ready
  assert.ok(ready)
  const episodes: EvalEpisode[] = []
  for (const trial of ready.cell.trials) episodes.push(await ready.cell.run(trial, signal))
  const rows = estimateRows({facts: ready.cell, planned: n, episodes, wallMs: 0}, () => [])
  return {episodes, rows, isAlone: ready.isAlone, row: (metric: string) => rows.find((row) => row.metric === metric)}
}

let inTime: ReturnType<typeof measured> | undefined
/** Five calls a plan: 10 ms in all against 20. */
const measuredInTime = () => {
  inTime ??= measured('cart-pole', 2, 3)
  return inTime
}

it(
  'plans in time change nothing, and plans too late by one step in every two are counted and felt',
  async () => {
    const quick = await measuredInTime()
    assert.ok(quick.isAlone)
    assert.equal(quick.row('deadline_miss_rate')?.estimate, 0)
    assert.equal([quick.row('stale_step_rate')?.estimate, quick.row('stale_step_rate')?.n], [0, 3])
    assert.ok((quick.row('stale_step_rate')?.ci?.high ?? 0) > 0.5, 'three episodes show little')
    assert.is(quick.row('real_time_factor')?.estimate, 2)
    assert.equal([quick.row('success_rate')?.estimate, quick.row('success_drop')?.estimate], [1, 0])
    // Five calls again: 300 ms.
    const slow = await measured('cart-pole', 60, 3)
    const [first] = slow.episodes
    assert.equal([slow.row('deadline_miss_rate')?.estimate, slow.row('success_drop')?.estimate], [1, 1])
    assert.is(slow.row('real_time_factor')?.estimate, 20 / 300)
    assert.ok((slow.row('stale_step_rate')?.ci?.low ?? 0) > 0.1)
    assert.is(first?.values?.['stale_steps'], (first?.steps ?? 0) - (first?.replans ?? 0) + 1)
    assert.match(String(collectFailures(slow.episodes, settingsFor({})).failures[0]?.triage), 'plans came late')
  },
  LIMIT_MS,
)

it('while a plan is awaited the last command goes on, at first none; then one entry of the plan runs', async () => {
  const clock = fakeClock()
  const environment = environmentOf('double-integrator')
  const took = [250, 100, 101]
  let asked = 0
  const planner = {
    decide: async () => {
      clock.tick(took[asked++] ?? 0)
      return {kind: 'act' as const, actions: Float64Array.of(asked, -asked, 9, 9), modelEvals: 1}
    },
  }
  const controller = makeRealtimeController(planner, environment, clock)
  const now = {state: new Float64Array(4), goal: new Float64Array(2), step: 0}
  const actions = async () => {
    const decision = await controller.decide(now, signal)
    return decision.kind === 'act' ? [...decision.actions] : []
  }
  assert.equal(await actions(), [0, 0, 0, 0, 1, -1])
  assert.equal(await actions(), [2, -2])
  assert.equal(await actions(), [2, -2, 3, -3])
  const {plans, late, steps, stale_steps, plan_ms, slowest_ms} = controller.pace
  assert.equal([plans, late, steps, stale_steps, plan_ms, slowest_ms], [3, 2, 6, 3, 451, 250])
})

it('a plan that never comes in time goes no further than the episode does', async () => {
  const {episodes} = await measured('double-integrator', 1e9, 1)
  assert.equal([episodes[0]?.steps, episodes[0]?.values?.['plans']], [60, 1])
})

it('environments whose steps are no seconds have no deadline, and without a clock nobody is judged', () => {
  assert.equal(
    cellsIn('two-room', taking(1), 1).notRun.map(({reason}) => reason),
    ['needs_another_environment'],
  )
  const settings = settingsFor({suites: ['realtime'], envs: ['pendulum'], n: 1})
  const course = {suite: realtime, subject: fakeSubject(), environments: [environmentOf('pendulum')]}
  const none = makeCells({...course, settings, statePlans: () => [], library})
  assert.equal([none.ready.length, none.notRun[0]?.reason], [0, 'needs_a_clock'])
})

it('an episode in error has no drop, and its plans still count', async () => {
  const {clock, subject} = taking(30)
  let calls = 0
  const broken = fakeSubject({
    predictBatch: (request, use) => {
      if (++calls > 40) throw new Error('gone')
      return subject.predictBatch(request, use)
    },
  })
  const [ready] = cellsIn('cart-pole', {clock, subject: broken}, 1).ready
  const episode = await ready?.cell.run(0, signal)
  assert.is(episode?.error?.code, 'internal')
  assert.equal([episode?.values?.['plans'], episode?.values?.['untimed']], [5, undefined])
})

it('times of two machines are not compared, and those of one are', async () => {
  const {episodes, rows} = await measuredInTime()
  const side = (fingerprint: string) => {
    const told = {inputDigest: 'sha256:same', gateDigest: null, assayVersion: '', seed: 42}
    return {...told, fingerprint, rows, episodes}
  }
  const [row] = rows
  assert.ok(row)
  const between = (base: string, candidate: string) =>
    compareRow(side(base), side(candidate), row, {minN: 2, suites: [realtime]})
  const [other, same] = [between('sha256:one', 'sha256:two'), between('sha256:one', 'sha256:one')]
  assert.is('why' in other.effect && other.effect.why, 'incomparable')
  assert.equal(
    other.fields.filter(({ok}) => !ok).map(({field}) => field),
    ['fingerprint'],
  )
  assert.ok(!('why' in same.effect))
})

it.run()
