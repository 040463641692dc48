import * as assert from 'uvu/assert'
import type {Issue} from '#error/assay-error'
import {BUILT_IN_DOCUMENTS, translatorsFor} from '#provider/translator/built-in'
import {fitIssues, rehearsal, worldLack} from '#provider/translator/fit-issues'
import {sightedTranslator} from '#provider/translator/translator'
import {ENVIRONMENTS, environmentOf, WORLDS} from '#world/environments'
import {rasterise} from '#world/picture/raster'
import {pictureOf} from '#world/picture/view'
import {Tensor} from '#world/tensor/tensor'
import {spec} from '../../support/spec.ts'

const it = spec('what a provider is shown')
const twoRoom = environmentOf('two-room')
const now = {state: Float64Array.of(0.25, 0.5), goal: Float64Array.of(0.75, 0.125), step: 2}
const past = {
  states: [
    [0.125, 0.5],
    [0.1875, 0.5],
  ],
  actions: [
    [1, 0],
    [0.5, 0],
  ],
}
const base = {schema_version: 1, name: 'shown'}
const shown = (seen: unknown, sight: object = {}) =>
  sightedTranslator({...base, observe: {it: seen}}).observe?.({environment: twoRoom, now: {...now, past}, ...sight})[
    'it'
  ]

const numbers = (found: unknown) =>
  found instanceof Tensor ? [found.dtype, found.shape, [...found.toFloat64()]] : found

it('shows numbers by name, padded, in named axes, with a history that begins with the first state', () => {
  assert.equal(numbers(shown({from: ['walker.y', 'step']})), ['float32', [2], [0.5, 2]])
  assert.equal(numbers(shown({from: ['observation', 'goal'], pad: 6})), [
    'float32',
    [6],
    [0.25, 0.5, 0.75, 0.125, 0, 0],
  ])
  const rows = {from: ['walker.x'], dtype: 'float64', history: 4, axes: ['batch', 'time', 'entry']}
  assert.equal(numbers(shown(rows)), ['float64', [1, 4, 1], [0.125, 0.125, 0.1875, 0.25]])
  const sparse = {from: ['walker.x'], history: 2, every: 2, axes: ['time', 'entry']}
  assert.equal(numbers(shown(sparse)), ['float32', [2, 1], [0.125, 0.25]])
  const done = {from: ['past_actions'], history: 3, axes: ['entry', 'time']}
  assert.equal(numbers(shown(done)), ['float32', [2, 3], [0, 1, 0.5, 0, 0, 0]])
  const blocks = {from: ['past_actions'], history: 2, every: 2, flatten: true, axes: ['time', 'entry']}
  assert.equal(numbers(shown(blocks)), ['float32', [2, 4], [0, 0, 0, 0, 1, 0, 0.5, 0]])
  const own = {...blocks, history: 1, every: 3, norm: {mean: [0.5, 0], std: 0.5}, pad: 7}
  assert.equal(numbers(shown(own)), ['float32', [1, 7], [-1, 0, 1, 0, 0, 0, 0]])
  const copies = {from: ['goal'], axes: ['batch', 'sample', 'time', 'entry'], repeat: true}
  assert.equal(numbers(shown(copies, {candidates: 2})), ['float32', [1, 2, 1, 2], [0.75, 0.125, 0.75, 0.125]])
})

it('normalises by mean and spread, and by ranges and quantiles into -1..1', () => {
  const of = (norm: object) => numbers(shown({from: ['walker.x', 'walker.y'], dtype: 'float64', norm}))
  assert.equal(of({mean: [0.25, 0], std: 0.5}), ['float64', [2], [0, 1]])
  assert.equal(of({min: 0, max: [0.5, 1]}), ['float64', [2], [0, 0]])
  assert.equal(of({q01: [-0.25, 0.5], q99: [0.25, 1]}), ['float64', [2], [1, -1]])
})

it('a picture of any size is that of the world, in bytes or floats, channels in front or turned round', () => {
  const picture = pictureOf(twoRoom, now.state, now.goal)
  const bytes = rasterise(picture, undefined, {width: 40, height: 24})
  const plain = shown({from: ['picture'], size: [24, 40]}) as Tensor
  assert.equal([plain.dtype, plain.shape], ['uint8', [24, 40, 3]])
  assert.equal(plain.bytes, bytes)
  const floats = {from: ['picture'], size: [24, 40], dtype: 'float64', axes: ['batch', 'channel', 'height', 'width']}
  const first = shown({...floats, range: [0, 255]}) as Tensor
  assert.equal(first.shape, [1, 3, 24, 40])
  assert.equal(
    [...first.toFloat64()],
    [0, 1, 2].flatMap((channel) => Array.from({length: 24 * 40}, (_, at) => bytes[3 * at + channel] ?? -1)),
  )
  const unit = (shown(floats) as Tensor).toFloat64()
  assert.ok(unit.every((value, at) => value === (first.toFloat64()[at] ?? -1) / 255))
  const turned = shown({from: ['picture'], size: [24, 40], channels: 'bgr'}) as Tensor
  assert.ok(turned.bytes.every((byte, at) => byte === bytes[at - (at % 3) + 2 - (at % 3)]))
})

it('frames of a history are pictures of what was, the picture of the goal shows the task done, and a close one the body in its middle', () => {
  const axes = ['time', 'height', 'width', 'channel']
  const frames = shown({from: ['picture'], size: [32, 32], history: 2, axes}) as Tensor
  const of = (state: ArrayLike<number>) =>
    rasterise(pictureOf(twoRoom, state, now.goal), undefined, {width: 32, height: 32})
  assert.equal(frames.bytes, Uint8Array.from([...of([0.1875, 0.5]), ...of([0.25, 0.5])]))
  assert.equal((shown({from: ['goal_picture'], size: [32, 32]}) as Tensor).bytes, of(now.goal))
  const close = (shown({from: ['picture'], size: [32, 32], camera: 'close'}) as Tensor).bytes
  assert.equal([...close.subarray((16 * 32 + 16) * 3, (16 * 32 + 16) * 3 + 3)], [210, 50, 40])
  for (const environment of ENVIRONMENTS.values()) {
    const {now: start} = rehearsal(environment)
    const there = environment.atGoal?.(start.state, start.goal) ?? []
    assert.ok(environment.success(there, start.goal), environment.id)
    assert.is(there.length, environment.stateSize)
    assert.is(environment.words?.action.length, environment.actionSize)
    assert.is(environment.words?.goal.length, environment.goalSize)
  }
  for (const {words, stateSize} of WORLDS.values()) assert.is(words?.state.length, stateSize)
})

it('a constant with a type and a shape is an array, a task is a text in as many lists as wanted', () => {
  assert.equal(numbers(shown({const: {dtype: 'uint8', shape: [2], fill: 7}})), ['uint8', [2], [7, 7]])
  const deep = shown({const: {video: [{dtype: 'float32', shape: [1], data: [1]}]}}) as unknown as {video: Tensor[]}
  assert.ok(deep.video[0] instanceof Tensor)
  assert.is(shown({from: ['task']}), twoRoom.words?.task)
  assert.equal(shown({from: ['task'], shape: [1, 1]}), [[twoRoom.words?.task]])
})

it('candidates reach a model in its own space: normalised, a row for so many steps, side by side or once, padded', () => {
  const planned = {values: Float64Array.of(0, 0.5, 1, -1), samples: 1, horizon: 2, actionSize: 2, block: 2}
  const rows = (actions: object) => numbers(sightedTranslator({...base, actions}).candidates?.(planned))
  assert.equal(rows({}), ['float32', [1, 1, 2, 2], [0, 0.5, 1, -1]])
  assert.equal(rows({steps: 1}), ['float32', [1, 1, 4, 2], [0, 0.5, 0, 0.5, 1, -1, 1, -1]])
  assert.equal(rows({steps: 4, flatten: true}), ['float32', [1, 1, 1, 8], [0, 0.5, 0, 0.5, 1, -1, 1, -1]])
  const norm = {mean: [1, 0], std: 0.5}
  assert.equal(rows({norm, pad: 3, dtype: 'float64'}), ['float64', [1, 1, 2, 3], [-2, 1, 0, 0, -2, 0]])
  for (const actions of [{steps: 3}, {steps: 4}, {pad: 1}, {norm: {mean: [1, 2, 3], std: 1}}]) {
    assert.throws(
      () => rows(actions),
      (error: {code?: string}) => error.code === 'translator_invalid',
    )
  }
})

it('actions are taken back out of the space of a model, and may be relative to where things are', () => {
  const value = {
    path: 'a',
    slice: ['$t', [0, 2]],
    denorm: {min: 0, max: [1, 2]},
    plus: ['walker.x', 'walker.y'],
    clip: [0, 1],
  }
  const translator = sightedTranslator({
    ...base,
    time: {path: 'a', axis: 0},
    emit: [{kind: 'raw_action', parameters: {u: value}}],
  })
  const raw = {a: Tensor.of('float32', [1, 2], [-1, 0])}
  const read = (one: typeof translator) => one(raw, {provider: 'any'}) as unknown as {parameters: {u: number[]}}[]
  assert.equal(read(translator)[0]?.parameters.u, [0, 1])
  const within = translator.within?.({environment: twoRoom, now: {...now, state: Float64Array.of(0.25, -0.5)}})
  assert.equal(read(within as typeof translator)[0]?.parameters.u, [0.25, 0.5])
})

const BAD: readonly (readonly [what: string, document: object, pointer: string])[] = [
  ['nothing at all', {}, ''],
  ['emit without time', {emit: [{kind: 'noop', parameters: {}}]}, ''],
  ['a picture beside numbers', {observe: {a: {from: ['picture', 'goal']}}}, '/observe/a/from'],
  ['a picture without its width', {observe: {a: {from: ['picture'], axes: ['height', 'channel']}}}, '/observe/a/axes'],
  ['a history without time', {observe: {a: {from: ['picture'], history: 2}}}, '/observe/a/axes'],
  ['normalised bytes', {observe: {a: {from: ['picture'], norm: {mean: 0, std: 1}}}}, '/observe/a/norm'],
  ['a padded picture', {observe: {a: {from: ['picture'], pad: 3}}}, '/observe/a/pad'],
  ['a history of the goal', {observe: {a: {from: ['goal_picture'], every: 3}}}, '/observe/a/every'],
  ['numbers of a size', {observe: {a: {from: ['goal'], size: [8, 8]}}}, '/observe/a/size'],
  ['numbers in bytes', {observe: {a: {from: ['goal'], dtype: 'uint8'}}}, '/observe/a/dtype'],
  ['axes and a shape', {observe: {a: {from: ['goal'], axes: ['entry'], shape: [2]}}}, '/observe/a/shape'],
  ['a task in two lists at a level', {observe: {a: {from: ['task'], shape: [2]}}}, '/observe/a/shape'],
  ['a task with a type', {observe: {a: {from: ['task'], dtype: 'float32'}}}, '/observe/a/dtype'],
  ['commands of others side by side', {observe: {a: {from: ['goal'], flatten: true}}}, '/observe/a/flatten'],
  ['commands beside numbers', {observe: {a: {from: ['past_actions', 'goal'], flatten: true}}}, '/observe/a/flatten'],
  ['a flat picture', {observe: {a: {from: ['picture'], flatten: true}}}, '/observe/a/flatten'],
  ['a flat task', {observe: {a: {from: ['task'], flatten: true}}}, '/observe/a/flatten'],
  ['a mean alone', {observe: {a: {from: ['goal'], norm: {mean: 1}}}}, '/observe/a/norm'],
  ['two pairs', {actions: {norm: {mean: 1, std: 1, min: 0, max: 1}}}, '/actions/norm'],
  ['no spread', {actions: {norm: {mean: 1, std: [1, 0]}}}, '/actions/norm'],
  ['an empty range', {actions: {norm: {q01: 1, q99: 1}}}, '/actions/norm'],
  ['a frame of numbers', {frame: {from: ['goal']}}, '/frame'],
  ['a constant that is no array', {observe: {a: {const: {dtype: 'uint8', shape: [2], fill: -1}}}}, '/observe/a/const'],
]

it('what does not go together is refused where it stands', () => {
  for (const [what, document, pointer] of BAD) {
    try {
      sightedTranslator({...base, ...document})
      assert.unreachable(what)
    } catch (error) {
      const {issues = []} = error as {issues?: readonly Issue[]}
      assert.ok(
        issues.some((issue) => issue.pointer === pointer),
        `${what}: ${JSON.stringify(issues)}`,
      )
    }
  }
})

it('all mistakes about an environment are found by a start of it alone, and what it lacks is no mistake', () => {
  const of = (document: object) => fitIssues(sightedTranslator({...base, ...document}), twoRoom)
  const names = of({observe: {a: {from: ['walker.z']}, b: {object: {c: {from: ['block.x', 'goal']}}}}})
  assert.equal(
    names.map(({pointer}) => pointer),
    ['/observe/a/from', '/observe/b/object/c/from'],
  )
  assert.match(names[0]?.message ?? '', /Did you mean walker\.[xy]/)
  const parts = of({observe: {a: {from: ['goal'], shape: [3]}}, actions: {steps: 5}})
  assert.equal(
    parts.map(({pointer}) => pointer),
    ['/observe', '/actions'],
  )
  const picture = sightedTranslator({...base, observe: {a: {from: ['goal_picture']}}})
  const {view: _, ...blind} = twoRoom
  const {atGoal: _there, ...aimless} = twoRoom
  assert.equal(
    [worldLack(picture, twoRoom), worldLack(picture, blind), worldLack(picture, aimless)],
    [undefined, 'no_view', 'no_goal_picture'],
  )
  const elsewhere = sightedTranslator({...base, worlds: ['push-block'], frame: {from: ['picture']}})
  assert.is(worldLack(elsewhere, twoRoom), 'translator_other_world')
})

it('every built-in document keeps the rules and fits each world that it is for', () => {
  for (const [name, document] of BUILT_IN_DOCUMENTS) {
    const translator = sightedTranslator(document)
    for (const id of translator.worlds ?? []) {
      assert.equal(
        [...fitIssues(translator, environmentOf(id)), worldLack(translator, environmentOf(id))],
        [undefined],
        name,
      )
    }
    assert.ok(translatorsFor(document.provider ?? '').includes(name))
  }
})

it.run()
