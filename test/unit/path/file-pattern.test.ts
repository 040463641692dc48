import {matchesGlob} from 'node:path/posix'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {coarsePatterns, type FilePattern, matchesPattern, parseFilePattern} from '#path/file-pattern'
import {spec} from '../../support/spec.ts'

const it = spec('file pattern')

function read(pattern: string): FilePattern {
  const read = parseFilePattern(pattern)
  if ('message' in read) throw new Error(`${pattern} ${read.message}`)
  return read
}

for (const [bad, at] of [
  ['/etc/*', 0],
  ['~/x', 0],
  ['!a', 0],
  ['../x', 0],
  ['a/../../x', 2],
  ['{..,a}/x', 1],
  ['a\\..', 2],
  ['a\\b', 1],
  ['out/+(a|b).txt', 4],
  ['x/!(a)', 2],
  ['out/{1..1000000}', 6],
  ['a/[b', 2],
  ['[a{b,c]}', 0],
  ['a{b,c', 1],
  ['a}b', 1],
  ['a{b}', 1],
  ['{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}', 0],
  [`x${'{a,b}'.repeat(39)}`, 1],
  ['{'.repeat(60), 4],
  ['{a,{b,{c,{d,{e,f}}}}}', 12],
  ['', 0],
  ['a//b', 0],
  ['out/', 0],
  [`${'a'.repeat(201)}`, 0],
] as const) {
  it(`${bad.slice(0, 40)} is refused, with the place`, () => {
    const fault = parseFilePattern(bad)
    assert.is('at' in fault ? fault.at : undefined, at)
  })
}

it('what is ordinary is read', () => {
  const good = ['out/*.json', '**/*.txt', 'a.b/c', '[ab].log', './x', '{a,b/c}/{d,e}.txt', '**/**/**/**', '[]a]', 'é?']
  for (const pattern of good) assert.not.ok('message' in parseFilePattern(pattern), pattern)
  assert.is(read('{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}').routes.length, 64)
})

const NAMES = fc.string({unit: fc.constantFrom('a', 'b', 'c', '-', '.', '1'), minLength: 1, maxLength: 4})
const PATHS = fc.array(NAMES, {minLength: 1, maxLength: 4}).map((names) => names.join('/'))
const PARTS = fc.constantFrom('a', 'b', 'c', '*', '?', '[a-b]', '[!a]', '{a,b}', '{a,bc,*}', '**', '/', '/', '.', '1')

it('it matches what the matcher of Node matches, and the coarse patterns miss none of it', () => {
  const patterns = fc.array(PARTS, {minLength: 1, maxLength: 9}).map((parts) => parts.join(''))
  let compared = 0
  fc.assert(
    fc.property(patterns, PATHS, (pattern, path) => {
      // A dot alone is no name.
      if ('message' in parseFilePattern(pattern) || path.split('/').some((name) => /^\.+$/.test(name))) return
      compared++
      // To Node a dot in front is a name; here it is where the search begins.
      const expected = matchesGlob(path, pattern.replace(/^(?:\.\/)+/, ''))
      assert.is(matchesPattern(read(pattern), path), expected, JSON.stringify({pattern, path}))
      if (expected)
        assert.ok(
          coarsePatterns(read(pattern)).some((coarse) => matchesGlob(path, coarse)),
          pattern,
        )
    }),
    {numRuns: 20_000},
  )
  assert.ok(compared > 5_000)
})

it('no pattern makes a name cost more than the product of their lengths', () => {
  const bombs = [
    `${'*a'.repeat(99)}b`,
    `${'?*'.repeat(100)}`,
    `${'[a-z]*'.repeat(33)}b`,
    `**/${'*a'.repeat(98)}`,
    `${'**/a/'.repeat(33)}x`,
    `{${'*a'.repeat(30)}c,${'*b'.repeat(30)}}`,
    '(a+)+b',
    '(a|a)b(a|a)b',
  ]
  const path = Array.from({length: 16}, () => 'a'.repeat(255)).join('/')
  for (const bomb of bombs) {
    assert.not.ok(matchesPattern(read(bomb), path) && bomb.endsWith('b'), bomb)
    // What goes to a matcher of others has nothing left in it that could be repeated within a repetition.
    for (const coarse of coarsePatterns(read(bomb))) {
      assert.match(coarse, /^(?:[^*]*\*?[^*/]*\/)*(?:\*\*|[^*]*\*?[^*]*)(?:\/[^*/]*\*?[^*/]*)*$/)
      assert.ok((coarse.match(/\*\*/g) ?? []).length <= 1)
      assert.not.match(coarse, /[()[\]{}+|\\]/)
    }
  }
})
it.run()
