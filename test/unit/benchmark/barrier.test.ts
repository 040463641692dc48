import * as assert from 'uvu/assert'
import {findBarrier} from '#benchmark/session/barrier'
import {AssayError} from '#error/assay-error'
import {writeError} from '#path/errno'
import {spec} from '../../support/spec.ts'

const it = spec('benchmark barrier')

it('a disk that fails while a provider is measured is not the fault of that provider: it ends the benchmark', () => {
  for (const code of ['ENOSPC', 'EROFS', 'EIO']) {
    const error = writeError(Object.assign(new Error(code), {code}), 'sync', 'journal.ndjson')
    assert.is(findBarrier('mock', error), undefined, code)
  }
})

it('a provider that cannot be reached is barred, and others go on', () => {
  const barrier = findBarrier('mock', new AssayError('unreachable', 'nobody listens'))
  assert.is(barrier?.rule.id, 'access:mock')
  assert.is(barrier?.rule.state, 'unavailable')
})

it.run()
