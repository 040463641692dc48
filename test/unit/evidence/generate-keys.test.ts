import {spawnSync} from 'node:child_process'
import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {keysGenerateResult} from '#contract/generated/keys-generate-result'
import {parse} from '#contract/parse'
import {makeKeyPair} from '#evidence/sign/generate-keys'
import {keyIdOf, parsePrivateKey, parsePublicKey} from '#evidence/sign/key'
import {nodeFiles} from '#path/node-files'
import {whyNoStrace} from '../../support/campaigns/sigkill-strace.ts'
import {DEEP} from '../../support/depth.ts'
import {evidenceRig} from '../../support/evidence-rig.ts'
import {assay} from '../../support/hall-rig.ts'
import {failingFiles} from '../../support/run-rig.ts'
import {BIN} from '../../support/spawned.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('generate keys')

it('writes a pair that belongs together, the private key for its owner only', async () => {
  using rig = evidenceRig()
  using dir = tempDir()
  const result = parse(keysGenerateResult, await makeKeyPair({folder: dir.path, shown: '../keys'}, rig.ports))
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
    await throwsCode(() => makeKeyPair({folder: dir.path, shown: '.'}, rig.ports), 'key_exists')
    assert.is(readFileSync(join(dir.path, name), 'utf8'), 'mine')
    assert.not.ok(existsSync(join(dir.path, name === 'key.pem' ? 'key.pub.pem' : 'key.pem')))
  })
}

for (const [left, begun] of [
  ['an empty private key', {'key.pem': (whole: string) => whole.slice(0, 0)}],
  ['half a private key', {'key.pem': (whole: string) => whole.slice(0, 60)}],
] as const) {
  it(`${left}, left by a crash, gives way to a new pair`, async () => {
    using rig = evidenceRig()
    using dir = tempDir()
    await makeKeyPair({folder: dir.path, shown: '.'}, rig.ports)
    const path = join(dir.path, 'key.pem')
    const whole = readFileSync(path, 'utf8')
    rmSync(join(dir.path, 'key.pub.pem'))
    writeFileSync(path, begun['key.pem'](whole))
    const {key_id} = await makeKeyPair({folder: dir.path, shown: '.'}, rig.ports)
    assert.is(keyIdOf(parsePrivateKey(readFileSync(path))), key_id)
    assert.is(keyIdOf(parsePublicKey(readFileSync(join(dir.path, 'key.pub.pem')))), key_id)
  })
}

for (const size of [undefined, 0, 40]) {
  it(`a private key whose public half is ${size === undefined ? 'missing' : `cut at ${size}`} keeps its place and gets the other half`, async () => {
    using rig = evidenceRig()
    using dir = tempDir()
    const first = await makeKeyPair({folder: dir.path, shown: '.'}, rig.ports)
    const path = join(dir.path, 'key.pub.pem')
    const before = readFileSync(join(dir.path, 'key.pem'), 'utf8')
    const open = readFileSync(path, 'utf8')
    rmSync(path)
    if (size !== undefined) writeFileSync(path, open.slice(0, size))
    const {key_id, exit} = await makeKeyPair({folder: dir.path, shown: '.'}, rig.ports)
    assert.equal([key_id, readFileSync(path, 'utf8')], [first.key_id, open])
    assert.is(readFileSync(join(dir.path, 'key.pem'), 'utf8'), before)
    assert.match(exit.reason, 'was missing')
    await throwsCode(() => makeKeyPair({folder: dir.path, shown: '.'}, rig.ports), 'key_exists')
  })
}

it('a public key of somebody else beside a private one is never touched', async () => {
  using rig = evidenceRig()
  using dir = tempDir()
  using elsewhere = tempDir()
  await makeKeyPair({folder: dir.path, shown: '.'}, rig.ports)
  await makeKeyPair({folder: elsewhere.path, shown: '.'}, rig.ports)
  const foreign = readFileSync(join(elsewhere.path, 'key.pub.pem'), 'utf8')
  writeFileSync(join(dir.path, 'key.pub.pem'), foreign)
  await throwsCode(() => makeKeyPair({folder: dir.path, shown: '.'}, rig.ports), 'key_exists')
  assert.is(readFileSync(join(dir.path, 'key.pub.pem'), 'utf8'), foreign)
})

it('a public key is told as the half that signs nothing, whoever can read it', async () => {
  using rig = evidenceRig()
  using dir = tempDir()
  await makeKeyPair({folder: dir.path, shown: '.'}, rig.ports)
  const {runId} = await rig.run()
  const sign = join(dir.path, 'key.pub.pem')
  for (const mode of [0o644, 0o600]) {
    chmodSync(sign, mode)
    const {message, hint} = await throwsCode(() => rig.bundle({runId, sign}), 'key_invalid')
    assert.match(message, 'the public half')
    assert.match(hint, 'key.pem')
    assert.not.match(hint, 'chmod')
  }
})

if (process.getuid) {
  it('a key that others of this machine can read signs nothing', async () => {
    using rig = evidenceRig()
    using dir = tempDir()
    await makeKeyPair({folder: dir.path, shown: '.'}, rig.ports)
    const {runId} = await rig.run()
    const sign = join(dir.path, 'key.pem')
    for (const mode of [0o644, 0o640, 0o604, 0o602]) {
      chmodSync(sign, mode)
      await throwsCode(() => rig.bundle({runId, sign}), 'key_invalid')
    }
    chmodSync(sign, 0o400)
    await rig.bundle({runId, sign})
  })
}

const TRACED = 'killed by the kernel at any call, the next one ends with a pair that belongs together'
const reason = whyNoStrace()
if (reason !== undefined) it.skip(TRACED, reason)
else it(TRACED, killAtEveryCall, 14 * 60_000)

/** At each call that touches the two files; a sample of them but for the deep tests. */
async function killAtEveryCall(): Promise<void> {
  const calls = ['openat', 'write', 'fsync', 'close', 'unlink'] as const
  let killed = 0
  for (const call of calls) {
    for (let when = 1; when <= 3 && (DEEP || killed < 3); when++) {
      using dir = tempDir()
      const places = ['key.pem', 'key.pub.pem'].flatMap((name) => ['-P', join(dir.path, name)])
      const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=SIGKILL:when=${when}`]
      const words = ['-f', '-qq', '-o', '/dev/null', ...places, ...inject, process.execPath, BIN, 'keys', 'generate']
      const {signal} = spawnSync('strace', words, {
        cwd: dir.path,
        env: {...process.env, UV_THREADPOOL_SIZE: '1', NODE_DISABLE_COMPILE_CACHE: '1'},
      })
      if (signal !== 'SIGKILL') break
      killed++
      const {code, out, err} = await assay(['keys', 'generate'], {cwd: dir.path})
      const secret = parsePrivateKey(readFileSync(join(dir.path, 'key.pem')))
      const open = parsePublicKey(readFileSync(join(dir.path, 'key.pub.pem')))
      assert.is(keyIdOf(secret), keyIdOf(open), `${call} ${when}`)
      // Only a pair that was whole before may be refused.
      if (code !== 0) assert.match(err, 'key_exists', out)
      assert.equal(readdirSync(dir.path).sort(), ['key.pem', 'key.pub.pem'])
    }
  }
  assert.ok(killed >= 3, String(killed))
}

it('refuses folders whose content is published', async () => {
  using rig = evidenceRig()
  const {runId} = await rig.run()
  mkdirSync(join(rig.path, 'issue-bundles'))
  for (const folder of ['runs', `runs/${runId}/artifacts`, 'issue-bundles']) {
    await throwsCode(() => makeKeyPair({folder: join(rig.path, folder), shown: '.'}, rig.ports), 'path_unsafe')
  }
})

it('says what is wrong with the folder', async () => {
  using rig = evidenceRig()
  using dir = tempDir()
  writeFileSync(join(dir.path, 'file'), '')
  const refused = (name: string, code: 'file_missing' | 'invalid_input') =>
    throwsCode(() => makeKeyPair({folder: join(dir.path, name), shown: name}, rig.ports), code)
  const gone = await refused('gone', 'file_missing')
  assert.equal([gone.given, gone.hint], ['gone', 'Make the folder first, or name another one.'])
  assert.is((await refused('file', 'invalid_input')).given, 'file')
})

it('a private key where a public one verifies is told as that, with the half that is wanted, and nothing of it', async () => {
  using rig = evidenceRig()
  using dir = tempDir()
  await makeKeyPair({folder: dir.path, shown: '.'}, rig.ports)
  const own = readFileSync(join(dir.path, 'key.pem'), 'utf8')
  const others = ['RSA ', 'ENCRYPTED ', 'OPENSSH '].map((kind) => own.replaceAll('PRIVATE', `${kind}PRIVATE`))
  for (const pem of [own, ...others]) {
    const {message, hint, given} = await throwsCode(() => parsePublicKey(Buffer.from(pem)), 'key_invalid')
    assert.is(message, 'the verifying key is a private key, which signs and stays with its owner')
    assert.is(hint, 'Name the public half: key.pub.pem, where assay keys generate made both.')
    assert.is(given, undefined)
  }
})

it('leaves no private key behind when the public one cannot be written', async () => {
  using rig = evidenceRig()
  using dir = tempDir()
  const ports = {...rig.ports, files: failingFiles(nodeFiles, {operation: 'open', errno: 'ENOSPC', from: 2})}
  await throwsCode(() => makeKeyPair({folder: dir.path, shown: '.'}, ports), 'disk_full')
  assert.not.ok(existsSync(join(dir.path, 'key.pem')))
})

it.run()
