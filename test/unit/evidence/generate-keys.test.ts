import {existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {keysGenerateResult} from '#contract/generated/keys-generate-result'
import {parse} from '#contract/parse'
import {generateKeys} from '#evidence/generate-keys'
import {keyIdOf, parsePrivateKey, parsePublicKey} from '#evidence/key'
import {nodeFiles} from '#path/node-files'
import {evidenceRig} from '../../support/evidence-rig.ts'
import {failingFiles} from '../../support/run-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('generate keys')

it('writes a pair that belongs together, the private key for its owner only', async () => {
  using rig = evidenceRig()
  using dir = tempDir()
  const result = parse(keysGenerateResult, await generateKeys({folder: dir.path, shown: '../keys'}, rig.ports))
  const secret = parsePrivateKey(readFileSync(join(dir.path, 'key.pem')))
  assert.is(keyIdOf(secret), result.key_id)
  assert.is(keyIdOf(parsePublicKey(readFileSync(join(dir.path, 'key.pub.pem')))), result.key_id)
  assert.is(statSync(join(dir.path, 'key.pem')).mode & 0o777, 0o600)
  assert.is(result.key_file, '../keys/key.pem')
})

for (const name of ['key.pem', 'key.pub.pem']) {
  it(`never overwrites ${name}`, async () => {
    using rig = evidenceRig()
    using dir = tempDir()
    writeFileSync(join(dir.path, name), 'mine')
    await throwsCode(() => generateKeys({folder: dir.path, shown: '.'}, rig.ports), 'key_exists')
    assert.is(readFileSync(join(dir.path, name), 'utf8'), 'mine')
    assert.not.ok(existsSync(join(dir.path, name === 'key.pem' ? 'key.pub.pem' : 'key.pem')))
  })
}

it('refuses folders whose content is published', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run()
  mkdirSync(join(rig.path, 'issue-bundles'))
  for (const folder of ['runs', `runs/${runId}/artifacts`, 'issue-bundles']) {
    await throwsCode(() => generateKeys({folder: join(rig.path, folder), shown: '.'}, rig.ports), 'path_unsafe')
  }
})

it('says what is wrong with the folder', async () => {
  using rig = evidenceRig()
  using dir = tempDir()
  writeFileSync(join(dir.path, 'file'), '')
  await throwsCode(() => generateKeys({folder: join(dir.path, 'gone'), shown: '.'}, rig.ports), 'file_missing')
  await throwsCode(() => generateKeys({folder: join(dir.path, 'file'), shown: '.'}, rig.ports), 'invalid_input')
})

it('leaves no private key behind when the public one cannot be written', async () => {
  using rig = evidenceRig()
  using dir = tempDir()
  const ports = {...rig.ports, files: failingFiles(nodeFiles, {operation: 'open', errno: 'ENOSPC', from: 2})}
  await throwsCode(() => generateKeys({folder: dir.path, shown: '.'}, ports), 'disk_full')
  assert.not.ok(existsSync(join(dir.path, 'key.pem')))
})

it.run()
