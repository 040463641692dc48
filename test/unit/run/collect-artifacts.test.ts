import * as assert from 'uvu/assert'
import type {FileReader} from '#path/files'
import {nodeReader} from '#path/node-files'
import {collectArtifacts} from '#run/collect-artifacts'
import {spec} from '../../support/spec.ts'

const it = spec('collected artifacts')

/** A file of so many pieces, whatever its path. */
function longFile(pieces: number): FileReader {
  const piece = new Uint8Array(64)
  return {
    ...nodeReader,
    open: () => {
      let left = pieces
      const facts = () => ({kind: 'file' as const, sizeBytes: pieces * 64, links: 1, mtimeMs: 0, identity: '1:1'})
      return {facts, next: () => (left-- > 0 ? piece : undefined), [Symbol.dispose]: () => undefined}
    },
  }
}

it('lets a heartbeat through while a long file is digested', async () => {
  let [beats, isDone] = [0, false]
  const beat = () => {
    beats++
    if (!isDone) setImmediate(beat)
  }
  setImmediate(beat)
  const [record] = await collectArtifacts('/run', ['artifacts/long.bin'], new Map(), longFile(1000))
  isDone = true
  assert.is(record?.size_bytes, 64_000)
  assert.ok(beats >= 7, `${beats} beats`)
})

it.run()
