import {readdirSync, utimesSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import type {RunId} from '#contract/ids'
import {nodeFiles} from '#path/node-files'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'
import {holdClaim} from '#run/hold-claim'
import {TTL_MS} from '#run/hold-lease'
import type {RunPorts} from '#run/ports'
import {fakeClock} from '../../support/fakes/fake-clock.ts'
import {fakeProcesses} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('claims')
const RUN = {runId: '20261121T102543368Z-hku4lg' as RunId, workspaceId: 'ws-aaaaaaaaaaaaaaaa'}

it('who holds a claim touches it as long as they hold it, so that another machine does not take it from them', async () => {
  using dir = tempDir()
  const clock = fakeClock(Date.now())
  const touched: string[] = []
  const writer = {
    ...nodeFiles.writer,
    touch: async (path: string) => {
      touched.push(path)
      utimesSync(path, clock.nowMs() / 1000, clock.nowMs() / 1000)
    },
  }
  const ports = (host: string, pid: number) =>
    ({
      files: {...nodeFiles, writer},
      redactor: new Redactor(),
      entropy: systemEntropy,
      processes: fakeProcesses({[pid]: 'start'}, pid, host),
      clock,
    }) as unknown as RunPorts
  const place = {folder: dir.path, stem: 'target.claim-', what: 'it is held'}
  const held = await holdClaim(place, RUN, ports('host-a', 1))
  const [name = ''] = readdirSync(dir.path)
  clock.tick(TTL_MS)
  assert.ok(touched.length >= 5)
  assert.equal([...new Set(touched)], [join(dir.path, name)])
  await throwsCode(() => clock.through(holdClaim(place, RUN, ports('host-b', 2))), 'workspace_busy')
  await held[Symbol.asyncDispose]()
  const before = touched.filter((path) => path.endsWith(name)).length
  clock.tick(TTL_MS)
  assert.is(touched.filter((path) => path.endsWith(name)).length, before, 'nobody touches what nobody holds')
  const next = await clock.through(holdClaim(place, RUN, ports('host-b', 2)))
  await next[Symbol.asyncDispose]()
})

it.run()
