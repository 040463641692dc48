import {readFileSync} from 'node:fs'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {codeOf} from '#error/assay-error'
import {type ArrayDialect, DIALECTS} from '#provider/wire/array-dialect'
import {packMsgpack, unpackMsgpack} from '#provider/wire/msgpack'
import {encodeNpy} from '#provider/wire/npy'
import {packPieces} from '#provider/wire/pack-pieces'
import {readArrays, writeArrays} from '#provider/wire/wire-value'
import {DTYPES, type DType} from '#world/tensor/dtype'
import {Tensor} from '#world/tensor/tensor'
import {spec} from '../../../support/spec.ts'

const it = spec('arrays on the wire')

interface Fixtures {
  readonly arrays: readonly ({name: string; dtype: DType; shape: number[]; data: (number | boolean)[]} & Record<
    ArrayDialect,
    string
  >)[]
  readonly plain: readonly {name: string; value: unknown; hex: string}[]
  readonly refused: readonly {name: string; hex: string}[]
}
const {arrays, plain, refused} = JSON.parse(readFileSync('fixtures/wire/arrays.json', 'utf8')) as Fixtures
const ALL = Object.keys(DIALECTS) as ArrayDialect[]
const bytesOf = (hex: string) => Buffer.from(hex, 'hex')
const read = (bytes: Uint8Array, allowed = ALL) => readArrays(unpackMsgpack(bytes), allowed)
const outcome = (work: () => unknown) => {
  try {
    work()
    return 'read'
  } catch (error) {
    return codeOf(error) ?? String(error)
  }
}

for (const {name, dtype, shape, data, ...forms} of arrays) {
  const tensor = Tensor.of(dtype, shape, data.map(Number))
  for (const dialect of ALL) {
    it(`reads ${name} as NumPy and msgpack wrote it in the dialect ${dialect}`, () => {
      const {value, dialects} = read(bytesOf(forms[dialect]))
      assert.equal((value as Tensor).summary(), tensor.summary())
      assert.equal([...dialects], [dialect])
    })
    // What NumPy wrote in column order is sent in row order.
    if (name === 'column-major' && dialect === 'npy') continue
    it(`writes ${name} byte for byte as NumPy and msgpack do in the dialect ${dialect}`, () => {
      assert.is(Buffer.from(packMsgpack(writeArrays(tensor, dialect))).toString('hex'), forms[dialect])
    })
  }
}

for (const {name, value, hex} of plain) {
  it(`reads plain values: ${name}`, () => {
    assert.equal(read(bytesOf(hex)).value, value)
  })
}

for (const {name, hex} of refused) {
  it(`refuses ${name}`, () => {
    assert.is(
      outcome(() => read(bytesOf(hex))),
      'contract_violation',
    )
  })
}

it('reads an array in an allowed dialect only', () => {
  const bytes = packMsgpack(writeArrays(Tensor.of('float32', [1], [1]), 'openpi'))
  assert.is(
    outcome(() => read(bytes, ['npy', 'msgpack-numpy'])),
    'contract_violation',
  )
})

const dtypes = fc.constantFrom(...(Object.keys(DTYPES) as DType[]))
const tensors = fc
  .tuple(dtypes, fc.array(fc.integer({min: 1, max: 4}), {maxLength: 4}), fc.nat())
  .map(([dtype, shape, seed]) => Tensor.from({dtype, shape, seed}))

it('gives every tensor back as it went out', () => {
  fc.assert(
    fc.property(tensors, fc.constantFrom(...ALL), (tensor, dialect) => {
      const {value} = read(packMsgpack(writeArrays({deep: [tensor]}, dialect)))
      const [back] = (value as {deep: Tensor[]}).deep
      assert.equal(back?.summary(), tensor.summary())
    }),
  )
})

it('of any bytes at all reads a value or refuses with contract_violation', () => {
  fc.assert(
    fc.property(fc.uint8Array({maxLength: 64}), (bytes) => {
      assert.match(
        outcome(() => read(bytes)),
        /^(read|contract_violation)$/,
      )
    }),
    {numRuns: 2000},
  )
})

it('of a valid message with a few bytes changed reads a value or refuses with contract_violation', () => {
  const valid = [...arrays.flatMap((row) => ALL.map((dialect) => row[dialect])), ...plain.map((row) => row.hex)]
  const change = fc.tuple(fc.nat(), fc.integer({min: 0, max: 255}))
  fc.assert(
    fc.property(
      fc.constantFrom(...valid),
      fc.array(change, {minLength: 1, maxLength: 3}),
      fc.nat(),
      (hex, changes, cut) => {
        const bytes = bytesOf(hex)
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte
        const sent = cut % 4 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes
        assert.match(
          outcome(() => read(sent)),
          /^(read|contract_violation)$/,
        )
      },
    ),
    {numRuns: 3000},
  )
})

const HOSTILE: Readonly<Record<string, string>> = {
  'a list of four thousand million entries': 'ddffffffff',
  'a map that claims more than there is': 'df7fffffff',
  'nested lists that each claim all the bytes left': `${'dc00ff'.repeat(60)}${'c0'.repeat(255)}`,
  'levels without end': '91'.repeat(100_000),
  'a value after the value': 'c0c0',
  'nothing at all': '',
  'the byte that means nothing': 'c1',
  'an extension that builds a regular expression': 'd4780061',
  'an extension that declares a record': 'd47240',
  'a time stamp': 'd6ff00000000',
  'text that is no UTF-8': 'a1ff',
  'a map whose keys are numbers': '8101c0',
  'bare bytes': 'c40161',
  NaN: 'cb7ff8000000000000',
  'an integer beyond 2^53': 'cfffffffffffffffff',
  'the key __proto__': `81a9${Buffer.from('__proto__').toString('hex')}80`,
}

for (const [name, hex] of Object.entries(HOSTILE)) {
  it(`refuses ${name}`, () => {
    assert.is(
      outcome(() => read(bytesOf(hex))),
      'contract_violation',
    )
  })
}

it('refuses a million and one entries before it makes room for them', () => {
  const bytes = Buffer.alloc(5 + 1_000_001, 0xc0)
  bytes.writeUInt8(0xdd)
  bytes.writeUInt32BE(1_000_001, 1)
  assert.is(
    outcome(() => read(bytes)),
    'contract_violation',
  )
})
it('a message in pieces is the message, and long byte strings are in it as they are', () => {
  const long = fc.integer({min: 32_000, max: 33_500}).map((size) => Buffer.alloc(size, size % 251))
  const bytes = fc.oneof(fc.uint8Array({maxLength: 40}), long)
  const {value} = fc.letrec((tie) => ({
    value: fc.oneof({maxDepth: 4}, bytes, fc.string(), fc.integer(), fc.constant(null), tie('list'), tie('map')),
    list: fc.array(tie('value'), {maxLength: 5}),
    map: fc.array(fc.tuple(fc.string(), tie('value')), {maxLength: 5}).map((entries) => new Map(entries)),
  }))
  fc.assert(
    fc.property(value, (asked) => {
      assert.equal(unpackMsgpack(Buffer.concat(packPieces(asked))), unpackMsgpack(packMsgpack(asked)))
    }),
  )
  const picture = Buffer.alloc(40_000, 7)
  const pieces = packPieces({video: [{front: picture, mark: 'x'}], state: new Uint8Array(3)})
  assert.equal([pieces.length, pieces[1] === picture], [3, true])
})
it('a message in parts says the same where a size just fits its tag and where it does not', () => {
  const texts = [0, 30, 31, 32, 255, 256].flatMap((length) => ['a', 'ß', '€'].map((letter) => letter.repeat(length)))
  const lists = [0, 14, 15, 16, 300].map((length) => Array.from({length}, (_, at) => at))
  const maps = [0, 14, 15, 16, 300].map((length) => new Map(Array.from({length}, (_, at) => [`k${at}`, at])))
  const bytes = [0, 1, 255, 256, 32_767, 32_768, 70_000].map((length) => Buffer.alloc(length, length))
  const numbers = [0, -0, 127, 128, -1, -32, -33, 255, 65_536, 2 ** 32, 2 ** 53 - 1, 0.5, -1e300]
  const rest = [null, true, false, '\ud83e\udd16', {'a key of more than thirty-one bytes': {deep: [{}]}}]
  for (const value of [...texts, ...lists, ...maps, ...bytes, ...numbers, ...rest]) {
    const asked = [bytes[6], value, {value}, bytes[5], value]
    assert.equal(unpackMsgpack(Buffer.concat(packPieces(asked))), unpackMsgpack(packMsgpack(asked)))
  }
  const all = {texts, lists, maps, bytes, numbers, rest}
  assert.equal(unpackMsgpack(Buffer.concat(packPieces(all))), unpackMsgpack(packMsgpack(all)))
})
it('an array has the same elements wherever in a message it begins', () => {
  for (const dtype of Object.keys(DTYPES) as DType[]) {
    const tensor = Tensor.of(dtype, [3], [1, 0, 1])
    for (let place = 0; place < 9; place++) {
      const message = Buffer.alloc(place + tensor.bytes.length + 9, 0xff)
      message.set(tensor.bytes, place)
      const there = new Tensor(dtype, [3], message.subarray(place, place + tensor.bytes.length))
      assert.equal([...there.toFloat64()], [1, 0, 1])
    }
  }
})
it('a number that is none says where it stands, as far as the names of the other side are plain', () => {
  const told = (value: unknown) => {
    try {
      read(packMsgpack(value))
      return 'read'
    } catch (error) {
      return (error as Error).message
    }
  }
  const bad = {__ndarray_class__: true, as_npy: encodeNpy(Tensor.of('float32', [2], [1, 2]))}
  Buffer.from(bad.as_npy.buffer, bad.as_npy.byteOffset + bad.as_npy.length - 4).writeFloatLE(Number.NaN)
  assert.is(told([{single_arm: bad}, {}]), 'single_arm: tensor holds a number that is not finite')
  assert.is(told({a: {b: Number.NaN}}), 'a.b: reply holds a number that is not finite')
  assert.is(told({'no\nplain name': Number.NaN}), 'reply holds a number that is not finite')
  assert.is(told([Number.NaN]), 'reply holds a number that is not finite')
})
it.run()
