import * as assert from 'uvu/assert'
import {findBarrier, isBarrierRule} from '#benchmark/session/barrier'
import {LostProcess} from '#benchmark/session/lost-process'
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

it('whatever bars a provider is known again where a run is verified, and nothing else is', () => {
  const errors = [
    new LostProcess('mock', {kind: 'signalled', signal: 'SIGKILL'}),
    new AssayError('runtime_missing', 'no python'),
    new AssayError('invalid_input', 'not what it takes'),
    new AssayError('translator_invalid', 'reads nothing'),
    new AssayError('unreachable', 'nobody listens'),
  ]
  const rules = errors.map((error) => findBarrier('mock', error)?.rule)
  assert.equal(
    rules.map((rule) => rule?.id.split(':')[0]),
    ['process', 'runtime', 'request', 'translator', 'access'],
  )
  assert.equal(
    rules.map((rule) => rule !== undefined && isBarrierRule(rule)),
    errors.map(() => true),
  )
  for (const metric of ['error_share', 'skipped_items', 'response_ms.p50']) assert.not(isBarrierRule({metric}))
})

it.run()
