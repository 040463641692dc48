import {execFileSync} from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {nodeReader} from '#path/node-files'
import {nodeDirectories, nodeWriter} from '#path/node-writer'
import {Redactor} from '#redact/redactor'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('files of this machine')
const safe = (text: string) => new Redactor().text(text)

it('only regular files are opened: no link, no FIFO that would block, no device, no directory', async () => {
  using dir = tempDir()
  const at = (name: string) => join(dir.path, name)
  writeFileSync(at('file'), 'text')
  symlinkSync('file', at('link'))
  execFileSync('mkfifo', [at('fifo')])
  mkdirSync(at('folder'))
  for (const path of [at('link'), at('fifo'), at('folder'), '/dev/zero']) {
    await throwsCode(() => nodeReader.read(path), 'file_unreadable')
  }
  await throwsCode(() => nodeReader.read(at('none')), 'file_missing')
  await throwsCode(() => nodeReader.read(at('file/below')), 'file_missing')
  assert.is(Buffer.from(nodeReader.read(at('file'))).toString(), 'text')
})
it('a file larger than the limit is refused unread', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'big')
  writeFileSync(path, '')
  truncateSync(path, 2 ** 40)
  await throwsCode(() => nodeReader.read(path, 1024), 'document_size')
})
it('facts tell what a name is without following it; nothing is no error', () => {
  using dir = tempDir()
  const at = (name: string) => join(dir.path, name)
  writeFileSync(at('file'), 'abc')
  linkSync(at('file'), at('twin'))
  symlinkSync('nowhere', at('link'))
  const facts = nodeReader.facts(at('file'))
  assert.equal([facts?.kind, facts?.sizeBytes, facts?.links], ['file', 3, 2])
  assert.is(nodeReader.facts(at('twin'))?.identity, facts?.identity)
  assert.is(nodeReader.facts(at('link'))?.kind, 'link')
  assert.is(nodeReader.facts(at('none')), undefined)
  assert.is(nodeReader.facts(at('file/below')), undefined)
  assert.is(nodeReader.real(at('link')), undefined)
})
it('a list is sorted by code unit', () => {
  using dir = tempDir()
  for (const name of ['b', 'a', 'B', 'ä', '_']) writeFileSync(join(dir.path, name), '')
  assert.equal(
    nodeReader.list(dir.path).map(({name}) => name),
    ['B', '_', 'a', 'b', 'ä'],
  )
})
it('a new file is never an old one, and a line after a cut leaves no hole', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'lines')
  const file = await nodeWriter.open(path, 'new')
  await file.write(safe('one\nhal'))
  await nodeWriter.truncate(path, 4)
  await file.write(safe('two\n'))
  await file.close()
  assert.is(readFileSync(path, 'utf8'), 'one\ntwo\n')
  await throwsCode(() => nodeWriter.open(path, 'new'), 'io_error')
})
it('a taken name is told, not overwritten', async () => {
  using dir = tempDir()
  const at = (name: string) => join(dir.path, name)
  writeFileSync(at('a'), 'a')
  writeFileSync(at('b'), 'b')
  assert.is(await nodeWriter.link(at('a'), at('b')), 'exists')
  assert.is(await nodeWriter.link(at('a'), at('c')), 'made')
  assert.is(await nodeDirectories.make(at('b')), 'exists')
  assert.is(readFileSync(at('b'), 'utf8'), 'b')
})
it('removing what is gone is fine; a tree goes without what its links lead to', async () => {
  using dir = tempDir()
  const at = (name: string) => join(dir.path, name)
  mkdirSync(at('tree'))
  mkdirSync(at('kept'))
  writeFileSync(at('kept/file'), '')
  symlinkSync('../kept', at('tree/link'))
  await nodeWriter.remove(at('none'))
  await nodeDirectories.removeTree(at('tree'))
  assert.not.ok(existsSync(at('tree')))
  assert.equal(readdirSync(at('kept')), ['file'])
})
it.run()
