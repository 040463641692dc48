import {truncateSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {sha256} from '#digest/sha256'
import {MemoryReader} from '#evidence/archive/memory-reader'
import {MOST_READ_BYTES, readBundleFile} from '#evidence/verify/read-bundle'
import type {FileFacts, FileReader} from '#path/files'
import {nodeReader} from '#path/node-files'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('reading files of a bundle')
const facts: FileFacts = {kind: 'file', sizeBytes: 1, links: 1, mtimeMs: 0, identity: '1'}
const found = {path: 'file', facts}

const isPlausible = () => true

/** A file that goes on until somebody aborts. */
function endless(): FileReader {
  const piece = new Uint8Array(1024 * 1024)
  const file = {facts: () => ({...facts, sizeBytes: Number.MAX_SAFE_INTEGER}), next: () => piece, [Symbol.dispose]() {}}
  return Object.assign(new MemoryReader(new Map()), {open: () => file})
}

it('hears a signal in the middle of a large file', async () => {
  const stop = new AbortController()
  setImmediate(() => stop.abort('SIGINT'))
  await throwsCode(
    () => readBundleFile('/', found, {keep: false, isPlausible, signal: stop.signal}, endless()),
    'interrupted',
  )
})

it('gives digest and content of files of every size around the size of a piece', async () => {
  using dir = tempDir()
  for (const size of [0, 1, 4095, 4096, 4097, 262_143, 262_144, 262_145, 600_000]) {
    const content = Buffer.alloc(size, 'a\u00e9\n')
    writeFileSync(join(dir.path, 'file'), content)
    const read = await readBundleFile(dir.path, found, {keep: true, isPlausible}, nodeReader)
    assert.is(read.sizeBytes, size)
    assert.is(read.sha256, sha256(content))
    assert.ok(content.equals(read.content ?? new Uint8Array([1])))
  }
})

it('keeps the content only where it is asked for and can be evidence', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'file'), 'x')
  assert.is((await readBundleFile(dir.path, found, {keep: false, isPlausible}, nodeReader)).content, undefined)
  truncateSync(join(dir.path, 'file'), MOST_READ_BYTES + 1)
  const large = await readBundleFile(dir.path, found, {keep: true, isPlausible}, nodeReader)
  assert.is(large.content, undefined)
  assert.is(large.sizeBytes, MOST_READ_BYTES + 1)
})

it('does not read a file of a size that it cannot have', async () => {
  const how = {keep: true, isPlausible: (sizeBytes: number) => sizeBytes < 9}
  const read = await readBundleFile('/', found, how, endless())
  assert.equal([read.content, read.sizeBytes], [undefined, Number.MAX_SAFE_INTEGER])
})

it.run()
