// Steps per second of every environment, as ratios to double-integrator in the same process; closed loops through the library, as ratios
// to the steps and draws they cannot do without. Processor time, the least of some rounds: what else runs on the machine
// weighs little. Exit 1 below a target.
// Usage: measure-world.ts

import {openEvalLibrary} from '#eval/execute/open-library'
import {makeEpisodeCell} from '#eval/kit/make-episode-cell'
import {closedLoop} from '#eval/suite/closed-loop/closed-loop'
import {learnedModel} from '#lab/model/learned-model'
import {Assay} from '#provider/assay'
import {seedStream} from '#random/stream'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import type {Dynamics} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {rollOut} from '#world/model/rollout'
import {modelObjective} from '#world/planner/objective'
import {planActions} from '#world/planner/plan-actions'
import {planShape, presetConfig} from '#world/planner/presets'

const TARGETS: Readonly<Record<string, number>> = {
  pendulum: 1 / 4,
  'two-room': 1 / 5,
  'cart-pole': 1 / 6,
  'push-block': 1 / 14,
}
const STEPS = 200_000
const ROUNDS = 15
const ACTIONS = 4000
const EPISODES = 50
const MOST_OVERHEAD = 1.5
const LEAST_EPISODES = 10
const MOST_BATCHED = 1 / 3
const TWO_ROOM_SECONDS = 1
const TWO_ROOM_STEPS = 10

/** Nanoseconds a step over a walk that starts anew every 20 steps, under random actions. */
function nsPerStep(environment: Environment): number {
  const stream = seedStream(`measure|${environment.key}`)
  const {state: start} = environment.reset(stream, environment.strata.at(-1) ?? '')
  const actions = new Float64Array(ACTIONS * environment.actionSize).map(() => 2 * stream.uniform() - 1)
  const state = start.slice()
  const began = processorMs()
  for (let step = 0; step < STEPS; step++) {
    if (step % 20 === 0) state.set(start)
    environment.advance(state, 0, actions, (step % ACTIONS) * environment.actionSize)
  }
  return (1e6 * (processorMs() - began)) / STEPS
}

/** Milliseconds of processor time so far. */
function processorMs(): number {
  const {user, system} = process.cpuUsage()
  return (user + system) / 1000
}

/** The least of the rounds: other programs on the machine can make a time longer, never shorter. */
function least(values: readonly number[]): number {
  return Math.min(...values)
}

/** Time of the learned model's rollouts of one plan, 96 samples by 5 iterations by 15 steps, all at once against one by one. */
function batchedRatio(): number {
  const environment = environmentOf('pendulum')
  const model = learnedModel(environment)
  const stream = seedStream('measure|learned')
  const batch = {states: environment.reset(stream, 'default').state, samples: 96 * 5, steps: 15}
  const actions = Float64Array.from({length: batch.samples * batch.steps}, () => 2 * stream.uniform() - 1)
  const {stateSize, actionSize} = model
  const alone: Dynamics = {stateSize, actionSize, advance: (...step) => model.advance(...step)}
  const timed = (dynamics: Dynamics) => {
    const began = processorMs()
    rollOut(dynamics, {...batch, actions})
    return processorMs() - began
  }
  const times = Array.from({length: ROUNDS}, () => [timed(model), timed(alone)] as const)
  return least(times.map(([together]) => together)) / least(times.map(([, single]) => single))
}

/** Milliseconds of one plan of the `standard` preset, and the model steps it took. */
async function plansOf(environment: Environment): Promise<{ms: number; steps: number}> {
  const config = presetConfig('standard', planShape(environment))
  const start = environment.reset(seedStream('measure'), environment.strata[0])
  const evaluate = modelObjective({environment, model: environment, start, block: environment.block})
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = processorMs()
    const stream = seedStream(`measure|${round}`)
    await planActions({config, actionSize: environment.actionSize, evaluate, stream, signal: AbortSignal.any([])})
    times.push(processorMs() - began)
  }
  return {ms: least(times), steps: config.num_samples * config.num_iterations * config.horizon * environment.block}
}

/** Nanoseconds a Gaussian. */
function nsPerGaussian(): number {
  const stream = seedStream('measure|gaussian')
  const began = processorMs()
  let sum = 0
  for (let drawn = 0; drawn < STEPS; drawn++) sum += stream.gaussian()
  if (!Number.isFinite(sum)) throw new Error('a draw is no number')
  return (1e6 * (processorMs() - began)) / STEPS
}

interface Loop {
  /** Of each episode. */
  readonly seconds: readonly number[]
  readonly modelEvals: number
  readonly gaussians: number
}

/** Closed-loop episodes of the exact model with the `standard` planner, every plan through the library. */
async function loopOf(environment: Environment): Promise<Loop> {
  const library = openEvalLibrary(
    (eventHandler) => new Assay({eventHandler}),
    () => undefined,
  )
  const config = presetConfig('standard', planShape(environment))
  const trials = Array.from({length: EPISODES}, (_, episode) => episode)
  const subject = await library.subject('analytic')
  const plan = {suite: closedLoop, planner: 'standard'}
  const cell = makeEpisodeCell(subject, 'predict_batch', {...plan, environment, seed: 42, trials, config})
  const seconds: number[] = []
  let modelEvals = 0
  for (const episode of trials) {
    const began = processorMs()
    const {model_evals = 0, error} = await cell.run(episode, AbortSignal.any([]))
    seconds.push((processorMs() - began) / 1000)
    if (error) throw new Error(`${environment.id} episode ${episode}: ${error.message}`)
    modelEvals += model_evals
  }
  await library.close()
  const gaussians = (modelEvals * environment.actionSize) / environment.block
  return {seconds, modelEvals, gaussians}
}

// Rounds take turns, so that a slow moment of the machine meets all of them.
const times = new Map<string, number[]>([...ENVIRONMENTS.keys()].map((id) => [id, []]))
for (let round = 0; round < ROUNDS; round++) {
  for (const environment of ENVIRONMENTS.values()) times.get(environment.id)?.push(nsPerStep(environment))
}
const base = least(times.get('double-integrator') ?? [])
const drawing = least(Array.from({length: ROUNDS}, nsPerGaussian))

function told(what: string, value: number, target: {least: number} | {most: number}): string {
  const isMissed = 'least' in target ? value < target.least : value > target.most
  if (isMissed) process.exitCode = 1
  const limit = 'least' in target ? `>= ${target.least.toFixed(3)}` : `<= ${target.most.toFixed(3)}`
  return `${what} ${value.toFixed(3)} (target ${limit}${isMissed ? ', missed' : ''})`
}

for (const [id, ns] of times) {
  const environment = environmentOf(id)
  const own = least(ns)
  const target = TARGETS[id]
  const {ms, steps} = await plansOf(environment)
  const loops = [await loopOf(environment), await loopOf(environment), await loopOf(environment)]
  const {seconds: episodeSeconds = [], modelEvals = 0, gaussians = 0} = loops[0] ?? {}
  const episodes = episodeSeconds.length
  // The least of each episode, for what disturbs one of them leaves the others alone.
  const seconds = episodeSeconds
    .map((_, episode) => least(loops.map((loop) => loop.seconds[episode] ?? Number.NaN)))
    .reduce((sum, one) => sum + one, 0)
  const needed = (modelEvals * own + gaussians * drawing) / 1e9
  const lines = [
    `${(1000 / own).toFixed(1)} M steps/s`,
    target === undefined ? '' : told('ratio', base / own, {least: target}),
    id === 'two-room' ? told('M steps/s', 1000 / own, {least: TWO_ROOM_STEPS}) : '',
    `standard plan ${ms.toFixed(2)} ms, ${steps} steps`,
    told('closed-loop episodes/s', episodes / seconds, {least: LEAST_EPISODES}),
    told('closed loop against steps and draws', seconds / needed, {most: MOST_OVERHEAD}),
    id === 'two-room' ? told(`seconds of ${episodes} episodes`, seconds, {most: TWO_ROOM_SECONDS}) : '',
  ]
  console.log(`${id}: ${lines.filter((line) => line !== '').join('; ')}`)
}
console.log(`learned: ${told('plan at once against one by one', batchedRatio(), {most: MOST_BATCHED})}`)
