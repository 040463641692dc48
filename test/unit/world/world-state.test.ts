import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {codeOf} from '#error/assay-error'
import {WorldStateError} from '#error/provider-error'
import {checkWorldState} from '#world/model/world-state'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('world/world-state')
const GOOD = {schema_version: 1, id: 'lab-1', name: 'Lab', provider: 'mock', step: 3, metadata: {}}
const cup = {id: 'cup', name: 'Cup', pose: {position: {x: 0, y: 0.5, z: 0}}, is_graspable: true}
const scene = (objects: unknown) => ({...GOOD, scene: {objects}})

function cyclic(): unknown {
  const metadata: Record<string, unknown> = {}
  metadata['self'] = metadata
  return {...GOOD, metadata}
}

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

const HOSTILE: readonly [why: string, value: unknown][] = [
  ['null', null],
  ['a list', []],
  ['a text', 'world'],
  ['no id', {...GOOD, id: undefined}],
  ['an id that climbs', {...GOOD, id: '../x'}],
  ['an id with a line end', {...GOOD, id: 'lab\n'}],
  ['another schema version', {...GOOD, schema_version: 2}],
  ['no name', {...GOOD, name: ''}],
  ['no provider', {...GOOD, provider: 4}],
  ['a negative step', {...GOOD, step: -1}],
  ['half a step', {...GOOD, step: 0.5}],
  ['metadata that is a list', {...GOOD, metadata: []}],
  ['infinity', {...GOOD, metadata: {x: Number.POSITIVE_INFINITY}}],
  ['NaN', {...GOOD, metadata: {x: [Number.NaN]}}],
  ['a function', {...GOOD, metadata: {toJSON: () => 1}}],
  ['a big integer', {...GOOD, metadata: {x: 1n}}],
  ['a date', {...GOOD, metadata: {at: new Date(0)}}],
  ['a getter', {...GOOD, metadata: Object.defineProperty({}, 'x', {enumerable: true, get: () => 1})}],
  [
    'the key __proto__',
    JSON.parse('{"schema_version":1,"id":"a","name":"a","provider":"a","metadata":{"__proto__":{"x":1}}}'),
  ],
  ['a cycle', cyclic()],
  ['9 MiB', {...GOOD, metadata: {text: 'x'.repeat(9 * 1024 * 1024)}}],
  ['65 levels', {...GOOD, metadata: {deep: nested(63)}}],
  ['a history from the future', {...GOOD, history: [{step: 4}]}],
  ['a history that is no list', {...GOOD, history: {}}],
  ['a scene without objects', {...GOOD, scene: {}}],
  ['an object whose key is not its id', scene({mug: cup})],
  ['an object without a place', scene({cup: {id: 'cup', pose: {}}})],
  ['an object with half a place', scene({cup: {id: 'cup', pose: {position: {x: 0, y: 0}}}})],
  ['an object that is null', scene({cup: null})],
]

for (const [why, value] of HOSTILE) {
  it(`refuses ${why}`, async () => {
    const error = await throwsCode(() => checkWorldState(value), 'world_state_invalid')
    assert.instance(error, WorldStateError)
  })
}

it('takes 64 levels, a full scene and keys it does not know, and changes nothing', () => {
  const value = {...scene({cup}), extra: {kept: [1]}, metadata: {deep: nested(62)}, history: [{step: 3, action: null}]}
  const before = structuredClone(value)
  assert.equal(checkWorldState(value), before)
  assert.equal(value, before)
})

it('fills in step and metadata where they are absent', () => {
  const {step, metadata, ...rest} = GOOD
  assert.equal(checkWorldState(rest), {...rest, step: 0, metadata: {}})
})

it('a malformed state of a provider is the provider’s fault, of a caller the caller’s', async () => {
  assert.is((await throwsCode(() => checkWorldState({}, 'provider'), 'world_state_invalid')).exit, 'unavailable')
  assert.is((await throwsCode(() => checkWorldState({}), 'world_state_invalid')).exit, 'usage')
})

it('does not tell the content in a refusal', async () => {
  const secret = `s3cret-${'x'.repeat(8)}`
  for (const value of [{...GOOD, id: `/${secret}`}, scene({[`/${secret}`]: cup}), {...GOOD, provider: [secret]}]) {
    const error = await throwsCode(() => checkWorldState(value), 'world_state_invalid')
    assert.not.match(error.message, secret)
  }
})

it('only ever refuses with its own code, whatever it is given', () => {
  const anything = fc.anything({withNullPrototype: true, withBigInt: true, withDate: true, withMap: true})
  const almost = fc.record({
    schema_version: fc.constant(1),
    id: fc.constant('a'),
    name: fc.string(),
    provider: fc.string(),
    scene: anything,
    history: anything,
  })
  fc.assert(
    fc.property(fc.oneof(anything, almost), (value) => {
      try {
        checkWorldState(value)
      } catch (error) {
        assert.is(codeOf(error), 'world_state_invalid', String(error))
      }
    }),
    {numRuns: 500},
  )
})

it.run()
