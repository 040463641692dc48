import fc from 'fast-check'
import {stringify as toToml} from 'smol-toml'
import * as assert from 'uvu/assert'
import {stringify as toYaml} from 'yaml'
import {loadText} from '../../support/documents.ts'
import {spec} from '../../support/spec.ts'

const it = spec('spellings')
const RAW_CONTROL = /[\u0000-\u001f\u007f]/
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

const text = fc
  .oneof(
    fc.string({unit: 'grapheme', maxLength: 12}),
    fc.constantFrom(
      'yes',
      'null',
      '1',
      '~',
      '0x1',
      'a: b',
      '# c',
      '',
      ' a',
      '2020-01-01',
      '*a',
      '!b',
      '&c',
      '<<',
      '"',
      "'''",
    ),
  )
  .filter((all) => !RAW_CONTROL.test(all))
const key = text.filter((name) => !FORBIDDEN.has(name))
const leaf = fc.oneof(
  text,
  fc.maxSafeInteger(),
  fc.double({noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9}),
  fc.boolean(),
)
const {tree} = fc.letrec((tie) => ({
  tree: fc.dictionary(key, tie('node'), {maxKeys: 4, noNullPrototype: true}),
  node: fc.oneof({depthSize: 'small', withCrossShrink: true}, leaf, fc.array(tie('node'), {maxLength: 3}), tie('tree')),
}))

it('JSON, YAML and TOML of one content are one value of plain objects', async () => {
  await fc.assert(
    fc.asyncProperty(tree, async (content) => {
      const json = JSON.stringify(content)
      // JSON has no -0; what JSON says is the content.
      const expected = JSON.parse(json)
      const loaded = await Promise.all([
        loadText('a.json', json),
        loadText('a.yaml', toYaml(expected)),
        loadText('a.toml', toToml(expected)),
      ])
      for (const {value} of loaded) assert.equal(value, expected)
      for (const {value} of loaded) assert.is(Object.getPrototypeOf(value), Object.prototype)
    }),
    {numRuns: 200},
  )
})

it('every key and value has a place in all three, and it is the right one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), {minLength: 1, maxLength: 5}), async (names) => {
      const texts = {
        'a.json': JSON.stringify(Object.fromEntries(names.map((name, at) => [name, [at]])), null, 2),
        'a.yaml': names.map((name, at) => `${name}:\n  - ${at}\n`).join(''),
        'a.toml': names.map((name, at) => `${name} = [\n  ${at}, # ]\n]\n`).join(''),
      }
      for (const [file, text] of Object.entries(texts)) {
        const {positions} = await loadText(file, text)
        const lines = text.split('\n')
        const at = (place?: {line: number; column: number}) =>
          lines[(place?.line ?? 0) - 1]?.slice((place?.column ?? 0) - 1)
        for (const [index, name] of names.entries()) {
          assert.match(at(positions.key(`/${name}`)) ?? '', new RegExp(`^"?${name}`), file)
          assert.match(at(positions.value(`/${name}/0`)) ?? '', new RegExp(`^${index}`), file)
        }
      }
    }),
    {numRuns: 60},
  )
})

it('TOML places hold across tables, arrays of tables, dotted and quoted keys and long strings', async () => {
  const text = [
    'top = """a = 1', // 1
    '[not.a.table]"""""', // 2
    "[a.'b c']  # comment = 1", // 3
    'x.y = {p = [1, {q = \'#\'}], "r\\u0061" = 2}', // 4
    '[[list]]', // 5
    'k = 1', // 6
    '[[list]]', // 7
    '  k = 2', // 8
    '[list.sub]', // 9
    "z = '''", // 10
    "k = 3'''", // 11
    'last = 1e3', // 12
  ].join('\r\n')
  const {value, positions} = await loadText('a.toml', text)
  const at = (pointer: string) => Object.values(positions.value(pointer) ?? {}).join(':')
  const expected = {
    '/top': '1:7',
    '/a/b c/x/y/p/0': '4:13',
    '/a/b c/x/y/p/1/q': '4:21',
    '/a/b c/x/y/ra': '4:40',
    '/list/0/k': '6:5',
    '/list/1/k': '8:7',
    '/list/1/sub/z': '10:5',
    '/list/1/sub/last': '12:8',
  }
  assert.equal(Object.fromEntries(Object.keys(expected).map((pointer) => [pointer, at(pointer)])), expected)
  assert.equal((value as {list: unknown}).list, [{k: 1}, {k: 2, sub: {z: 'k = 3', last: 1000}}])
})

it('of something absent the place is that of what would hold it', async () => {
  const {positions} = await loadText('a.yaml', 'a:\n  b: 1\n')
  assert.equal(positions.value('/a/none/deeper'), {line: 2, column: 3})
  assert.equal(positions.value(''), {line: 1, column: 1})
})

it('YAML 1.2 reads yes, no, on and dates as text', async () => {
  const {value} = await loadText('a.yml', 'a: [yes, no, on, 2020-01-01, 0o7, ~]\n')
  assert.equal(value, {a: ['yes', 'no', 'on', '2020-01-01', 7, null]})
})

it.run()
