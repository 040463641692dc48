// Steps per second of every environment, as ratios to double-integrator in the same process. Exit 1 below a target.
// Usage: measure-world.ts
import {seedStream} from '#random/stream'
import type {Environment} from '#world/environment'
import {ENVIRONMENTS, environmentOf} from '#world/environments'
import {planShape, presetConfig} from '#world/planner/config'
import {modelObjective} from '#world/planner/objective'
import {planCem} from '#world/planner/plan-cem'

const TARGETS: Readonly<Record<string, number>> = {
  pendulum: 1 / 4,
  'two-room': 1 / 5,
  'cart-pole': 1 / 6,
  'push-block': 1 / 14,
}
const STEPS = 200_000
const ROUNDS = 15
const ACTIONS = 4000

/** Nanoseconds a step over a walk that starts anew every 20 steps, under random actions. */
function nsPerStep(environment: Environment): number {
  const stream = seedStream(`measure|${environment.key}`)
  const {state: start} = environment.reset(stream, environment.strata.at(-1) ?? '')
  const actions = new Float64Array(ACTIONS * environment.actionSize).map(() => 2 * stream.uniform() - 1)
  const state = start.slice()
  const began = process.hrtime.bigint()
  for (let step = 0; step < STEPS; step++) {
    if (step % 20 === 0) state.set(start)
    environment.advance(state, 0, actions, (step % ACTIONS) * environment.actionSize)
  }
  return Number(process.hrtime.bigint() - began) / STEPS
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Milliseconds of one plan of the `standard` preset, and the model steps it took. */
async function plansOf(environment: Environment): Promise<{ms: number; steps: number}> {
  const config = presetConfig('standard', planShape(environment))
  const start = environment.reset(seedStream('measure'), environment.strata[0])
  const evaluate = modelObjective({environment, model: environment, start, block: environment.block})
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const stream = seedStream(`measure|${round}`)
    await planCem({config, actionSize: environment.actionSize, evaluate, stream, signal: AbortSignal.any([])})
    times.push(performance.now() - began)
  }
  return {ms: median(times), steps: config.num_samples * config.num_iterations * config.horizon * environment.block}
}

// Rounds take turns, so that a slow moment of the machine meets all of them.
const times = new Map<string, number[]>([...ENVIRONMENTS.keys()].map((id) => [id, []]))
for (let round = 0; round < ROUNDS; round++) {
  for (const environment of ENVIRONMENTS.values()) times.get(environment.id)?.push(nsPerStep(environment))
}
const base = median(times.get('double-integrator') ?? [])
for (const [id, ns] of times) {
  const ratio = base / median(ns)
  const target = TARGETS[id]
  const {ms, steps} = await plansOf(environmentOf(id))
  const isMissed = target !== undefined && ratio < target
  if (isMissed) process.exitCode = 1
  const judged = target === undefined ? '' : ` (target ${target.toFixed(3)}${isMissed ? ', missed' : ''})`
  console.log(
    `${id}: ${(1000 / median(ns)).toFixed(1)} M steps/s, ratio ${ratio.toFixed(3)}${judged}; standard plan ${ms.toFixed(2)} ms, ${steps} steps`,
  )
}
