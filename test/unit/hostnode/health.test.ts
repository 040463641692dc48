import * as assert from 'uvu/assert'
import type {NodeContext} from '#hostnode/context/context'
import {HealthProbe} from '#hostnode/health/check-health'
import {HEALTH_PARTS, type HealthCheck, type HealthPart} from '#hostnode/health/health-checks'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {spec} from '../../support/spec.ts'

const it = spec('readiness of a hosting node')
const up: HealthCheck = async () => ({status: 'up'})
const never: HealthCheck = () => new Promise(() => undefined)
const gone: HealthCheck = async () => ({status: 'down', reason: 'git cannot be run'})

/** A node whose git is looked at anew each time, as `git` says at that moment. */
function probed(first: HealthCheck) {
  const time = fakeClock()
  let git = first
  const checks = Object.fromEntries(HEALTH_PARTS.map((part) => [part, up])) as Record<HealthPart, HealthCheck>
  const context = {time, log: {failure: () => undefined}} as never as NodeContext
  const probe = new HealthProbe(context, {...checks, git: (node) => git(node)})
  return {
    after: async (ms: number, next: HealthCheck) => {
      time.tick(ms)
      git = next
      return await time.through(probe.state())
    },
  }
}

it('a git that is slow for a moment, as on a busy machine, takes no node out of service', async () => {
  const node = probed(up)
  assert.is((await node.after(0, up)).isUp, true)
  const slow = await node.after(5_000, never)
  assert.is(slow.isUp, true)
  assert.is(slow.checks['git']?.['reason'], 'took too long')
  assert.is((await node.after(5_000, up)).checks['git']?.['reason'], undefined)
})

it('a git that stays slow, was never seen well, or cannot be run at all does', async () => {
  const node = probed(up)
  assert.is((await node.after(0, up)).isUp, true)
  assert.is((await node.after(31_000, never)).isUp, false)
  assert.is((await probed(never).after(0, never)).isUp, false)
  const other = probed(up)
  await other.after(0, up)
  assert.is((await other.after(2_000, gone)).isUp, false)
})

it.run()
