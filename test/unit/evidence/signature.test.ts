import {generateKeyPairSync} from 'node:crypto'
import {cpSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {makeKeyPair} from '#evidence/sign/generate-keys'
import {keyIdOf, parsePublicKey} from '#evidence/sign/key'
import {checkBundle} from '#evidence/verify/verify-bundle'
import {DEEP} from '../../support/depth.ts'
import {badChecks, evidenceRig, filesIn} from '../../support/evidence-rig.ts'
import {HostileBundle, type Json} from '../../support/hostile-bundle.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('signature')
const FLIPS = DEEP ? 250 : 60
const FLIPS_MS = 120_000

const rig = evidenceRig()
const home = tempDir()
await makeKeyPair({folder: home.path, shown: '.'}, rig.ports)
const key = parsePublicKey(readFileSync(join(home.path, 'key.pub.pem')))
const other = generateKeyPairSync('ed25519')
const {runId} = await rig.run({'notes.txt': 'all good\n'})
await rig.bundle({runId, sign: join(home.path, 'key.pem')})
const good = rig.folderOf(runId)
it.after(() => {
  rig[Symbol.dispose]()
  home[Symbol.dispose]()
})

const verify = (path: string, demand: {key?: typeof key; requireSignature?: boolean} = {}) =>
  checkBundle({path, requireSignature: false, ...demand}, rig.ports)

const SIGNATURE = 'evidence.sigstore.json'
const envelope = (bundle: HostileBundle, change: (envelope: Json) => void) =>
  bundle.editJson(SIGNATURE, (value) => change(value['dsseEnvelope'] as Json))
const first = (value: Json) => (value['signatures'] as Json[])[0] as Json

it('holds with the key that signed, and says which key that is', async () => {
  const result = await verify(good, {key, requireSignature: true})
  assert.equal(badChecks(result), [])
  assert.equal(result.signed, {present: true, verified: true, key_id: keyIdOf(key)})
})

it('is not believed without a key, and not enough where a signature is required', async () => {
  assert.equal((await verify(good)).signed.verified, null)
  assert.equal(badChecks(await verify(good)), [])
  assert.equal(badChecks(await verify(good, {requireSignature: true})), ['signature'])
})

it('fails with another key', async () => {
  const result = await verify(good, {key: other.publicKey})
  assert.equal(badChecks(result), ['signature'])
  assert.is(result.signed.verified, false)
})

it('is missed where a key is given or a signature is required', async () => {
  const output = join(home.path, 'plain')
  await rig.bundle({runId, output})
  for (const demand of [{key}, {requireSignature: true}]) {
    const result = await verify(output, demand)
    assert.equal(badChecks(result), ['signature'])
    assert.ok(result.findings.some(({code}) => code === 'signature_missing'))
  }
  assert.equal(badChecks(await verify(output)), [])
})

const FORGERIES: readonly (readonly [string, (bundle: HostileBundle) => void])[] = [
  ['a second signature', (b) => envelope(b, (value) => (value['signatures'] as Json[]).push({...first(value)}))],
  ['no signature', (b) => envelope(b, (value) => (value['signatures'] as Json[]).splice(0))],
  ['another key id', (b) => envelope(b, (value) => (first(value)['keyid'] = '0'.repeat(64)))],
  [
    'a key id in capitals',
    (b) => envelope(b, (value) => (first(value)['keyid'] = String(first(value)['keyid']).toUpperCase())),
  ],
  ['an unknown key in the envelope', (b) => envelope(b, (value) => (value['more'] = 1))],
  ['an unknown key in the signature', (b) => envelope(b, (value) => (first(value)['cert'] = 'x'))],
  ['another payload type', (b) => envelope(b, (value) => (value['payloadType'] = 'text/plain'))],
  [
    'base64 of the URL kind',
    (b) =>
      envelope(
        b,
        (value) => (first(value)['sig'] = Buffer.from(String(first(value)['sig']), 'base64').toString('base64url')),
      ),
  ],
  [
    'base64 without padding',
    (b) => envelope(b, (value) => (first(value)['sig'] = String(first(value)['sig']).replace(/=+$/, ''))),
  ],
  [
    'base64 with loose last bits',
    (b) => envelope(b, (value) => (first(value)['sig'] = loosen(String(first(value)['sig'])))),
  ],
  ['base64 with a line end', (b) => envelope(b, (value) => (value['payload'] = `${value['payload']}\n`))],
  [
    'a payload about another bundle',
    (b) => envelope(b, (value) => (value['payload'] = Buffer.from('{}').toString('base64'))),
  ],
  ['a signature cut short', (b) => envelope(b, (value) => (first(value)['sig'] = Buffer.alloc(63).toString('base64')))],
  ['another media type', (b) => b.editJson(SIGNATURE, (value) => (value['mediaType'] = 'application/json'))],
  [
    'a hint that names another key',
    (b) =>
      b.editJson(SIGNATURE, (value) => (value['verificationMaterial'] = {publicKey: {hint: 'x'}, tlogEntries: []})),
  ],
  ['an envelope given twice', (b) => b.edit(SIGNATURE, (text) => text.replace('{', '{\n  "dsseEnvelope": {},'))],
  ['trailing bytes', (b) => b.edit(SIGNATURE, (text) => `${text}{}`)],
  ['a byte order mark', (b) => b.edit(SIGNATURE, (text) => `\ufeff${text}`)],
  ['no JSON', (b) => b.write(SIGNATURE, 'signed, sincerely')],
  ['JSON of great depth', (b) => b.write(SIGNATURE, '['.repeat(500_000))],
]

for (const [name, forge] of FORGERIES) {
  it(`is refused with ${name}, with a key and without`, async () => {
    using dir = tempDir()
    const bundle = new HostileBundle(good, join(dir.path, 'bundle'))
    forge(bundle)
    for (const demand of [{}, {key}]) {
      const result = await verify(bundle.folder, demand)
      assert.ok(
        badChecks(result).some((check) => check.startsWith('signature')),
        badChecks(result).join(),
      )
      assert.ok(result.findings.some(({code}) => code === 'signature_invalid'))
    }
  })
}

it('does not survive a forged bundle whose digests are all made right', async () => {
  using dir = tempDir()
  const bundle = new HostileBundle(good, join(dir.path, 'bundle'))
  bundle.edit(bundle.inRun('artifacts/notes.txt'), (text) => text.replace('good', 'evil'))
  bundle.refitRecord('artifacts/notes.txt')
  bundle.reseal()
  assert.equal(badChecks(await verify(bundle.folder, {key})), ['reports', 'signature-form'])
})

it(
  'lets no flipped bit pass, in any file of a signed bundle',
  async () => {
    using dir = tempDir()
    const folder = join(dir.path, 'bundle')
    cpSync(good, folder, {recursive: true})
    const files = filesIn(folder).map((path) => ({path, bytes: readFileSync(join(folder, path))}))
    const total = files.reduce((sum, {bytes}) => sum + bytes.length * 8, 0)
    const step = Math.max(1, Math.floor(total / FLIPS))
    let done = 0
    for (const {path, bytes} of files) {
      // Every file is hit at least twice: its first bit and its last.
      const bits = new Set([
        0,
        bytes.length * 8 - 1,
        ...Array.from({length: Math.floor((bytes.length * 8) / step)}, (_, at) => at * step),
      ])
      for (const bit of bits) {
        if (bytes.length === 0) continue
        const flipped = Buffer.from(bytes)
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        writeFileSync(join(folder, path), flipped)
        const code = await verify(folder, {key}).then(
          (result) => result.exit.code,
          () => 2,
        )
        assert.is.not(code, 0, `bit ${bit} of ${path}`)
        done++
      }
      writeFileSync(join(folder, path), bytes)
    }
    assert.ok(done >= FLIPS)
    assert.equal(badChecks(await verify(folder, {key})), [])
  },
  FLIPS_MS,
)

it('is made only with an Ed25519 key in PKCS#8 that does not lie among what is published', async () => {
  const write = (name: string, pem: string | Buffer) => {
    writeFileSync(join(home.path, name), pem)
    return join(home.path, name)
  }
  const rsa = generateKeyPairSync('rsa', {modulusLength: 2048}).privateKey.export({type: 'pkcs8', format: 'pem'})
  const locked = other.privateKey.export({type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x'})
  const open = other.publicKey.export({type: 'spki', format: 'pem'})
  const among = join(rig.path, 'runs', 'key.pem')
  cpSync(join(home.path, 'key.pem'), among)
  for (const sign of [
    write('rsa.pem', rsa),
    write('locked.pem', locked),
    write('open.pem', open),
    write('text.pem', 'x'),
    among,
  ]) {
    await throwsCode(() => rig.bundle({runId, output: join(home.path, 'never'), sign}), 'key_invalid')
  }
  await throwsCode(
    () => rig.bundle({runId, output: join(home.path, 'never'), sign: join(home.path, 'gone.pem')}),
    'file_missing',
  )
  await throwsCode(() => parsePublicKey(readFileSync(join(home.path, 'key.pem'))), 'key_invalid')
})

/** The same bytes under lax decoding: the bits that padding leaves over are set. */
function loosen(base64: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  return base64.replace(
    /(.)(=+)$/,
    (_, last: string, padding: string) => `${alphabet[alphabet.indexOf(last) + 1]}${padding}`,
  )
}

it.run()
