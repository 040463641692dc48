import * as assert from 'uvu/assert'
import type {FileWriter, WritableFile} from '#path/files'
import {nodeWriter} from '#path/node-writer'
import {LineFile} from '#path/write-lines'
import {Redactor} from '#redact/redactor'
import {spec} from '../../support/spec.ts'

const it = spec('line file')
const line = (text: string) => new Redactor().text(`${text}\n`)

/** A file in memory; `failAt` is the number of the write or sync that fails. */
function fakeFile(failAt: {write?: number; sync?: number} = {}) {
  const seen = {text: '', writes: 0, syncs: 0, closes: 0}
  const fail = (at: number | undefined, count: number) => {
    if (at === count) throw new Error('broken disk')
  }
  const file: WritableFile = {
    write: async (content) => {
      fail(failAt.write, ++seen.writes)
      seen.text += content
    },
    sync: async () => fail(failAt.sync, ++seen.syncs),
    close: async () => void seen.closes++,
  }
  const writer: FileWriter = {...nodeWriter, open: async () => file}
  return {seen, open: () => LineFile.create('lines', writer)}
}
const thrownBy = (work: () => Promise<void>) =>
  work().then(
    () => undefined,
    (error: Error) => error.message,
  )

it('lines keep their order, a burst is one write, and they are on disk after a flush', async () => {
  const {seen, open} = fakeFile()
  const file = await open()
  for (let at = 0; at < 1000; at++) file.append(line(String(at)))
  await file.flush()
  assert.equal(
    seen.text.trimEnd().split('\n').map(Number),
    Array.from({length: 1000}, (_, at) => at),
  )
  assert.equal([seen.writes, seen.syncs, file.written, file.lost], [1, 1, 1000, 0])
})
it('a failed write is thrown once the caller waits, and every line after it counts as lost', async () => {
  const {seen, open} = fakeFile({write: 2})
  const file = await open()
  file.append(line('kept'))
  await file.flush()
  file.append(line('lost'))
  await new Promise((done) => setImmediate(done))
  file.append(line('lost too'))
  assert.is(await thrownBy(() => file.flush()), 'broken disk')
  assert.is(await thrownBy(() => file.close()), 'broken disk')
  assert.equal([file.written, file.lost, seen.text, seen.closes], [1, 2, 'kept\n', 1])
})
it('a failed sync is thrown: its lines may not be there', async () => {
  const {open} = fakeFile({sync: 1})
  const file = await open()
  file.append(line('a'))
  assert.is(await thrownBy(() => file.flush()), 'broken disk')
})
it('closing flushes, and closing again does nothing', async () => {
  const {seen, open} = fakeFile()
  const file = await open()
  file.append(line('a'))
  await file.close()
  await file.close()
  assert.equal([seen.text, seen.closes], ['a\n', 1])
})
it.run()
