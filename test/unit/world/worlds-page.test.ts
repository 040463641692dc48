import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {pathToFileURL} from 'node:url'
import * as assert from 'uvu/assert'
import {scoreInfo} from '#provider/operation/score-rules'
import {type Stream, seedStream} from '#random/stream'
import {ENVIRONMENTS} from '#world/environments'
import {Action, controlOf} from '#world/model/action'
import {step} from '#world/model/dynamics'
import type {Environment} from '#world/model/environment'
import {encodeState} from '#world/model/scene'
import {PALETTE} from '#world/picture/raster'
import {modelObjective} from '#world/planner/objective'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('docs/worlds.md')
const PAGE = readFileSync(join(ROOT, 'docs', 'worlds.md'), 'utf8')
const LIMIT = 1e-9

interface Told {
  next(state: readonly number[], action: readonly number[]): number[]
  done(state: readonly number[], goal: readonly number[]): boolean
  cost(state: readonly number[], goal: readonly number[]): number
}

interface Page {
  readonly worlds: Record<string, Told>
  costOfPlan(world: Told, states: readonly (readonly number[])[], goal: readonly number[]): number
}

interface Walked {
  readonly state: ArrayLike<number> & Iterable<number>
  readonly action: number[]
  readonly next: Float64Array
  readonly goal: number[]
}

async function worldsOfPage(folder: string): Promise<Record<string, Told>> {
  return (await pageIn(folder)).worlds
}

async function pageIn(folder: string): Promise<Page> {
  const [, code = ''] = /```js worlds\.mjs\n([\s\S]*?)```/.exec(PAGE) ?? []
  const path = join(folder, 'worlds.mjs')
  writeFileSync(path, code)
  return import(pathToFileURL(path).href)
}

it('the rules of the page are those of the code, from every kind of start, with commands beyond their bounds', async () => {
  using dir = tempDir()
  const worlds = await worldsOfPage(dir.path)
  assert.equal(Object.keys(worlds).sort(), [...ENVIRONMENTS.keys()].sort())
  for (const environment of ENVIRONMENTS.values()) {
    const told = worlds[environment.id]
    const draws = seedStream(`test|worlds-page|${environment.key}`)
    const taken = Array.from({length: 40}, (_, walk) => walked(environment, draws, walk)).flat()
    for (const {state, action, next, goal} of taken) {
      const said = told?.next([...state], action) ?? []
      assert.is(said.length, next.length)
      assert.ok(
        next.every((value, at) => Math.abs(value - (said[at] ?? Number.NaN)) < LIMIT),
        `${environment.id}: ${next} ${said}`,
      )
      assert.is(told?.done([...next], goal), environment.success(next, goal), environment.id)
    }
    const moved = taken.filter(({state, next}) => next.some((value, at) => value !== state[at])).length
    const done = taken.filter(({next, goal}) => told?.done(environment.atGoal?.(next, goal) ?? [], goal)).length
    assert.equal([moved > 500, done], [true, 1000], environment.id)
  }
})

it('the error scales of the page are those by which errors are divided', () => {
  const [, table = ''] = PAGE.split('## Error scales')
  for (const {id, sigma} of ENVIRONMENTS.values()) assert.match(table, `| \`${id}\` | ${sigma.join(', ')} |\n`)
})

it('the costs of the page are those that planners go by, also through the door and at its edges', async () => {
  using dir = tempDir()
  const worlds = await worldsOfPage(dir.path)
  for (const environment of ENVIRONMENTS.values()) {
    const draws = seedStream(`test|worlds-page|${environment.key}|costs`)
    const taken = Array.from({length: 40}, (_, walk) => walked(environment, draws, walk)).flat()
    const near = environment.id === 'two-room' ? atDoor(draws) : []
    for (const {state, goal} of [...taken, ...near]) {
      const [cost, said] = [environment.cost(state, goal), worlds[environment.id]?.cost([...state], goal) ?? Number.NaN]
      assert.ok(Math.abs(cost - said) < LIMIT, `${environment.id}: ${[...state]} to ${goal}: ${cost} ${said}`)
    }
  }
})

it('the cost of a plan is what the page makes of the states after its entries', async () => {
  using dir = tempDir()
  const {worlds, costOfPlan} = await pageIn(dir.path)
  const horizon = 3
  for (const environment of ENVIRONMENTS.values()) {
    const told = worlds[environment.id]
    if (!told) throw new Error(environment.id)
    const {block, actionSize} = environment
    const draws = seedStream(`test|worlds-page|${environment.key}|plans`)
    for (const {state, goal} of Array.from({length: 4}, (_, walk) => walked(environment, draws, walk)).flat()) {
      const start = {state: Float64Array.from(state), goal: Float64Array.from(goal)}
      const entries = Array.from({length: horizon}, () =>
        Array.from({length: actionSize}, () => 2 * draws.uniform() - 1),
      )
      const candidates = {values: Float64Array.from(entries.flat()), samples: 1, horizon, actionSize}
      const {scores} = modelObjective({environment, model: environment, start, block})(candidates)
      const cost = scores[0] ?? Number.NaN
      const ends = entries.map((_, last) =>
        entries
          .slice(0, last + 1)
          .flatMap((entry) => Array<number[]>(block).fill(entry))
          .reduce<number[]>((now, entry) => told.next(now, entry), [...state]),
      )
      const said = costOfPlan(told, ends, goal)
      assert.ok(Math.abs(cost - said) < 1e-6, `${environment.id}: ${cost} ${said}`)
    }
  }
})

/** States and goals around the door of two-room: on its faces and edges, in it, and across from each other. */
function atDoor(draws: Stream): Pick<Walked, 'state' | 'goal'>[] {
  const xs = [0.3, 0.48, 0.48 + 3e-7, 0.5, 0.52 - 3e-7, 0.52, 0.7]
  const point = () => [xs[draws.int(xs.length)] ?? 0, 0.15 + 0.3 * draws.uniform()]
  return Array.from({length: 2000}, () => ({state: point(), goal: point()}))
}

it('the entries of a state and a goal stand in a scene where the page says', () => {
  for (const environment of ENVIRONMENTS.values()) {
    const places = PAGE.split('\n').find(
      (line) => line.startsWith(`| \`${environment.id}\` |`) && /pose\.position|metadata/.test(line),
    )
    assert.ok(places, environment.id)
    const [, , state = '', goal = ''] = places?.split('|') ?? []
    const draws = seedStream(`test|worlds-page|${environment.key}|scene`)
    const start = environment.reset(draws, environment.strata[0])
    const {scene} = encodeState(environment, {...start, step: 0})
    const valueAt = (place: string) =>
      place
        .trim()
        .split('.')
        .reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], scene?.objects)
    assert.equal(state.split(',').map(valueAt), [...start.state], environment.id)
    if (goal.includes('goal.')) assert.equal(goal.split(',').map(valueAt), [...start.goal], environment.id)
    else
      assert.ok(
        start.goal.every((value) => value === 0),
        environment.id,
      )
  }
})

it('a target is what the page says of it: a command made anew before every step', () => {
  assert.match(PAGE, '-2.76235 (position - target) - 2.50754 velocity')
  const clipped = (value: number, most: number) => Math.min(Math.max(value, -most), most)
  const told: Record<string, (from: readonly number[], to: number, axis: number) => number> = {
    'two-room': (from, to, axis) => (to - (from[axis] ?? 0)) / 0.06,
    'push-block': (from, to, axis) => (to - (from[axis] ?? 0)) / 0.02,
    'double-integrator': (from, to, axis) => -2.76235 * ((from[axis] ?? 0) - to) - 2.50754 * (from[axis + 2] ?? 0),
  }
  for (const environment of ENVIRONMENTS.values()) {
    const of = told[environment.id]
    assert.is(environment.actionTypes.includes('move_to'), of !== undefined, environment.id)
    if (!of) continue
    const draws = seedStream(`test|worlds-page|${environment.key}|targets`)
    for (let tried = 0; tried < 100; tried++) {
      const {state} = environment.reset(draws, environment.strata[0])
      const [x, y, speed] = [draws.uniform(), draws.uniform(), tried % 2 === 0 ? 1 : 0.1 + 0.9 * draws.uniform()]
      const command = controlOf(environment, state, Action.moveTo(x, y, 0, {speed}))
      const said = [x, y].map((to, axis) => clipped(of([...state], to, axis), speed))
      assert.ok(
        command.every((value, axis) => Math.abs(value - (said[axis] ?? Number.NaN)) < 1e-9),
        `${environment.id}: ${command} ${said}`,
      )
    }
  }
})

it('a state in single precision goes on by the rules of the page as it does by those of the code, also where it touches a wall', async () => {
  using dir = tempDir()
  const worlds = await worldsOfPage(dir.path)
  for (const environment of ENVIRONMENTS.values()) {
    const draws = seedStream(`test|worlds-page|${environment.key}|single`)
    const taken = Array.from({length: 40}, (_, walk) => walked(environment, draws, walk)).flat()
    for (const {state, action} of taken) {
      const single = Float64Array.from(state, Math.fround)
      const said = worlds[environment.id]?.next([...single], action) ?? []
      const next = step(environment, single, action)
      assert.ok(
        next.every((value, at) => Math.abs(value - (said[at] ?? Number.NaN)) < LIMIT),
        `${environment.id}: ${single} ${next} ${said}`,
      )
    }
  }
})

/** One walk of 25 steps, with commands up to a fifth beyond their bounds. */
function walked(environment: Environment, draws: Stream, walk: number): Walked[] {
  const {state, goal} = environment.reset(draws, environment.strata[walk % environment.strata.length] ?? '')
  const taken: Walked[] = []
  for (let now = state; taken.length < 25; ) {
    const action = Array.from({length: environment.actionSize}, () => 2.4 * draws.uniform() - 1.2)
    const next = step(environment, now, action)
    taken.push({state: now, action, next, goal: [...goal]})
    now = next
  }
  return taken
}

it('the page tells by which names a question says its world and what it commands', () => {
  const [environment] = ENVIRONMENTS.values()
  assert.ok(environment)
  const {state, goal} = environment.reset(seedStream('test|worlds-page'), environment.strata[0])
  const now = {state, goal: Float64Array.from(goal), step: 0}
  const row = (operation: string) => PAGE.split('\n').find((line) => line.startsWith(`| \`${operation}\` |`)) ?? ''
  const {metadata} = encodeState(environment, now)
  assert.equal(metadata['environment'], {
    id: environment.id,
    version: environment.version,
    dt: environment.dt,
    action_block: environment.block,
  })
  for (const name of ['world_state.metadata.environment', '`id`', '`version`', 'action.parameters.u', '`control`'])
    assert.ok(row('predict').includes(name), name)
  assert.equal(Action.control([1]), {type: 'control', parameters: {u: [1]}})
  for (const name of Object.keys(scoreInfo(environment, now))) assert.ok(row('score').includes(`info.${name}`), name)
})

it('names, units, sentences, windows and colours of the page are those of the code', () => {
  const rows = PAGE.split('\n').filter((line) => line.startsWith('| `'))
  const told = (entries: readonly (readonly string[])[] = []) => entries.map((entry) => entry.join(' ')).join(', ')
  for (const {id, words, view} of ENVIRONMENTS.values()) {
    const entries = [words?.state, words?.goal, words?.action].map(told).join(' | ')
    assert.ok(rows.includes(`| \`${id}\` | ${entries} |`), `${id}: ${entries}`)
    assert.ok(rows.includes(`| \`${id}\` | ${words?.task} |`), id)
    assert.ok(
      rows.some((row) => row.startsWith(`| \`${id}\` | ${view?.low}..${view?.high} m |`)),
      id,
    )
  }
  const {background, wall, goal, other, actuated} = PALETTE
  const colours = `background ${background.join(' ')}, wall ${wall.join(' ')}, goal ${goal.join(' ')}, what is not commanded ${other.join(' ')}, what is commanded ${actuated.join(' ')}.`
  assert.ok(PAGE.includes(colours), colours)
})

it.run()
