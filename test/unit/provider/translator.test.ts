import fc from 'fast-check'
import * as assert from 'uvu/assert'
import type {Fields} from '#provider/model/provider'
import {rawTranslator} from '#provider/translator/raw-translator'
import {sightedTranslator} from '#provider/translator/translator'
import {environmentOf} from '#world/environments'
import {Tensor} from '#world/tensor/tensor'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('action translator')
/** Two steps of three millimetres, and a gripper in percent. */
const RAW = {
  single_arm: Tensor.of('float32', [1, 3, 2], [1000, 0.25, 2000, 0.5, 3000, 0.75]),
  gripper: Tensor.of('float32', [1, 3, 1], [-1, 0.5, 2]),
  nested: {plan: [[[1, 2]], [[3, 4]]]},
  label: 'pick',
}
const AT = {provider: 'gr00t'}
const ARM = {
  schema_version: 1,
  name: 'arm',
  provider: 'gr00t',
  time: {path: 'single_arm', axis: 1, take: [0, 2]},
  emit: [
    {
      kind: 'move_to',
      parameters: {
        speed: {const: 1},
        target: {
          object: {
            x: {path: 'single_arm', at: [0, '$t', 0], unit: 'mm', to: 'm'},
            y: {path: 'single_arm', at: [0, '$t', 1]},
            z: {const: 0.5},
          },
        },
        grip: {path: 'gripper', at: [0, '$t', 0], scale: 1, offset: 0, clip: [0, 1]},
      },
    },
  ],
}

/** A moment in the two rooms. */
function sightAt(state: readonly number[], goal: readonly number[]) {
  return {
    environment: environmentOf('two-room'),
    now: {state: Float64Array.from(state), goal: Float64Array.from(goal), step: 0},
  }
}

/** A document that emits one raw action with one value. */
function valued(value: unknown, more: Record<string, unknown> = {}) {
  return {
    schema_version: 1,
    name: 'one',
    time: {path: 'single_arm', axis: 1, take: [1, 2]},
    emit: [{kind: 'raw_action', parameters: {value}}],
    ...more,
  }
}
const emitted = (value: unknown) => {
  const [action] = sightedTranslator(valued(value))(RAW, AT) as unknown as {parameters: Record<string, unknown>}[]
  return action?.parameters['value']
}

it('makes an action a step: units, limits, constants and objects', () => {
  assert.equal(sightedTranslator(ARM)(RAW, AT), [
    {type: 'move_to', parameters: {speed: 1, target: {x: 1, y: 0.25, z: 0.5}, grip: 0}},
    {type: 'move_to', parameters: {speed: 1, target: {x: 2, y: 0.5, z: 0.5}, grip: 0.5}},
  ])
})

it('takes all steps where none are named', () => {
  const {take: _, ...time} = ARM.time
  assert.is((sightedTranslator({...ARM, time})(RAW, AT) as unknown[]).length, 3)
})

it('changes by unit, scale, offset and clip, in this order', () => {
  const from = {path: 'single_arm', at: [0, '$t', 0]}
  assert.is(emitted({...from, unit: 'mm', to: 'm'}), 2)
  assert.is(emitted({...from, unit: 'mm', to: 'm', scale: 3, offset: 1}), 7)
  assert.is(emitted({...from, unit: 'mm', to: 'm', scale: 3, offset: 1, clip: [0, 5]}), 5)
  assert.is(emitted({path: 'gripper', at: [0, '$t', 0], unit: 'ratio', to: 'percent'}), 50)
  assert.is(emitted({const: {any: ['thing', null]}}) instanceof Object, true)
})

it('gives lists of a slice, in C order, and reads lists within maps and texts as well', () => {
  assert.equal(emitted({path: 'single_arm', slice: [0, '$t', [0, 2]]}), [2000, 0.5])
  assert.equal(emitted({path: 'single_arm', slice: [0, [0, 3], 0]}), [1000, 2000, 3000])
  assert.is(emitted({path: 'nested.plan', at: ['$t', 0, 1]}), 4)
  assert.is(emitted({path: 'label'}), 'pick')
})

it('repeats for each candidate', () => {
  const raw = {plans: Tensor.of('float32', [2, 3, 1], [1, 2, 3, 4, 5, 6])}
  const document = valued({path: 'plans', at: ['$c', '$t', 0]}, {time: {path: 'plans', axis: 1}, candidates: {axis: 0}})
  const candidates = sightedTranslator(document)(raw, AT) as unknown as {parameters: {value: number}}[][]
  assert.equal(
    candidates.map((actions) => actions.map(({parameters}) => parameters.value)),
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  )
})

it('has a digest that depends on what it says and not on the order of its keys', () => {
  const {name, ...rest} = ARM
  assert.is(sightedTranslator(ARM).digest, sightedTranslator({...rest, name}).digest)
  assert.is.not(sightedTranslator(ARM).digest, sightedTranslator({...ARM, name: 'other'}).digest)
})

const BAD: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['a list', []],
  ['an unknown key', {...ARM, code: 'x'}],
  ['an unknown kind', {...ARM, emit: [{kind: 'explode', parameters: {}}]}],
  ['nothing to emit', {...ARM, emit: []}],
  ['an unknown unit', valued({path: 'label', unit: 'inch', to: 'm'})],
  ['units of two kinds', valued({path: 'single_arm', at: [0, '$t', 0], unit: 'mm', to: 'rad'})],
  ['a unit without another', valued({path: 'single_arm', at: [0, '$t', 0], unit: 'mm'})],
  ['a value of two kinds', valued({const: 1, path: 'label'})],
  ['a value of no kind', valued({})],
  ['a constant with a scale', valued({const: 1, scale: 2})],
  ['at and slice', valued({path: 'single_arm', at: [0, 0, 0], slice: [0, 0, [0, 1]]})],
  ['limits the wrong way round', valued({path: 'single_arm', at: [0, '$t', 0], clip: [1, 0]})],
  ['an empty span', valued({path: 'single_arm', slice: [0, 0, [1, 1]]})],
  ['a negative index', valued({path: 'single_arm', at: [0, -1, 0]})],
  ['$c without candidates', valued({path: 'single_arm', at: ['$c', '$t', 0]})],
  ['an empty time', {...ARM, time: {path: 'single_arm', axis: 1, take: [2, 2]}}],
  ['candidates on the axis of time', {...ARM, candidates: {axis: 1}}],
]

for (const [what, document] of BAD) {
  it(`a document with ${what} is refused before it is used`, () =>
    throwsCode(() => sightedTranslator(document), 'translator_invalid').then(() => undefined))
}

const UNFIT: readonly (readonly [string, unknown])[] = [
  ['a missing path', valued({path: 'legs', at: [0]})],
  ['a map for an array', valued({path: 'nested'})],
  ['too few axes', valued({path: 'single_arm', at: [0, '$t']})],
  ['an index past the range', valued({path: 'single_arm', at: [0, '$t', 2]})],
  ['a span past the range', valued({path: 'single_arm', slice: [0, '$t', [0, 3]]})],
  ['more steps than there are', {...ARM, time: {path: 'single_arm', axis: 1, take: [0, 4]}}],
  ['an axis of time that is not there', {...ARM, time: {path: 'single_arm', axis: 3}}],
  ['a scaled text', valued({path: 'label', scale: 2})],
  ['another provider', {...ARM, provider: 'openpi'}],
]

for (const [what, document] of UNFIT) {
  it(`raw actions that do not fit are translator_invalid: ${what}`, () =>
    throwsCode(() => sightedTranslator(document)(RAW, AT), 'translator_invalid').then(() => undefined))
}

it('a shape that was declared and not kept is the fault of the provider', async () => {
  const kept = {...ARM, expects: {single_arm: [1, null, 2]}}
  sightedTranslator(kept)(RAW, AT)
  await throwsCode(() => sightedTranslator({...ARM, expects: {single_arm: [1, 16, 2]}})(RAW, AT), 'contract_violation')
})

const LACKING: readonly (readonly [what: string, raw: Fields, message: RegExp])[] = [
  ['no such key', {arm: RAW.single_arm, grip: RAW.gripper}, /nothing at single_arm; .* a map with the keys arm, grip$/],
  ['a map', {single_arm: RAW.nested}, /a map with the keys plan at single_arm, not an array$/],
  ['a ragged list', {single_arm: [[1], [1, 2]]}, /a ragged list at single_arm$/],
]

for (const [what, raw, message] of LACKING) {
  it(`where ${what} stands at a key, the translator reads in vain, and says what came`, async () => {
    const promised = sightedTranslator({...ARM, expects: {single_arm: [1, null, 2]}})
    const broken = await throwsCode(() => promised(raw, AT), 'translator_invalid')
    assert.match(broken.message, 'expected is single_arm of 1 x any x 2')
    assert.match(broken.message.replace(/; expected is .*/, ''), message)
    const unread = await throwsCode(() => sightedTranslator(ARM)(raw, AT), 'translator_invalid')
    assert.match(unread.message, message)
  })
}

it('more than ten thousand actions are refused before they are made', async () => {
  const raw = {single_arm: Tensor.from({dtype: 'uint8', shape: [1, 10_001, 1], fill: 0})}
  const document = valued({const: 1}, {time: {path: 'single_arm', axis: 1}})
  await throwsCode(() => sightedTranslator(document)(raw, AT), 'translator_invalid')
})

it('raw gives one action a step with the numbers of every array', () => {
  const {single_arm, gripper} = RAW
  const [first, ...more] = rawTranslator({single_arm, gripper}, AT) as {type: string; parameters: unknown}[]
  assert.equal(first, {type: 'raw_action', parameters: {single_arm: [1000, 0.25], gripper: [-1]}})
  assert.is(more.length, 2)
})

it('raw refuses arrays of different horizons, and nothing but text', async () => {
  const {single_arm} = RAW
  const longer = Tensor.from({dtype: 'float32', shape: [1, 4, 1], fill: 0})
  await throwsCode(() => rawTranslator({single_arm, longer}, AT), 'translator_invalid')
  await throwsCode(() => rawTranslator({label: 'x'}, AT), 'translator_invalid')
})

it('of any document makes a translator or refuses with translator_invalid', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('time', 'emit', 'expects', 'candidates'), (value, key) => {
      try {
        sightedTranslator({...ARM, [key]: value})
      } catch (error) {
        assert.is((error as {code?: string}).code, 'translator_invalid')
      }
    }),
  )
})

it('shows a policy what it wants to see: numbers joined, in a type and shape, constants, and maps of them', () => {
  const observe = {
    'observation/state': {from: ['observation', 'goal'], shape: [1, 4]},
    state: {object: {arm: {from: ['observation'], dtype: 'float64'}}},
    prompt: {const: [['go']]},
  }
  const info = sightAt([0.5, 1], [0.25, 2])
  const translator = sightedTranslator({...ARM, observe})
  assert.equal(translator.observe?.(info), {
    'observation/state': Tensor.of('float32', [1, 4], [0.5, 1, 0.25, 2]),
    state: {arm: Tensor.of('float64', [2], [0.5, 1])},
    prompt: [['go']],
  })
  assert.is(sightedTranslator(ARM).observe, undefined)
  assert.is.not(translator.digest, sightedTranslator(ARM).digest)
})

it('what is to be shown must be made in one way and fill its shape', async () => {
  const info = sightAt([1, 2], [0, 0])
  const shown = (seen: unknown) => sightedTranslator({...ARM, observe: {state: seen}}).observe?.(info)
  for (const seen of [
    {},
    {const: 1, from: ['observation']},
    {const: 1, shape: [1]},
    {from: ['pixels']},
    {from: []},
    {from: ['observation'], dtype: 'int8'},
    {from: ['observation'], shape: [3]},
    {from: ['walker.z']},
    {object: {inner: {shape: [2]}}},
  ]) {
    await throwsCode(() => shown(seen), 'translator_invalid')
  }
})

it.run()
