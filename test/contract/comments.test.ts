import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'

const it = spec('comments')
/** Rooms whose comments have been read through. */
const ROOMS =
  'error digest path net random stats process contract document report event trace profile run gate audit compare job doctor compose library cli commands measurement'.split(
    ' ',
  )
/** Beginnings that point at some other comment instead of saying what holds here. */
const RIDDLE = /^(?:The same\b|Likewise\b|Ditto\b|As above\b|See above\b|One of (?:them|these|those|the two)\b)/

/** Docstrings and lines of comment, each as one line of text without its marks. */
function commentsIn(source: string): string[] {
  const found = source.matchAll(/\/\*\*([\s\S]*?)\*\/|^[ \t]*\/\/[ \t]*(.*)$/gm)
  return [...found].map(([, block, line]) => (block ?? line ?? '').replaceAll(/\s*\n\s*\* ?/g, ' ').trim())
}

const riddlesIn = (source: string) => commentsIn(source).filter((text) => RIDDLE.test(text))

it('no comment is a riddle that only another comment solves', () => {
  const riddles = ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, 'src', room), {recursive: true, encoding: 'utf8'})
      .filter((name) => name.endsWith('.ts') && !name.startsWith('generated'))
      .flatMap((name) =>
        riddlesIn(readFileSync(join(ROOT, 'src', room, name), 'utf8')).map((text) => `${room}/${name}: ${text}`),
      ),
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
