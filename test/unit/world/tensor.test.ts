import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {codeOf} from '#error/assay-error'
import {DTYPES, type DType, dtypeOfNumpy} from '#world/tensor/dtype'
import {Tensor, tensorOfLists} from '#world/tensor/tensor'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('world/tensor')
const NAMES = Object.keys(DTYPES) as DType[]
const base64 = (...bytes: number[]) => Buffer.from(bytes).toString('base64')

const HOSTILE: readonly [why: string, json: unknown][] = [
  ['not an object', 7],
  ['a list', []],
  ['null', null],
  ['no content', {dtype: 'uint8', shape: [1]}],
  ['two contents', {dtype: 'uint8', shape: [1], fill: 0, data: [0]}],
  ['an unknown key', {dtype: 'uint8', shape: [1], fill: 0, order: 'F'}],
  ['an unknown dtype', {dtype: 'complex64', shape: [1], fill: 0}],
  ['an inherited dtype', {dtype: 'constructor', shape: [1], fill: 0}],
  ['a NumPy code as dtype', {dtype: '>f4', shape: [1], fill: 0}],
  ['a shape that is no list', {dtype: 'uint8', shape: 3, fill: 0}],
  ['rank 9', {dtype: 'uint8', shape: [1, 1, 1, 1, 1, 1, 1, 1, 1], fill: 0}],
  ['dimension 0', {dtype: 'uint8', shape: [2, 0], fill: 0}],
  ['dimension 1.5', {dtype: 'uint8', shape: [1.5], fill: 0}],
  ['a negative dimension', {dtype: 'uint8', shape: [-1], fill: 0}],
  ['65 MiB', {dtype: 'uint8', shape: [65, 1024, 1024], fill: 0}],
  ['a size beyond all numbers', {dtype: 'float64', shape: [1e155, 1e155, 1e155], fill: 0}],
  ['ragged data', {dtype: 'uint8', shape: [2, 2], data: [[1, 2], [3]]}],
  ['data too deep', {dtype: 'uint8', shape: [2], data: [[1], [2]]}],
  ['too little data', {dtype: 'uint8', shape: [3], data: [1, 2]}],
  ['a text in data', {dtype: 'float32', shape: [1], data: ['1']}],
  ['a hole in data', {dtype: 'float32', shape: [2], data: new Array(2)}],
  ['1.5 as a whole number', {dtype: 'int32', shape: [1], data: [1.5]}],
  ['256 in uint8', {dtype: 'uint8', shape: [1], data: [256]}],
  ['-1 in uint8', {dtype: 'uint8', shape: [1], data: [-1]}],
  ['int64 beyond 2^53', {dtype: 'int64', shape: [1], data: [2 ** 53]}],
  ['true as a number', {dtype: 'uint8', shape: [1], data: [true]}],
  ['2 as a bool', {dtype: 'bool', shape: [1], data: [2]}],
  ['a bool byte of 2', {dtype: 'bool', shape: [1], b64: base64(2)}],
  ['NaN', {dtype: 'float64', shape: [1], data: [Number.NaN]}],
  ['infinity as fill', {dtype: 'float64', shape: [1], fill: Number.POSITIVE_INFINITY}],
  ['NaN bytes', {dtype: 'float32', shape: [1], b64: base64(0, 0, 0xc0, 0x7f)}],
  ['infinite float16 bytes', {dtype: 'float16', shape: [1], b64: base64(0, 0x7c)}],
  ['too large for float32', {dtype: 'float32', shape: [1], data: [1e39]}],
  ['too large for float16', {dtype: 'float16', shape: [1], fill: 70_000}],
  ['b64 of another length', {dtype: 'uint8', shape: [2], b64: base64(1)}],
  ['url-safe b64', {dtype: 'uint8', shape: [3], b64: '-_-_'}],
  ['b64 without padding', {dtype: 'uint8', shape: [1], b64: 'AQ'}],
  ['b64 with stray bits', {dtype: 'uint8', shape: [1], b64: 'AR=='}],
  ['b64 with a space', {dtype: 'uint8', shape: [3], b64: 'AA A'}],
  ['b64 that is no text', {dtype: 'uint8', shape: [3], b64: 4}],
  ['a range without seed', {dtype: 'uint8', shape: [1], fill: 1, range: [0, 1]}],
  ['a fractional seed', {dtype: 'uint8', shape: [1], seed: 0.5}],
  ['an empty range', {dtype: 'uint8', shape: [1], seed: 1, range: [5, 4]}],
  ['an empty float range', {dtype: 'float32', shape: [1], seed: 1, range: [1, 1]}],
  ['a range beyond the dtype', {dtype: 'uint8', shape: [1], seed: 1, range: [0, 256]}],
  ['a range wider than numbers', {dtype: 'float64', shape: [1], seed: 1, range: [-1.7e308, 1.7e308]}],
]

/** Any tensor of one to 90 elements, as type, shape and values it can hold exactly. */
const aTensor = fc
  .tuple(fc.constantFrom(...NAMES), fc.array(fc.integer({min: 1, max: 3}), {maxLength: 4}))
  .chain(([dtype, shape]) => {
    const count = shape.reduce((product, dimension) => product * dimension, 1)
    const {range} = DTYPES[dtype]
    const float =
      dtype === 'float64'
        ? fc.double({noNaN: true, noDefaultInfinity: true})
        : fc.integer({min: -2048, max: 2048}).map((value) => value / 8)
    const element = range ? fc.integer({min: Math.max(range[0], -(2 ** 53) + 1), max: range[1]}) : float
    return fc.tuple(fc.constant(dtype), fc.constant(shape), fc.array(element, {minLength: count, maxLength: count}))
  })

for (const [why, json] of HOSTILE) {
  it(`refuses ${why}`, async () => {
    await throwsCode(() => Tensor.from(json), 'invalid_tensor')
  })
}

it('comes back from JSON bit for bit, whatever its type and shape', () => {
  fc.assert(
    fc.property(aTensor, ([dtype, shape, values]) => {
      const tensor = Tensor.of(dtype, shape, values)
      const back = Tensor.from(JSON.parse(JSON.stringify(tensor)))
      assert.equal([...back.bytes], [...tensor.bytes])
      assert.equal(back.shape, shape)
      assert.is(back.digest(), tensor.digest())
      assert.equal([...back.toFloat64()], values)
    }),
  )
})

it('only ever refuses with its own code, whatever it is given', () => {
  const anything = fc.anything({withNullPrototype: true, withBigInt: true, withTypedArray: true})
  const almost = fc.record({
    dtype: fc.constantFrom('uint8', 'float32', 'x'),
    shape: fc.oneof(fc.array(fc.integer({min: -1, max: 4})), anything),
    data: anything,
  })
  fc.assert(
    fc.property(fc.oneof(anything, almost), (json) => {
      try {
        Tensor.from(json)
      } catch (error) {
        assert.is(codeOf(error), 'invalid_tensor', String(error))
      }
    }),
    {numRuns: 500},
  )
})

it('writes few elements as data and many as base64', () => {
  assert.equal(Tensor.of('uint8', [2], [1, 2]).toJSON(), {dtype: 'uint8', shape: [2], data: [1, 2]})
  assert.equal(Tensor.of('bool', [2], [1, 0]).toJSON(), {dtype: 'bool', shape: [2], data: [true, false]})
  assert.ok('b64' in Tensor.from({dtype: 'uint8', shape: [65], fill: 1}).toJSON())
})

it('keeps what JSON numbers would lose: minus zero and whole numbers beyond 2^53', () => {
  assert.ok('b64' in Tensor.of('float64', [1], [-0]).toJSON())
  const large = Tensor.from({dtype: 'int64', shape: [1], b64: base64(1, 0, 0, 0, 0, 0, 0, 0x70)})
  assert.ok('b64' in large.toJSON())
  assert.equal(Tensor.from(JSON.parse(JSON.stringify(large))).bytes, large.bytes)
})

it('does not round whole numbers that a double cannot hold', async () => {
  const large = Tensor.from({dtype: 'int64', shape: [1], b64: base64(1, 0, 0, 0, 0, 0, 0, 0x70)})
  await throwsCode(() => large.toFloat64(), 'invalid_tensor')
})

it('takes flat and nested data alike, and a bare number at rank 0', () => {
  const flat = Tensor.from({dtype: 'int16', shape: [2, 2], data: [1, 2, 3, 4]})
  assert.is(
    Tensor.from({
      dtype: 'int16',
      shape: [2, 2],
      data: [
        [1, 2],
        [3, 4],
      ],
    }).digest(),
    flat.digest(),
  )
  assert.equal([...Tensor.from({dtype: 'float32', shape: [], data: 2}).toFloat64()], [2])
})

it('is little-endian', () => {
  assert.equal([...Tensor.of('int32', [1], [258]).bytes], [2, 1, 0, 0])
})

it('fills from a seed inside the range, the same again, ends included for whole numbers only', () => {
  const drawn = (dtype: DType, range?: [number, number]) => [
    ...Tensor.from({dtype, shape: [500], seed: 7, ...(range ? {range} : {})}).toFloat64(),
  ]
  assert.equal(drawn('uint8'), drawn('uint8'))
  assert.equal([...new Set(drawn('int8', [-1, 1]))].sort(), [-1, 0, 1])
  assert.equal([...new Set(drawn('bool'))].sort(), [0, 1])
  for (const dtype of ['float16', 'float32', 'float64'] as const) {
    assert.ok(
      drawn(dtype).every((value) => value >= 0 && value < 1),
      dtype,
    )
    assert.ok(
      drawn(dtype, [3, 4]).every((value) => value >= 3 && value < 4),
      dtype,
    )
  }
  assert.ok(drawn('int64').some((value) => Math.abs(value) > 2 ** 50))
})

it('has a digest of its type and shape, not only of its bytes', () => {
  const digests = [
    Tensor.of('uint8', [2], [1, 1]),
    Tensor.of('int8', [2], [1, 1]),
    Tensor.of('uint8', [1, 2], [1, 1]),
  ].map((tensor) => tensor.digest())
  assert.is(new Set(digests).size, 3)
})

it('knows the little-endian NumPy codes and no others', () => {
  for (const name of NAMES) assert.is(dtypeOfNumpy(DTYPES[name].numpy), name)
  for (const code of ['>f4', '<c8', '|O', '|S4', '<u8', '', '|V8']) assert.is(dtypeOfNumpy(code), undefined)
})

it('takes bare nested lists as float32 and refuses ragged ones', async () => {
  const tensor = tensorOfLists([[[[1, 2]], [[3, 4]]]])
  assert.equal([tensor.dtype, tensor.shape], ['float32', [1, 2, 1, 2]])
  await throwsCode(() => tensorOfLists([[1], [1, 2]]), 'invalid_tensor')
  await throwsCode(() => tensorOfLists([]), 'invalid_tensor')
  await throwsCode(() => tensorOfLists([[[[[[[[[1]]]]]]]]]), 'invalid_tensor')
})

it('never tells the content in a refusal', async () => {
  const error = await throwsCode(() => Tensor.from({dtype: 'uint8', shape: [1], data: ['s3cret']}), 'invalid_tensor')
  assert.not.match(JSON.stringify([error.message, error.detail, error.issues]), 's3cret')
})

it.run()
