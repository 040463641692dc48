import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {lacksRoom} from '#host/client/lacks-room'
import {askCheck} from '#host/execute/ask-check'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('a disk of ours that is full')

it('is told apart from one of the service, by what git prints', () => {
  for (const ours of [
    "fatal: could not create work tree dir 'first': No space left on device",
    'Cloning into first...\nfatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output',
    'error: unable to write file first: Disk quota exceeded',
  ])
    assert.ok(lacksRoom(ours), ours)
  for (const theirs of [
    'remote: fatal: write error: No space left on device',
    'error: remote unpack failed: unable to create temporary object directory: No space left on device',
    ' ! [remote rejected] main -> main (No space left on device)',
    'fatal: unable to access the URL: The requested URL returned error: 507',
    '',
  ])
    assert.not.ok(lacksRoom(theirs), theirs)
})

it('is no finding about the host: whoever asks the check hears of it', async () => {
  const ask = async (error: Error) => {
    const check = {id: 'a', title: 'a', mode: 'quick', ask: () => Promise.reject(error)} as const
    const context = {
      target: {profile: {alias: 'site'}, checks: {mutate: false}},
      time: fakeClock(),
      signal: new AbortController().signal,
      notes: {},
    }
    return await askCheck(check, context as never, {isRequired: false, isSwitchedOff: false})
  }
  assert.is((await ask(new AssayError('unreachable', 'gone'))).status, 'error')
  for (const code of ['disk_full', 'workspace_unwritable', 'io_error'] as const) {
    const thrown = await ask(new AssayError(code, 'full')).catch((error: unknown) => error)
    assert.is((thrown as AssayError).code, code)
  }
})

it.run()
