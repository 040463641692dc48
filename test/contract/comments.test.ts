import {globSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'

const it = spec('comments')
/** Beginnings that point at some other comment instead of saying what holds here. */
const RIDDLE = /^(?:The same\b|Likewise\b|Ditto\b|As above\b|See above\b|One of (?:them|these|those|the two)\b)/

/** Docstrings and lines of comment, each as one line of text without its marks. */
function commentsIn(source: string): string[] {
  const found = source.matchAll(/\/\*\*([\s\S]*?)\*\/|^[ \t]*\/\/[ \t]*(.*)$/gm)
  return [...found].map(([, block, line]) => (block ?? line ?? '').replaceAll(/\s*\n\s*\* ?/g, ' ').trim())
}

const riddlesIn = (source: string) => commentsIn(source).filter((text) => RIDDLE.test(text))

it('no comment is a riddle that only another comment solves', () => {
  const files = globSync('src/**/*.ts', {cwd: ROOT}).filter((file) => !file.startsWith('src/contract/generated/'))
  assert.ok(files.length > 1_000)
  const riddles = files.flatMap((file) =>
    riddlesIn(readFileSync(join(ROOT, file), 'utf8')).map((text) => `${file}: ${text}`),
  )
  assert.equal(riddles, [])
})

it('a riddle is seen in each form of comment', () => {
  const riddles = [
    '/** The same for lists. */',
    '/**\n * Likewise for\n * lists.\n */',
    '  // One of them.',
    '/** One of the two ways. */',
  ]
  for (const text of riddles) assert.is(riddlesIn(text).length, 1, text)
  for (const text of ['/** One of each kind. */', "const a = 'The same'", '/** Sameness. */'])
    assert.equal(riddlesIn(text), [], text)
})

it.run()
