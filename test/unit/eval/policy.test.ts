import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {ProviderError} from '#error/provider-error'
import {runExamination} from '#eval/examine/run-examination'
import {openEvalLibrary} from '#eval/execute/open-library'
import {makePolicyController} from '#eval/kit/make-policy-controller'
import {Trajectory} from '#eval/kit/trajectory'
import {policy} from '#eval/suite/policy/policy'
import {Assay} from '#provider/assay'
import {environmentOf} from '#world/environments'
import {Action} from '#world/model/action'
import {step} from '#world/model/dynamics'
import {guarded} from '#world/model/guarded'
import {Tensor} from '#world/tensor/tensor'
import {rotated} from '../../support/depth.ts'
import {settingsFor} from '../../support/eval-settings.ts'
import {scripted} from '../../support/fakes/scripted-provider.ts'
import {spec} from '../../support/spec.ts'
import {makeCells} from '../../support/suite-cells.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('policy')
const {signal} = new AbortController()
const LIMIT_MS = 60_000
const twoRoom = environmentOf('two-room')
const now = {state: Float64Array.of(0.3, 0.5), goal: Float64Array.of(0.8, 0.5), step: 0}
const library = openEvalLibrary(
  (eventHandler) => new Assay({eventHandler}),
  () => undefined,
)

async function examined(provider: string, env: string, n = 80) {
  const settings = settingsFor({suites: ['policy'], envs: [env], n})
  const examinee = {provider, environment: environmentOf(env), settings, library, cellsOf: makeCells}
  const {outcomes} = await runExamination(examinee, signal)
  return Object.fromEntries(outcomes.map(({metric, state}) => [metric, state]))
}

it(
  'the exact policy passes, a blind one is not competent, and a reckless one is competent and not safe',
  async () => {
    for (const env of rotated(['cart-pole', 'two-room'], 2)) {
      const {success_rate, unsafe_rate} = await examined('analytic', env)
      assert.equal([success_rate, unsafe_rate], ['pass', 'pass'], env)
    }
    assert.is((await examined('zoo.blind', 'double-integrator', 24))['success_rate'], 'fail')
    const {success_rate, unsafe_rate} = await examined('zoo.reckless', 'two-room')
    assert.equal([success_rate, unsafe_rate], ['pass', 'fail'])
  },
  LIMIT_MS,
)

it(
  'too few episodes without a breach are no proof of safety, and what ended in an error is none at all',
  async () => {
    assert.is((await examined('analytic', 'two-room', 40))['unsafe_rate'], 'inconclusive')
    const {error_share, unsafe_rate} = await examined('mock', 'two-room', 30)
    assert.equal([error_share, unsafe_rate], ['fail', 'fail'])
    const rate = policy.metrics.find(({name}) => name === 'unsafe_rate')
    const episode: EvalEpisode = {suite: 'policy', provider: 'p', env: 'e', stratum: 's', episode: 0, success: true}
    const found = rate?.measure([episode, {...episode, values: {collisions: 2}}, {...episode, violations: 1}], {
      env: 'e',
      stratum: 's',
      seed: 1,
    })
    assert.equal([found?.estimate, found?.ci?.method], [2 / 3, 'clopper-pearson'])
  },
  LIMIT_MS,
)

it('no command breaks a limit, and no step a wall, by the last digit of a number', () => {
  const broken = (command: readonly number[]) => {
    const trajectory = new Trajectory(twoRoom, now)
    trajectory.follow(command)
    return trajectory.violations
  }
  const beyond = [1 + Number.EPSILON, Math.fround(0.06 / Math.fround(0.06 - 3e-9)), -1 - 1e-7]
  assert.equal(
    beyond.map((value) => broken([value, 0])),
    [0, 0, 0],
  )
  assert.equal([broken([1.0001, 0]), broken([-1.5, 2]), broken([Number.NaN, 0])], [1, 2, 1])
  for (const [deeper, collisions] of [
    [1e-17, 0],
    [3e-8, 0],
    [1e-3, 1],
  ] as const)
    for (const [x, face] of [
      [0.45, 0.48],
      [0.95, 0.98],
      [0.55, 0.52],
      [0.05, 0.02],
    ] as const) {
      const {environment, breaches} = guarded(twoRoom)
      const away = face - x
      step(environment, Float64Array.of(x, 0.5), [(away + Math.sign(away) * deeper) / 0.06, 0])
      assert.is(breaches.collisions, collisions, `${face}: ${deeper}`)
    }
})

/** The law of a damped spring for a double integrator, weaker by `gain`. */
function springOf(gain: number) {
  const numbers = (value: unknown) => (value instanceof Tensor ? Array.from(value.toFloat64()) : [])
  const push = (off: number, speed: number) => Math.max(-1, Math.min(1, gain * (-2.76 * off - 2.5 * speed)))
  return async ({info}: {readonly info: Readonly<Record<string, unknown>>}) => {
    const [[x = 0, y = 0, vx = 0, vy = 0], [gx = 0, gy = 0]] = [numbers(info['observation']), numbers(info['goal'])]
    return {raw_actions: {u: Tensor.of('float32', [1, 2], [push(x - gx, vx), push(y - gy, vy)])}}
  }
}

it(
  'a policy that finishes its tasks slowly is told to be slow, and one that finishes none takes no steps that count',
  async () => {
    const told: (readonly (number | undefined)[])[] = []
    for (const gain of [1, 0.5, 0]) {
      const assay = new Assay()
      assay.registerProvider(scripted({policy: springOf(gain)}, {capabilities: ['policy']}))
      const own = openEvalLibrary(
        () => assay,
        () => undefined,
      )
      const settings = settingsFor({suites: ['policy'], envs: ['double-integrator'], n: 12})
      const environment = environmentOf('double-integrator')
      const examinee = {provider: 'scripted', environment, settings, library: own, cellsOf: makeCells}
      const {cells} = await runExamination(examinee, signal)
      const episodes = cells.flatMap((cell) => cell.episodes)
      const place = {env: environment.id, stratum: '', seed: 1, referenceUnit: 'steps'} as const
      const measured = (name: string) =>
        policy.metrics.find((metric) => metric.name === name)?.measure(episodes, place)?.estimate ?? undefined
      told.push([measured('success_rate'), measured('steps'), measured('steps_ratio')])
    }
    const [[whole, quick = 0, near = 0] = [], [weak, slow = 0, far = 0] = [], none] = told
    assert.equal([whole, weak, none], [1, 1, [0, undefined, undefined]], JSON.stringify(told))
    assert.ok(near >= 1 && far > 1.2 * near && slow > 1.2 * quick, JSON.stringify(told))
  },
  LIMIT_MS,
)

it('every action of an answer runs for one step, a servo looking at the state of its own step', async () => {
  let asked = 0
  const answers = [[Action.moveTo(0.33, 0.5, 0), Action.moveTo(0.33, 0.5, 0)], [Action.control([1, -1])]]
  const controller = makePolicyController(async () => answers[asked++] ?? [], twoRoom)
  const commands = async (state: Float64Array) => {
    const decision = await controller.decide({...now, state}, signal)
    return decision.kind === 'act' ? Array.from(decision.actions, (value) => Math.round(value * 1e6) / 1e6) : []
  }
  assert.equal(await commands(Float64Array.of(0.3, 0.5)), [0.5, 0])
  assert.equal(await commands(Float64Array.of(0.36, 0.5)), [-0.5, 0])
  assert.is(controller.calls, 1)
  assert.equal(await commands(Float64Array.of(0.36, 0.5)), [1, -1])
  assert.is(controller.calls, 2)
})

it('raw actions of one list are commands; what the environment does not take is told as the fault of the translator', async () => {
  const deciding = (action: Action) => makePolicyController(async () => [action], twoRoom).decide(now, signal)
  const decision = await deciding(Action.of('raw_action', {actions: [0.5, 0.25]}))
  assert.equal(decision.kind === 'act' && [...decision.actions], [0.5, 0.25])
  for (const action of [
    Action.of('raw_action', {arm: [1], grip: [1]}),
    Action.of('raw_action', {arm: [1, 2, 3]}),
    Action.of('latent', {values: [1, 2]}),
    Action.control([1]),
  ]) {
    await throwsCode(() => deciding(action), 'translator_invalid')
  }
})

it('constraints are broken where a step ends elsewhere than commanded, and where a cart leaves its track', () => {
  const {environment, breaches} = guarded(twoRoom)
  step(environment, [0.3, 0.5], [1, -1])
  assert.is(breaches.collisions, 0)
  step(environment, [0.46, 0.6], [1, 0])
  step(environment, [0.03, 0.6], [-1, 0])
  assert.is(breaches.collisions, 2)
  const cart = guarded(environmentOf('cart-pole'))
  step(cart.environment, [2.39, 0.1, 0, 0], [0])
  step(cart.environment, [2.39, 1, 0, 0], [0])
  assert.equal(cart.breaches, {collisions: 0, off_track: 1})
})

it('a policy that remembers is told of every episode before it is asked, and a reset that fails is an error of the episode', async () => {
  const said: string[] = []
  const policyOf = (reset: () => void) =>
    scripted(
      {
        reset: async ({seed}) => {
          reset()
          said.push(`reset ${seed}`)
        },
        policy: async () => {
          if (said.at(-1) !== 'policy') said.push('policy')
          return {raw_actions: {u: Tensor.of('float32', [1, 2], [0, 0])}}
        },
      },
      {capabilities: ['policy']},
    )
  const errorsOf = async (reset: () => void) => {
    const assay = new Assay()
    assay.registerProvider(policyOf(reset))
    const own = openEvalLibrary(
      () => assay,
      () => undefined,
    )
    const settings = settingsFor({suites: ['policy'], envs: ['two-room'], n: 3, seed: 5})
    const examinee = {provider: 'scripted', environment: twoRoom, settings, library: own, cellsOf: makeCells}
    const {cells} = await runExamination(examinee, signal)
    return cells.flatMap(({episodes}) => episodes.map(({error}) => error?.code))
  }
  assert.equal(await errorsOf(() => undefined), [undefined, undefined, undefined])
  assert.equal(said, ['reset 5', 'policy', 'reset 6', 'policy', 'reset 7', 'policy'])
  const fail = () => {
    throw new ProviderError('upstream_error', 'cannot forget')
  }
  assert.equal(await errorsOf(fail), ['upstream_error', 'upstream_error', 'upstream_error'])
})
it.run()
