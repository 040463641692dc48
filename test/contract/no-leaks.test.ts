import {mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {ALL_LAYERS} from '#redact/layers'
import {assay} from '../support/hall-rig.ts'
import {leaksOf} from '../support/no-leaks.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('the search for leaks')
const SECRET = ['canary', 'Zx81', 'q7Wn', '4mKp'].join('-')

it('sees a secret in texts, files and names of files, in any encoding, and nothing else', () => {
  using dir = tempDir()
  mkdirSync(join(dir.path, 'a'))
  writeFileSync(join(dir.path, 'a', 'clean.txt'), 'canary-Zx81-q7Wn and no more')
  assert.equal(leaksOf(SECRET, {folder: dir.path, texts: {out: 'canary'}}), [])
  writeFileSync(join(dir.path, 'a', 'b.txt'), `x${Buffer.from(`y${SECRET}`).toString('base64')}`)
  writeFileSync(join(dir.path, `${SECRET}.txt`), '')
  const leaks = leaksOf(SECRET, {folder: dir.path, texts: {out: Buffer.from(SECRET).toString('hex')}})
  assert.ok(leaks.includes('out holds it as hex'))
  assert.ok(leaks.includes('a file name holds it as raw'))
  assert.ok(leaks.some((leak) => /b\.txt holds it as base64$/.test(leak)))
})

it('a message that would hold a canary holds it only where nothing redacts', async () => {
  const env = {MY_TOKEN: SECRET}
  const done = await assay(['runs', 'list', '--workspace-dir', SECRET], {env})
  assert.not.match(done.out + done.err, SECRET)
  const shown = await assay(['run', `${SECRET}.pdf`], {env, layers: {...ALL_LAYERS, registered: false, sweep: false}})
  assert.match(shown.out + shown.err, SECRET)
})

it.run()
