import {execFileSync} from 'node:child_process'
import {globSync, mkdirSync, symlinkSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import * as assert from 'uvu/assert'
import {fastGlobFiles} from '#path/fast-glob-files'
import {parseFilePattern} from '#path/file-pattern'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('globs')
const LIMITS = {files: 100, names: 1_000, levels: 5}

function put(folder: string, ...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), {recursive: true})
    writeFileSync(join(folder, path), '')
  }
}

function find(folder: string, text: string, limits = LIMITS, signal = new AbortController().signal) {
  const pattern = parseFilePattern(text)
  if ('message' in pattern) throw new Error(pattern.message)
  return fastGlobFiles.find({pattern, folder, limits, signal})
}

it('links and special files are told and never followed, hidden names want their dot', async () => {
  using dir = tempDir()
  put(dir.path, 'out/a.txt', 'out/.hidden', 'out/.git/b.txt', 'deep/out/c.txt')
  symlinkSync(join(dir.path, 'deep'), join(dir.path, 'out', 'link'))
  execFileSync('mkfifo', [join(dir.path, 'out', 'pipe')])
  assert.equal((await find(dir.path, 'out/**')).paths, ['out/a.txt', 'out/link', 'out/pipe'])
  assert.equal((await find(dir.path, '**/*.txt')).paths, ['deep/out/c.txt', 'out/a.txt'])
  assert.equal((await find(dir.path, 'out/.*')).paths, ['out/.hidden'])
  assert.equal((await find(dir.path, 'out/.*/*')).paths, ['out/.git/b.txt'])
})

it('a link at the start of a pattern is not followed either', async () => {
  using dir = tempDir()
  symlinkSync('/', join(dir.path, 'root'))
  assert.equal(await find(dir.path, 'root/**'), {paths: [], unopened: ['root']})
})

it('it finds in a real tree what Node finds there', async () => {
  using dir = tempDir()
  put(
    dir.path,
    'a/b.txt',
    'a/c/b.txt',
    'a/c/d/b.txt',
    'x-1-2.json',
    'a/x-1-2.json',
    'a/c/(1).txt',
    'é.txt',
    'a b.txt',
    'o[1].txt',
  )
  const patterns = [
    '**/b.txt',
    'a/*/b.txt',
    'a/{c,c/d}/b.txt',
    '**/c/**/b.txt',
    '**/x-*-*.json',
    '*-*',
    'a/**',
    '**',
    '?.txt',
  ]
  for (const pattern of [
    ...patterns,
    'a/c/(1).txt',
    '* *',
    'o[[]1].txt',
    'a/c/d/b.txt',
    '{a/b,é}.txt',
    './a/b.txt',
    'none',
    'no/**/x',
  ]) {
    const expected = globSync(pattern, {cwd: dir.path, withFileTypes: true}).filter((entry) => entry.isFile())
    const names = expected.map((entry) => join(entry.parentPath, entry.name).slice(dir.path.length + 1)).sort()
    assert.equal((await find(dir.path, pattern)).paths, names, pattern)
  }
})

it('names with line ends are found, and folders of such names found or told, whatever the pattern', async () => {
  using dir = tempDir()
  const odd = ['o/x\ny.txt', 'o/d\re.txt', 'o/b\u2028c.txt', 'o/f\u2029g.txt', 'o/f\u0085g.txt']
  put(dir.path, 'o/a.txt', ...odd, 'o/p\nq/in.txt', 'o/deep/r/x\ny.txt')
  const inO = ['o/a.txt', ...odd].sort()
  assert.equal(await find(dir.path, 'o/*'), {paths: inO, unopened: []})
  assert.equal((await find(dir.path, 'o/deep/**')).unopened, [])
  for (const all of ['o/**', '**', '**/*.txt', 'o/*/in.txt', '**/in.txt', 'o/**/in.*']) {
    const {paths, unopened} = await find(dir.path, all)
    if (!all.includes('in.'))
      assert.equal(
        paths.filter((path) => !path.includes('in.')),
        [...inO, 'o/deep/r/x\ny.txt'].sort(),
        all,
      )
    // Found, or told that nobody looked there.
    assert.equal([...paths, ...unopened].filter((path) => path.includes('p\nq')).length, 1, all)
  }
})

it('a search that goes too far says how far it went', async () => {
  using dir = tempDir()
  put(dir.path, 'a/b/c/d/e/f/g', ...Array.from({length: 30}, (_, at) => `many/${at}`))
  assert.is((await find(dir.path, '**/g')).beyond, '5 folders deep')
  assert.is((await find(dir.path, 'many/*', {...LIMITS, files: 20})).beyond, '20 files')
  assert.is((await find(dir.path, 'many/x*', {...LIMITS, names: 20})).beyond, '20 names')
  assert.is((await find(dir.path, 'many/*')).beyond, undefined)
  assert.is((await find(dir.path, 'a/b/c/*/x')).beyond, undefined)
})

it('an interrupt ends the search, before it and on its way', async () => {
  using dir = tempDir()
  put(dir.path, ...Array.from({length: 50}, (_, at) => `a${at}/b/c`))
  const stop = new AbortController()
  const going = find(dir.path, '**', LIMITS, stop.signal).catch((reason: unknown) => reason)
  stop.abort('SIGTERM')
  assert.is(await going, 'SIGTERM')
  const why = await find(dir.path, '**', LIMITS, stop.signal).catch((reason: unknown) => reason)
  assert.is(why, 'SIGTERM')
})
it.run()
