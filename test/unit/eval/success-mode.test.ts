import * as assert from 'uvu/assert'
import {makeExpertController} from '#eval/kit/make-controller'
import {runEpisode} from '#eval/kit/run-episode'
import {scoreInfo} from '#provider/operation/score-rules'
import {twoRoom} from '#world/environment/two-room/two-room'
import {environmentUnder} from '#world/planner/presets'
import {settingsFor} from '../../support/eval-settings.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('eval/success-mode')
const {signal} = new AbortController()
const KEY = {seed: 42, environment: twoRoom.key, stratum: 'same-room', episode: 0}
/** Toward the goal, no faster than a held entry arrives there. */
const toGoal = (state: ArrayLike<number>, goal: ArrayLike<number>) =>
  [0, 1].map((axis) => (goal[axis]! - state[axis]!) / (0.06 * twoRoom.block)).map((u) => Math.max(-1, Math.min(1, u)))
const straight = () => makeExpertController(({state, goal}) => toGoal(state, goal))

it('`final` judges the last state: who only passes the goal has not finished', async () => {
  const environment = {...twoRoom, successMode: 'final' as const}
  const stays = await runEpisode({environment, key: KEY, controller: straight()}, signal)
  assert.equal([stays.success, stays.steps], [true, twoRoom.stepBudget])
  let asked = 0
  const passes = makeExpertController(({state, goal}) =>
    asked++ < 12 ? toGoal(state, goal) : [state[0]! < 0.5 ? -1 : 1, -1],
  )
  const left = await runEpisode({environment, key: KEY, controller: passes}, signal)
  assert.equal([left.success, left.reason], [false, 'step_budget'])
  const any = await runEpisode({environment: twoRoom, key: KEY, controller: straight()}, signal)
  assert.ok(any.success && (any.steps ?? 99) < twoRoom.stepBudget)
})

it('a planner brings its lengths and its judgement into the settings, and an unknown one is refused with its nearest name', async () => {
  const [environment] = settingsFor({envs: ['two-room'], planner: 'swm'}).environments
  assert.equal([environment?.block, environment?.stepBudget], [5, 50])
  const error = await throwsCode(() => settingsFor({planner: 'dino'}), 'preset_unknown')
  assert.match(error.hint, /dino-wm|Use one of/)
})

it('a score provider hears for how many steps each entry is held', () => {
  const now = {state: Float64Array.of(0.1, 0.2), goal: Float64Array.of(0.8, 0.2), step: 0}
  assert.is(scoreInfo(twoRoom, now)['action_block'], twoRoom.block)
  assert.is(scoreInfo(environmentUnder('swm', twoRoom), now)['action_block'], 5)
})

it.run()
