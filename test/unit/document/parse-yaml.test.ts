import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {Lexer} from 'yaml'
import {parseYaml} from '#document/parse-yaml'
import {SEED} from '../../support/seed.ts'
import {spec} from '../../support/spec.ts'

const it = spec('parse yaml')
const ENDLESS: readonly (readonly [name: string, text: string])[] = [
  ['pairs', Array.from({length: 60_000}, (_, at) => `k${at}: 1`).join('\n')],
  ['a flow map', `{${Array.from({length: 90_000}, (_, at) => `k${at}`).join(', ')}}`],
  ['a flow list', `[${'1,'.repeat(500_000)}]`],
  ['quotes', '"'.repeat(500_000)],
  ['anchors', '&a '.repeat(300_000)],
  ['aliases', '*a '.repeat(300_000)],
  ['open brackets', '['.repeat(500_000)],
  ['empty lines', '\n'.repeat(500_000)],
]

for (const [name, text] of ENDLESS) {
  it(`stops reading ${name} without end, and says where`, () => {
    const {tree, faults} = parseYaml(text)
    assert.is(tree, undefined)
    assert.equal(
      faults.map(({rule}) => rule),
      ['too_long'],
    )
    const at = faults[0]?.at ?? 0
    assert.ok(at > 30_000 && at < text.length)
  })
}

it('the words and signs of a short text need not be counted: it has at most four for each of its characters', () => {
  const signs = [
    '-',
    '? ',
    ': ',
    ':',
    ',',
    '[',
    ']',
    '{',
    '}',
    '|',
    '>-',
    '"',
    "'",
    '#',
    '&a',
    '*a',
    '!t',
    '%',
    '---',
    '...',
    '@',
  ]
  const text = fc
    .array(fc.constantFrom(...signs, 'a', ' ', '\t', '\n', '\r\n', '\ufeff'), {maxLength: 40})
    .map((all) => all.join(''))
  const counted = (one: string) => [...new Lexer().lex(one)].length
  fc.assert(
    fc.property(text, (one) => one === '' || counted(one) <= 4 * one.length),
    {seed: SEED, numRuns: 2_000},
  )
})

it('takes a long text as one word, and a document far longer than any job', () => {
  assert.equal(parseYaml(`a: >\n${' word, word: word\n'.repeat(50_000)}`).faults, [])
  const steps = Array.from(
    {length: 200},
    (_, at) => `  - {id: s${at}, use: eval, with: {suite: physics, seed: ${at}}}\n`,
  )
  assert.equal(parseYaml(`steps:\n${steps.join('')}`).faults, [])
})

it('what a person mistypes most is named, not only called no YAML', () => {
  const said = (text: string) => parseYaml(text).faults.map(({message}) => message)
  assert.equal(said('name: p\n  x: 1\n').length, 1, 'once for each place')
  assert.match(said('name: p\n  providers: [mock\n').join(), /check the indent.*bracket before it is not closed/)
  assert.match(said('name: "p\nsteps: 1\n').join(), /lacks a sign: a closing quote/)
  assert.match(said('name: @p\n').join(), /needs quotes/)
  assert.match(said('path: "C:\\data"\n').join(), /single quotes/)
  assert.match(said('name p\nsteps: 1\n').join(), /a key must be one line/)
})

it.run()
