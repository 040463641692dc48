import * as assert from 'uvu/assert'
import {AssayError} from '#error/assay-error'
import {storeFault} from '#hostnode/store/store-faults'
import {spec} from '../../support/spec.ts'

const it = spec('faults of the store')

it('a full disk is answered by freeing space, and damage alone by a backup', () => {
  const hintOf = (errcode: number) => {
    const fault = storeFault(
      Object.assign(new Error('said'), {code: 'ERR_SQLITE_ERROR', errcode}),
      'it cannot be opened',
    )
    assert.instance(fault, AssayError)
    return (fault as AssayError).hint
  }
  assert.is(hintOf(13), 'Free space on its disk and start again.')
  assert.match(hintOf(11), 'restore a backup')
})

it.run()
