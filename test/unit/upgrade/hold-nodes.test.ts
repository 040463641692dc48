import {readdirSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {composePorts} from '#compose/compose-ports'
import {isRunId} from '#contract/ids'
import type {HostSetting} from '#host/execute/load-setting'
import {Redactor} from '#redact/redactor'
import {NO_PROGRESS} from '#report/progress'
import {holdNodes} from '#upgrade/site/hold-nodes'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('claims of nodes')
const RUN = '20261123T231500000Z-abcdef'
const SETTING = {target: {profile: {nodes: [{name: 'v1', base_url: 'http://127.0.0.1:1'}]}}}

it('without a home they lie where no other user of the machine claims', async () => {
  using dir = tempDir()
  const caller = {cwd: dir.path, assayVersion: '0', isTerminal: false, progress: NO_PROGRESS}
  const ports = composePorts({...caller, env: {TMPDIR: dir.path}}, new Redactor())
  assert.ok(isRunId(RUN))
  const folder = join(dir.path, `assay-${process.getuid?.()}`, 'nodes')
  {
    await using _held = await holdNodes(SETTING as Pick<HostSetting, 'target'>, RUN, ports)
    assert.is(readdirSync(folder).length, 1)
    const second = await holdNodes(SETTING as Pick<HostSetting, 'target'>, RUN, ports).catch((error) => error.code)
    assert.is(second, 'workspace_busy')
  }
  assert.equal(readdirSync(folder), [])
})

it('a folder that somebody else put there is not claimed in', async () => {
  using dir = tempDir()
  using elsewhere = tempDir()
  const caller = {cwd: dir.path, assayVersion: '0', isTerminal: false, progress: NO_PROGRESS}
  const ports = composePorts({...caller, env: {TMPDIR: dir.path}}, new Redactor())
  assert.ok(isRunId(RUN))
  symlinkSync(elsewhere.path, join(dir.path, `assay-${process.getuid?.()}`))
  const refused = await holdNodes(SETTING as Pick<HostSetting, 'target'>, RUN, ports).catch((error) => error)
  assert.is(refused.code, 'workspace_unwritable')
  assert.match(refused.hint, 'XDG_STATE_HOME')
  assert.equal(readdirSync(elsewhere.path), [])
})

it.run()
