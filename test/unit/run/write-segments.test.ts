import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {sha256 as sha256Of} from '#digest/sha256'
import {nodeWriter} from '#path/node-writer'
import {LineFile} from '#path/write-lines'
import {Redactor} from '#redact/redactor'
import {SegmentedLines} from '#run/write-segments'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('write-segments')
const redactor = new Redactor()
const safe = (value: unknown) => redactor.line(value)

const real = (folder: string) => (path: string) => LineFile.create(join(folder, path), nodeWriter)
const namesIn = (folder: string) => readdirSync(folder).sort()

it('lines of any length come out whole and in order, over as few files as the limit allows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({maxLength: 40}), {minLength: 1, maxLength: 60}),
      fc.nat(3),
      async (texts, pause) => {
        using dir = tempDir()
        const lines = await SegmentedLines.create({path: 'a.ndjson', mostBytes: 100, open: real(dir.path)})
        for (const [at, text] of texts.entries()) {
          lines.append(safe({text}))
          if (pause > 0 && at % (7 * pause) === 0) await lines.flush()
        }
        await lines.close()
        const told = lines.takeFiles()
        assert.equal(told.map(({path}) => path).toSorted(), namesIn(dir.path))
        const files = told.map(({path}) => readFileSync(join(dir.path, path)))
        assert.equal(
          told.map(({sha256}) => sha256),
          files.map((file) => sha256Of(file)),
        )
        const written = Buffer.concat(files).toString('utf8').trimEnd().split('\n')
        assert.equal(
          written.map((line) => JSON.parse(line)),
          texts.map((text) => JSON.parse(safe({text}))),
        )
        assert.is(lines.written, texts.length)
        for (const [at, file] of files.entries()) {
          const next = files[at + 1]?.indexOf('\n') ?? Number.POSITIVE_INFINITY
          assert.ok(file.length <= 100 || file.toString('utf8').trimEnd().split('\n').length === 1)
          assert.ok(file.length + next + 1 > 100, 'the next line would have had room')
        }
      },
    ),
    {numRuns: 30},
  )
})

it('a further file that cannot be made is told once lines are flushed, and lines after it are counted as lost', async () => {
  using dir = tempDir()
  const open = (path: string) =>
    path === 'a.ndjson' ? real(dir.path)(path) : Promise.reject(new Error('no space left on device'))
  const lines = await SegmentedLines.create({path: 'a.ndjson', mostBytes: 30, open})
  for (let at = 0; at < 5; at++) lines.append(safe({text: 'twelve bytes'}))
  await lines.flush().then(
    () => assert.unreachable('it was told that all is well'),
    (error: Error) => assert.match(error.message, 'no space left'),
  )
  lines.append(safe({text: 'more'}))
  assert.equal([lines.written, lines.lost], [1, 5])
  await lines.close().catch(() => undefined)
  assert.equal(namesIn(dir.path), ['a.ndjson'])
})

it.run()
