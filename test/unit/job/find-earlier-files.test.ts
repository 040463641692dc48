import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {EarlierFiles} from '#job/find-earlier-files'
import {readOutputPattern} from '#job/find-outputs'
import {fastGlobFiles} from '#path/fast-glob-files'
import type {FileReader} from '#path/files'
import {nodeFiles} from '#path/node-files'
import {systemClock} from '#random/system-clock'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('files before a job')
const NOW_MS = 1_800_000_000_500
const patterns = [readOutputPattern('*.txt', 'a pattern')]

/** Whether a file whose last change is told as so long ago counts as one of before. */
async function isEarlier(changed: {agoMs: number} | undefined): Promise<boolean> {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'a.txt'), 'a')
  const facts: FileReader['facts'] = (path) => {
    const seen = nodeFiles.reader.facts(path)
    if (!seen) return undefined
    const {changedMs: _, ...others} = seen
    return {...others, ...(changed && {changedMs: NOW_MS - changed.agoMs})}
  }
  const files = {...nodeFiles, reader: {...nodeFiles.reader, facts}}
  const clock = {...systemClock, nowMs: () => NOW_MS}
  const earlier = new EarlierFiles({files, globs: fastGlobFiles, clock})
  await earlier.note({cwd: dir.path, patterns}, new AbortController().signal)
  return earlier.has(join(dir.path, 'a.txt'))
}

it('where times are whole seconds, a file of just now may have been written again', async () => {
  assert.not.ok(await isEarlier({agoMs: 500}))
  assert.not.ok(await isEarlier({agoMs: 1_500}))
  assert.ok(await isEarlier({agoMs: 2_500}))
  assert.ok(await isEarlier({agoMs: 400}))
})

it('where no time of a change is told, nothing counts as one of before', async () => {
  assert.not.ok(await isEarlier(undefined))
})
it.run()
