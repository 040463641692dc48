import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {driftBetween, driftWithin} from '#run/contract-drift'
import {RuntimeLog, runtimeIds} from '#run/runtime'
import {spec} from '../../support/spec.ts'

const it = spec('contract drift')
const DIGEST = `sha256:${'a'.repeat(64)}`
const OTHER = `sha256:${'b'.repeat(64)}`

function logOf(...told: (readonly [provider: string, metadata: Record<string, unknown>])[]): RuntimeLog {
  const log = new RuntimeLog()
  for (const [provider, metadata] of told) log.take({provider, phase: 'success', metadata})
  return log
}

it('facts of one runtime that come in parts make one row, whichever comes first', () => {
  const parts = [
    ['gr00t', {runtime_manifest_id: 'gr00t:npy', evidence_class: 'live'}],
    ['gr00t', {runtime_manifest_id: 'gr00t:npy', metadata_digest: DIGEST}],
  ] as const
  const whole = {provider: 'gr00t', runtime_manifest_id: 'gr00t:npy', evidence_class: 'live', metadata_digest: DIGEST}
  assert.equal(logOf(...parts).runtimes, [whole])
  assert.equal(logOf(...parts.toReversed()).runtimes, [whole])
  assert.is(runtimeIds(logOf(...parts)), 'gr00t:npy')
  assert.is(runtimeIds(logOf(['mock', {evidence_class: 'synthetic'}])), null)
})

it('a provider that is another one in the middle of a run has two rows, and that is drift', () => {
  const log = logOf(
    ['gr00t', {runtime_manifest_id: 'gr00t:npy'}],
    ['openpi', {runtime_manifest_id: 'openpi:openpi'}],
    ['gr00t', {runtime_manifest_id: 'gr00t:msgpack-numpy'}],
  )
  assert.is(runtimeIds(log), 'gr00t:npy, gr00t:msgpack-numpy, openpi:openpi')
  const what = 'runtime_manifest_id gr00t:npy -> gr00t:msgpack-numpy'
  assert.equal(driftWithin(log), [{provider: 'gr00t', what}])
})

it('packages and the model are assets of the run; another version or digest of them is drift', () => {
  const meta = (torch: string, digest: string) => ({
    runtime_manifest_id: 'lewm:protocol-1',
    runtime: {torch, numpy: '2.1'},
    model: {id: 'pusht', digest},
  })
  const [before, now] = [logOf(['lewm', meta('2.5', DIGEST)]), logOf(['lewm', meta('2.6', OTHER)])]
  assert.equal(
    before.assets.map(({id, source, revision, checksum}) => [id, source, revision ?? checksum]),
    [
      ['lewm/model', 'model:pusht', DIGEST],
      ['lewm/numpy', 'package:numpy', '2.1'],
      ['lewm/torch', 'package:torch', '2.5'],
    ],
  )
  assert.match(
    driftBetween(before, now)[0]?.what ?? '',
    /^lewm\/model sha256:a+ -> sha256:b+, lewm\/torch 2\.5 -> 2\.6$/,
  )
  assert.equal(driftBetween(before, before), [])
})

it('what one side did not tell is no change, nor is a provider that only one side met', () => {
  const known = logOf(['gr00t', {runtime_manifest_id: 'gr00t:npy', metadata_digest: DIGEST}])
  assert.equal(driftBetween(logOf(['gr00t', {runtime_manifest_id: 'gr00t:npy'}]), known), [])
  assert.equal(driftBetween(logOf(['openpi', {runtime_manifest_id: 'openpi:x'}]), known), [])
  const failed = new RuntimeLog()
  failed.take({provider: 'gr00t', phase: 'failure', metadata: {runtime_manifest_id: 'gr00t:other'}})
  assert.equal(driftBetween(known, failed), [])
})

it('whatever a provider says of itself, rows hold short texts and digests only, and are few', () => {
  const junk = fc.dictionary(
    fc.constantFrom('evidence_class', 'runtime_manifest_id', 'server_version', 'metadata_digest', 'runtime', 'model'),
    fc.anything(),
  )
  const events = fc.array(fc.tuple(fc.constantFrom('a', 'b'), junk), {maxLength: 200})
  fc.assert(
    fc.property(events, (told) => {
      const log = logOf(...told)
      assert.ok(log.runtimes.length <= 64)
      for (const {provider: _, ...row} of log.runtimes)
        for (const value of Object.values(row)) assert.ok(typeof value === 'string' && value.length <= 200)
      driftWithin(log)
    }),
  )
})
it.run()
