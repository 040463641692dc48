import {generateKeyPairSync} from 'node:crypto'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {scanWithSecretlint} from '#evidence/scan/scan-secretlint'
import {makeKeyPair} from '#evidence/sign/generate-keys'
import {parsePublicKey} from '#evidence/sign/key'
import {ALL_LAYERS} from '#redact/layers'
import {Redactor} from '#redact/redactor'
import {evidenceRig} from '../../support/evidence-rig.ts'
import {sigstoreVerifies} from '../../support/sigstore-verifies.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('second opinion')
const SECRET = `${'gh'}p_${'a1B2'.repeat(9)}`

const rig = evidenceRig()
const home = tempDir()
await makeKeyPair({folder: home.path, shown: '.'}, rig.ports)
const key = parsePublicKey(readFileSync(join(home.path, 'key.pub.pem')))
const {runId} = await rig.run({'notes.txt': 'all good\n'})
await rig.bundle({runId, sign: join(home.path, 'key.pem')})
const signature = JSON.parse(readFileSync(join(rig.folderOf(runId), 'evidence.sigstore.json'), 'utf8'))
it.after(() => {
  rig[Symbol.dispose]()
  home[Symbol.dispose]()
})

it('the verifier of the Sigstore project takes our signature, with the right key only', () => {
  assert.is(sigstoreVerifies(signature, key), true)
  assert.is(sigstoreVerifies(signature, generateKeyPairSync('ed25519').publicKey), false)
})

it('the verifier of the Sigstore project refuses a changed statement as we do', () => {
  const changed = structuredClone(signature)
  changed.dsseEnvelope.payload = Buffer.from('{}').toString('base64')
  assert.is(sigstoreVerifies(changed, key), false)
})

it('secretlint finds tokens by file and line and keeps nothing of them', async () => {
  const findings = await scanWithSecretlint([
    {path: 'a.txt', text: 'all good\n'},
    {path: 'b.txt', text: `fine\ntoken ${SECRET}\n`},
    {path: 'c.txt', text: `${SECRET}`},
    {path: 'd.txt', text: ''},
  ])
  const found = (line: number) => [{pointer: '', rule: 'secretlint-github', line}]
  assert.equal(
    [...findings],
    [
      ['b.txt', found(2)],
      ['c.txt', found(1)],
    ],
  )
  assert.not.ok(JSON.stringify([...findings]).includes(SECRET))
})

it('secretlint keeps a token out of a bundle that our own layers let pass', async () => {
  using blind = evidenceRig({redactor: new Redactor({}, {...ALL_LAYERS, finders: []})})
  const run = await blind.run({'secret.txt': `token ${SECRET}\n`})
  const {excluded} = await blind.bundle({runId: run.runId})
  assert.equal(
    excluded.map(({path, reason, rule}) => [path, reason, rule]),
    [['excluded/1', 'secret-like-material', 'secretlint-github']],
  )
})

it.run()
