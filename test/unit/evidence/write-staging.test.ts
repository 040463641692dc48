import * as assert from 'uvu/assert'
import {Staging} from '#evidence/publish/write-staging'
import {nodeFiles} from '#path/node-files'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('staging')
const RUN_ID = '20260101T000000000Z-aaaaaa'

it('never grows two bundles in one folder', async () => {
  using dir = tempDir()
  const ports = {files: nodeFiles, entropy: {bytes: (count: number) => new Uint8Array(count)}}
  const {folder} = await Staging.create(dir.path, RUN_ID, ports)
  assert.match(folder, /\.staging-20260101T000000000Z-aaaaaa-00000000$/)
  await throwsCode(() => Staging.create(dir.path, RUN_ID, ports), 'workspace_busy')
})

it.run()
