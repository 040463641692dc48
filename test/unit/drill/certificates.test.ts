import {execFileSync} from 'node:child_process'
import {createPrivateKey, X509Certificate} from 'node:crypto'
import {writeFileSync} from 'node:fs'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {issueLeaf, makeAuthority, makeLeafKey} from '#drill/site/make-certificates'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('certificates of drills')
const ports = {clock: systemClock, entropy: systemEntropy}
const DAY_MS = 86_400_000

it('a certificate fits its key, this machine, its authority and the days that were asked for', () => {
  const signer = makeAuthority(ports)
  const authority = new X509Certificate(signer.certificate)
  for (const days of [3, 90, 300]) {
    const key = makeLeafKey()
    const leaf = new X509Certificate(issueLeaf({key, days, signer}, ports))
    assert.ok(
      leaf.checkPrivateKey(createPrivateKey(key)) && leaf.checkIssued(authority) && leaf.verify(authority.publicKey),
    )
    assert.equal([leaf.checkIP('127.0.0.1'), leaf.checkHost('localhost')], ['127.0.0.1', 'localhost'])
    assert.is(leaf.checkHost('elsewhere.test'), undefined)
    assert.is(Math.floor((Date.parse(leaf.validTo) - Date.now()) / DAY_MS), days)
  }
  assert.equal([authority.ca, new X509Certificate(issueLeaf({key: makeLeafKey(), days: 1}, ports)).ca], [true, false])
})

it('OpenSSL trusts what the authority signed, and nothing that another one or nobody signed', () => {
  using dir = tempDir()
  const signer = makeAuthority(ports)
  const key = makeLeafKey()
  const file = (name: string, pem: string) => {
    writeFileSync(join(dir.path, name), pem)
    return name
  }
  const ca = file('ca.pem', signer.certificate)
  const verify = (name: string) => {
    const argv = ['verify', '-no-CApath', '-no-CAstore', '-CAfile', ca, '-verify_ip', '127.0.0.1', name]
    try {
      return execFileSync('openssl', argv, {cwd: dir.path, encoding: 'utf8', stdio: 'pipe'}).trim()
    } catch {
      return 'refused'
    }
  }
  assert.is(verify(file('good.pem', issueLeaf({key, days: 9, signer}, ports))), 'good.pem: OK')
  assert.is(verify(file('other.pem', issueLeaf({key, days: 9, signer: makeAuthority(ports)}, ports))), 'refused')
  assert.is(verify(file('own.pem', issueLeaf({key, days: 9}, ports))), 'refused')
})

it.run()
