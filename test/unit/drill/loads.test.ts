import * as assert from 'uvu/assert'
import {SiteLoads} from '#drill/site/start-load'
import {systemClock} from '#random/system-clock'
import {spec} from '../../support/spec.ts'

const it = spec('commands beside a drill')

/** A command that ends when it is told to, with what it is told; one that is stopped throws, as those of the site do. */
function loadsOf() {
  let end: (code: number) => void = () => undefined
  const run = (_: object, signal: AbortSignal) =>
    new Promise((done, fail) => {
      end = (code) => done({end: {kind: 'exited', code}})
      signal.addEventListener('abort', () => fail(signal.reason))
    })
  const ports = {children: {run}, clock: systemClock, programs: {}} as never
  return {loads: new SiteLoads({home: '', env: {}}, ports), end: (code: number) => end(code)}
}

it('one that was stopped does not run, and one that ended by itself says how', async () => {
  const {loads, end} = loadsOf()
  loads.start('push', ['git'])
  assert.equal(loads.seen('push'), {started: true, running: true, exit: -1, text: ''})
  assert.is(await loads.stop('push'), true)
  assert.equal(loads.seen('push'), {started: true, running: false, exit: -1, text: ''})
  assert.is(await loads.stop('push'), false)
  loads.start('push', ['git'])
  end(3)
  while (loads.seen('push')['running'] === true) await new Promise((soon) => setImmediate(soon))
  assert.is(await loads.stop('push'), false)
  assert.equal([loads.seen('push')['running'], loads.seen('push')['exit']], [false, 3])
})

it.run()
