import * as assert from 'uvu/assert'
import type {RunId} from '#contract/ids'
import {judgeLease, leaseFor} from '#run/hold-lease'
import {fakeProcesses} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('lease')
const RUN = {runId: '20261121T074233417Z-k3q7xz' as RunId, workspaceId: 'ws-aaaaaaaaaaaaaaaa', epoch: 1}
const here = fakeProcesses({7: 's7', 8: 's8'}, 8)
const lease = leaseFor(RUN, fakeProcesses({7: 's7'}, 7))
const seen = (ageMs: number) => ({heartbeatMs: 1_000_000, nowMs: 1_000_000 + ageMs, workspaceId: RUN.workspaceId})

it('a living owner with a fresh heartbeat is live, with a late one stalled', () => {
  assert.is(judgeLease(lease, seen(1_000), here), 'live')
  assert.is(judgeLease(lease, seen(31_000), here), 'stalled')
})
it('an owner that is gone is dead at once, whatever its heartbeat', () => {
  assert.is(judgeLease(lease, seen(0), fakeProcesses({8: 's8'}, 8)), 'dead')
})
it('a later process of the same number is not the owner', () => {
  assert.is(judgeLease(lease, seen(0), fakeProcesses({7: 'later', 8: 's8'}, 8)), 'dead')
})
it('after a reboot nobody of before is alive', () => {
  const rebooted = {...here, host: () => ({bootIdentity: 'another boot', hostIdentity: 'host-a'})}
  assert.is(judgeLease(lease, seen(0), rebooted), 'dead')
})
it('on another host only the heartbeat counts', () => {
  const elsewhere = fakeProcesses({}, 8, 'host-b')
  assert.is(judgeLease(lease, seen(1_000), elsewhere), 'live')
  assert.is(judgeLease(lease, seen(31_000), elsewhere), 'dead')
})
it('a lease tells no host name and no boot id', () => {
  assert.not.match(JSON.stringify(lease), /host-a|boot-of/)
})
it.run()
