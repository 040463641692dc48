import * as assert from 'uvu/assert'
import {ACTION_WAYS} from '#drill/action/action-ways'
import {DrillCourse} from '#drill/engine/drill-course'
import {UndoLedger} from '#drill/engine/record-undo'
import {revertChanges} from '#drill/engine/revert-changes'
import {AssayError} from '#error/assay-error'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('what a drill changed')
const ways = ACTION_WAYS as Record<string, (typeof ACTION_WAYS)['env.restore']>
const {'file.restore': restoreFile, 'env.restore': restoreEnv} = ACTION_WAYS

/** Two changes, in a journal that does `done` with what was undone, and inverses that do this. */
async function changed(done: () => Promise<void>, file: () => Promise<'done'>) {
  const undone: string[] = []
  let count = 0
  const ledger = new UndoLedger({armed: async () => ++count, done} as never, 'P05', 'site')
  await ledger.arm('env.unset' as never, {names: ['A']} as never, {} as never)
  await ledger.arm('file.corrupt' as never, {file: 'data'} as never, {} as never)
  ways['file.restore'] = async () => {
    undone.push('file')
    return await file()
  }
  ways['env.restore'] = async () => {
    undone.push('env')
    return 'done'
  }
  const clock = fakeClock()
  const course = new DrillCourse(clock)
  const place = {folder: '/tmp', site: undefined, course, ledger}
  return {undone, course, revert: () => revertChanges(place, {clock} as never)}
}

it.after(() => {
  Object.assign(ways, {'file.restore': restoreFile, 'env.restore': restoreEnv})
})

it('is put back whole also where nothing can be written down any more', async () => {
  const full = async () => {
    throw new AssayError('disk_full', 'cannot write (ENOSPC)')
  }
  const {undone, revert} = await changed(full, async () => 'done')
  await throwsCode(revert, 'disk_full')
  assert.equal(undone.toSorted(), ['env', 'file'])
})

it('is told with the cause where it could not be put back, and the rest is', async () => {
  const {undone, course, revert} = await changed(
    async () => undefined,
    async () => {
      throw new AssayError('workspace_unwritable', 'cannot rename data (EACCES)')
    },
  )
  const results = (await revert()).map(({result}) => result)
  assert.equal(results.toSorted(), ['done', 'failed'])
  assert.equal(undone.toSorted(), ['env', 'file'])
  assert.match(course.moments.map(({what}) => what).join(), 'file.restore: failed, for cannot rename data (EACCES)')
})

it.run()
