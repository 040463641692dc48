// Counts no coverage: nodes are started again and again, and others of the hosting node's tests run the same lines.
import {readdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {CRASH_POINTS} from '#hostnode/model/crash-points'
import {rotated} from '../support/depth.ts'
import {gitProcesses} from '../support/git-client.ts'
import {startPushCrashes} from '../support/push-crashes.ts'
import {until} from '../support/spawned.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostnode git crash')
const POINTS = CRASH_POINTS.filter((point) => point.startsWith('git.'))
/** One repository for all: whoever is whole again can be killed again. */
const begun = startPushCrashes()
it.after(async () => (await begun)[Symbol.dispose]())

it('a crash at any moment of a push loses no ref, no event and nobody has to help', async () => {
  const crashes = await begun
  // The first transaction of a push is that of its events.
  for (const wish of rotated([...POINTS, 'git.receive.mid:3'], 3)) {
    const {signal} = await crashes.pushUnder(wish)
    assert.is(signal, 'SIGKILL', `${wish} was not passed`)
    await crashes.check(wish)
  }
})

it('git that a crash left without the rest of its request ends by itself', async () => {
  const crashes = await begun
  await crashes.pushUnder('git.receive.mid')
  const dataDir = join(crashes.repo.folder, '..', '..')
  const running = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  await until(() => gitProcesses(dataDir, running()).length === 0)
  await crashes.check('left alone')
})

it('what a push moved is told though its record is lost', async () => {
  const crashes = await begun
  await crashes.pushUnder('git.receive.ended')
  const records = join(crashes.repo.folder, '..', '..', 'pushes', crashes.repo.id)
  assert.is(readdirSync(records).length, 1)
  rmSync(records, {recursive: true})
  await crashes.check('without a record')
})

it('a start ends what a crash left of git, and takes its locks and halves away', async () => {
  const crashes = await begun
  await crashes.pushUnder('git.receive.ended')
  const folder = crashes.repo.folder
  for (const name of ['HEAD.lock', 'packed-refs.lock', 'refs/heads/main.lock', 'objects/pack/tmp_pack_x'])
    writeFileSync(join(folder, name), '')
  await crashes.check('leftovers')
  const objects = readdirSync(join(folder, 'objects'), {recursive: true}).map(String)
  assert.equal(
    [...objects, ...readdirSync(folder), ...readdirSync(join(folder, 'refs'), {recursive: true})].filter((name) =>
      /\.lock$|tmp_|incoming-/.test(String(name)),
    ),
    [],
  )
})
it.run()
