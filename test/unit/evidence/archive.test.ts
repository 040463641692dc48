import {spawnSync} from 'node:child_process'
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import * as assert from 'uvu/assert'
import type {ArchiveEntry} from '#archive/archive-entry'
import {tarOf} from '#archive/tar'
import {tarEntries} from '#archive/tar-entries'
import {gunzip, gzipOf} from '#evidence/archive/gzip'
import {zipOf} from '#evidence/archive/zip'
import {zipEntries} from '#evidence/archive/zip-entries'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('archive')
const LIMIT_MS = 60_000
const LONG_PART = 'part-of-a-name-that-the-old-header-cannot-hold'
const ENTRIES: readonly ArchiveEntry[] = [
  {path: 'bundle/bagit.txt', content: Buffer.from('BagIt-Version: 1.0\n')},
  {path: 'bundle/data/empty', content: Buffer.alloc(0)},
  {path: 'bundle/data/grüße.txt', content: Buffer.from('größe\n')},
  {path: `bundle/data/${LONG_PART}/${LONG_PART}/${LONG_PART}.json`, content: Buffer.from('{}\n'.repeat(5000))},
  {path: 'bundle/data/noise.bin', content: Buffer.from(Array.from({length: 1537}, (_, at) => (at * 2654435761) % 251))},
]
const plain = (entries: readonly ArchiveEntry[]) =>
  entries.map(({path, content}) => [path, Buffer.from(content).toString('hex')])
const READ_BY_PYTHON = `
import sys, json, zipfile, tarfile
name = sys.argv[1]
if name.endswith('.zip'):
    with zipfile.ZipFile(name) as z:
        assert z.testzip() is None
        found = [[i.filename, z.read(i).hex()] for i in z.infolist()]
else:
    with tarfile.open(name) as t:
        found = [[m.name, t.extractfile(m).read().hex()] for m in t.getmembers()]
print(json.dumps(found))`

it('what was packed is read back, whatever the names and sizes', () => {
  assert.equal(plain(zipEntries(zipOf(ENTRIES)).entries), plain(ENTRIES))
  assert.equal(plain(tarEntries(gunzip(gzipOf(tarOf(ENTRIES)))).entries), plain(ENTRIES))
  const nothing = {entries: [], folders: []}
  assert.equal([tarEntries(tarOf([])), zipEntries(zipOf([]))], [nothing, nothing])
})

it('the same files give the same bytes, with nothing of the machine in them', () => {
  const twice = [1, 2].map(() =>
    [zipOf(ENTRIES), gzipOf(tarOf(ENTRIES))].map((bytes) => Buffer.from(bytes).toString('hex')),
  )
  assert.equal(twice[0], twice[1])
  assert.is(Buffer.from(gzipOf(tarOf(ENTRIES))).toString('hex', 0, 10), '1f8b08000000000000ff')
})

const TOOLS = [
  ['tar', 'tgz', (file: string, to: string) => ['tar', '-xzf', file, '-C', to]],
  ['unzip', 'zip', (file: string, to: string) => ['unzip', '-q', file, '-d', to]],
] as const

for (const [tool, kind, command] of TOOLS) {
  const run = () => {
    using dir = tempDir()
    const file = pack(dir.path, kind)
    const [program = '', ...args] = command(file, dir.path)
    const {status, stderr} = spawnSync(program, args, {
      encoding: 'utf8',
      env: {PATH: process.env['PATH'], LC_ALL: 'C.UTF-8'},
    })
    assert.equal([status, stderr], [0, ''])
    for (const {path, content} of ENTRIES) assert.ok(readFileSync(join(dir.path, path)).equals(content), path)
  }
  if (has(tool)) it(`${tool} unpacks a ${kind} of ours`, run, LIMIT_MS)
  else it.skip(`${tool} unpacks a ${kind} of ours`, `needs ${tool}`)
}

for (const kind of ['zip', 'tgz'] as const) {
  const title = `Python's own library reads a ${kind} of ours`
  if (!has('python3')) it.skip(title, 'needs python3')
  else
    it(
      title,
      () => {
        using dir = tempDir()
        const {stdout, stderr} = spawnSync('python3', ['-c', READ_BY_PYTHON, pack(dir.path, kind)], {encoding: 'utf8'})
        assert.is(stderr, '')
        assert.equal(JSON.parse(stdout), plain(ENTRIES))
      },
      LIMIT_MS,
    )
}

const PACKERS = [
  ['tar', (file: string) => ['tar', '-czf', file, 'bundle']],
  ['tar', (file: string) => ['tar', '--format=pax', '-czf', file, './bundle']],
  ['zip', (file: string) => ['zip', '-qr', file, 'bundle']],
] as const

for (const [tool, command] of PACKERS) {
  const shown = command('FILE').join(' ')
  const run = () => {
    using dir = tempDir()
    for (const {path, content} of ENTRIES) put(join(dir.path, path), content)
    const [program = '', ...args] = command('packed')
    assert.is(spawnSync(program, args, {cwd: dir.path}).status, 0)
    const bytes = readFileSync(join(dir.path, tool === 'zip' ? 'packed.zip' : 'packed'))
    const {entries: read} = tool === 'zip' ? zipEntries(bytes) : tarEntries(gunzip(bytes))
    const named = read.map(({path, content}) => ({path: path.replace('./', ''), content}))
    assert.equal(sorted(plain(named)), sorted(plain(ENTRIES)))
  }
  if (has(tool)) it(`what \`${shown}\` packs is read`, run, LIMIT_MS)
  else it.skip(`what \`${shown}\` packs is read`, `needs ${tool}`)
}

it.run()

function pack(folder: string, kind: 'zip' | 'tgz'): string {
  const file = join(folder, `packed.${kind}`)
  writeFileSync(file, kind === 'zip' ? zipOf(ENTRIES) : gzipOf(tarOf(ENTRIES)))
  return file
}

function put(path: string, content: Uint8Array): void {
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, content)
}

function sorted(rows: readonly (readonly (string | undefined)[])[]) {
  return rows.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

function has(tool: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0
}
