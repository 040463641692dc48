import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {tarOf} from '#archive/tar'
import {tarEntries} from '#archive/tar-entries'
import {TarPieces} from '#archive/tar-pieces'
import {AssayError} from '#error/assay-error'
import {spec} from '../../support/spec.ts'

const it = spec('archive/tar-pieces')

/** What comes out when the bytes come in pieces of these sizes. */
function inPieces(tar: Uint8Array, sizes: readonly number[]) {
  const found: {path: string; content: number[]}[] = []
  const reader = new TarPieces({
    begin: (path) => void found.push({path, content: []}),
    content: (piece) => void found.at(-1)?.content.push(...piece),
    end: () => undefined,
  })
  for (let at = 0, n = 0; at < tar.length; n++) {
    const size = sizes[n % sizes.length] ?? 1
    reader.write(tar.subarray(at, at + size))
    at += size
  }
  reader.finish()
  return found
}

const entry = fc.record({
  path: fc.string({unit: 'grapheme-ascii', minLength: 1, maxLength: 150}).filter((text) => !text.includes('\0')),
  content: fc.uint8Array({maxLength: 1500}),
})
const sizes = fc.array(fc.integer({min: 1, max: 2000}), {minLength: 1, maxLength: 5})

it('wherever a tar is cut into pieces, the same files come out of it as from the whole', () => {
  fc.assert(
    fc.property(fc.array(entry, {maxLength: 6}), sizes, (entries, cuts) => {
      const tar = tarOf(entries)
      const whole = tarEntries(tar).entries.map(({path, content}) => ({path, content: [...content]}))
      assert.equal(inPieces(tar, cuts), whole)
    }),
    {numRuns: 100},
  )
})

it('a changed or cut tar is read or refused, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.array(entry, {minLength: 1, maxLength: 3}),
      sizes,
      fc.nat(),
      fc.nat(255),
      (entries, cuts, at, byte) => {
        const tar = Uint8Array.from(tarOf(entries))
        tar[at % tar.length] = byte
        for (const bytes of [tar, tar.subarray(0, at % tar.length)]) {
          try {
            inPieces(bytes, cuts)
          } catch (error) {
            assert.ok(error instanceof AssayError && error.code === 'archive_refused', String(error))
          }
        }
      },
    ),
    {numRuns: 100},
  )
})
it.run()
